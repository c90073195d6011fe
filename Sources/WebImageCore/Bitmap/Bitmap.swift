/// A finished picture in memory: premultiplied BGRA, 8 bits a channel, sRGB, top row first.
///
/// In memory a pixel is the bytes blue, green, red, alpha: what cairo calls ARGB32 on a little-endian machine and GDK
/// calls B8G8R8A8 premultiplied, so both take the memory as it is. Rows begin on 64-byte boundaries
/// (``bytesPerRow`` is a multiple of 64). A copy shares the memory; the pixels never change.
public struct Bitmap: Sendable {
    package let storage: BitmapStorage

    /// The width and height in pixels; both at least 1.
    public let size: PixelSize

    /// The distance between the beginnings of two rows, in bytes.
    public let bytesPerRow: Int

    /// Whether every pixel's alpha is known to be 255.
    public let isOpaque: Bool

    package init(storage: BitmapStorage, size: PixelSize, bytesPerRow: Int, isOpaque: Bool) {
        self.storage = storage
        self.size = size
        self.bytesPerRow = bytesPerRow
        self.isOpaque = isOpaque
    }

    /// Pixels in a row.
    public var width: Int { size.width }
    /// Rows.
    public var height: Int { size.height }

    /// The memory that the pixels take, in bytes: what a memory cache counts as cost.
    public var byteCount: Int { bytesPerRow * size.height }

    /// Calls `body` with all rows; the pointer is valid only inside.
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(start: storage.base, count: byteCount))
    }

    /// The pixel in column `x` of row `y` with straight alpha, rounded. O(1).
    ///
    /// - Precondition: `x` and `y` lie inside the picture.
    public subscript(x: Int, y: Int) -> PixelColor {
        precondition(x >= 0 && y >= 0 && x < width && y < height, "pixel \(x), \(y) is outside of \(size)")
        let pixel = storage.base.load(fromByteOffset: y * bytesPerRow + x * 4, as: UInt32.self)
        let alpha = pixel >> 24
        guard alpha > 0 else { return .clear }
        func straight(_ channel: UInt32) -> UInt8 { UInt8(min(255, ((channel & 255) * 255 + alpha / 2) / alpha)) }
        return PixelColor(
            red: straight(pixel >> 16), green: straight(pixel >> 8), blue: straight(pixel), alpha: UInt8(alpha))
    }

    /// Whether both show the same: size and every pixel. O(pixels).
    public func hasSamePixels(as other: Bitmap) -> Bool {
        guard size == other.size else { return false }
        return withUnsafeBytes { left in
            other.withUnsafeBytes { right in
                (0..<height).allSatisfy { y in
                    left[y * bytesPerRow..<y * bytesPerRow + width * 4]
                        .elementsEqual(right[y * other.bytesPerRow..<y * other.bytesPerRow + width * 4])
                }
            }
        }
    }

    /// Hands the memory to a C library without a copy.
    ///
    /// `pointer` stays valid until `release(owner)` is called, on any thread, exactly once.
    public func retainedBytes() -> (
        pointer: UnsafeRawPointer, owner: UnsafeMutableRawPointer,
        release: @convention(c) (UnsafeMutableRawPointer?) -> Void
    ) {
        let owner = Unmanaged.passRetained(storage).toOpaque()
        return (
            UnsafeRawPointer(storage.base), owner,
            { owner in
                guard let owner else { return }
                Unmanaged<BitmapStorage>.fromOpaque(owner).release()
            }
        )
    }

    /// Whether two values share the same memory.
    public func sharesMemory(with other: Bitmap) -> Bool { storage === other.storage }
}
