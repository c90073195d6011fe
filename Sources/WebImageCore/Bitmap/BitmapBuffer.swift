internal import Glibc

/// A picture that is being made: the one owner of its memory until ``finish(isOpaque:)`` turns it into a ``Bitmap``.
///
/// The layout is that of ``Bitmap``: premultiplied BGRA8, rows on 64-byte boundaries.
public struct BitmapBuffer: ~Copyable, Sendable {
    private let storage: BitmapStorage

    /// The width and height in pixels.
    public let size: PixelSize

    /// The distance between two rows, in bytes.
    public let bytesPerRow: Int

    /// Takes the memory for a picture of `size`.
    ///
    /// - Parameter zeroed: Whether the picture begins as clear; otherwise every pixel must be written.
    /// - Throws: ``WebImageError/Code/tooManyPixels`` where a side is not positive, the size overflows, or there is no
    ///   memory for it.
    public init(_ size: PixelSize, zeroed: Bool = true) throws(WebImageError) {
        guard size.width > 0, size.height > 0, size.width <= 1 << 28, size.height <= 1 << 28 else {
            throw WebImageError(
                .tooManyPixels, "A picture of \(size) pixels can't be made: each side must be between 1 and 2²⁸.")
        }
        let bytesPerRow = (size.width * 4 + 63) & ~63
        let (byteCount, overflow) = bytesPerRow.multipliedReportingOverflow(by: size.height)
        guard !overflow, byteCount <= 1 << 40, let storage = BitmapStorage(byteCount: byteCount, zeroed: zeroed) else {
            throw WebImageError(
                .tooManyPixels, "There is no memory for a picture of \(size) pixels; ask for a smaller size.")
        }
        self.storage = storage
        self.size = size
        self.bytesPerRow = bytesPerRow
    }

    /// The first byte of the first row; valid while this buffer lives.
    public var baseAddress: UnsafeMutableRawPointer { storage.base }

    /// The first byte of row `y`.
    public func row(_ y: Int) -> UnsafeMutableRawPointer {
        precondition(y >= 0 && y < size.height, "row \(y) is outside of \(size)")
        return storage.base + y * bytesPerRow
    }

    /// All rows.
    public var bytes: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: storage.base, count: bytesPerRow * size.height)
    }

    /// Ends the making: from here on nobody writes. O(1).
    ///
    /// - Parameter isOpaque: Whether every pixel's alpha is 255.
    public consuming func finish(isOpaque: Bool) -> Bitmap {
        Bitmap(storage: storage, size: size, bytesPerRow: bytesPerRow, isOpaque: isOpaque)
    }

    /// Writes all pixels of `bitmap`, which must have the same size.
    public borrowing func copyPixels(of bitmap: Bitmap) {
        precondition(bitmap.size == size, "a picture of \(bitmap.size) doesn't fit into one of \(size)")
        bitmap.withUnsafeBytes { source in
            guard let base = source.baseAddress else { return }
            memcpy(storage.base, base, bytesPerRow * size.height)
        }
    }
}
