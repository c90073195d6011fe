public import FoundationEssentials
public import WebImageCore

/// For tests that look at pixels.
extension Bitmap {
    /// A picture whose pixels a closure gives for each column and row, as premultiplied BGRA (alpha in the highest byte).
    public static func drawn(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> UInt32) throws -> Bitmap {
        let buffer = try BitmapBuffer(PixelSize(width: width, height: height))
        var isOpaque = true
        for y in 0..<height {
            let row = buffer.row(y).assumingMemoryBound(to: UInt32.self)
            for x in 0..<width {
                row[x] = pixel(x, y)
                isOpaque = isOpaque && row[x] >> 24 == 255
            }
        }
        return buffer.finish(isOpaque: isOpaque)
    }

    /// A picture from a file of premultiplied BGRA rows without padding, as a script may write it; the file's name ends in
    /// `-WIDTHxHEIGHT.bgra`.
    public static func raw(at file: URL, size: PixelSize) throws -> Bitmap {
        let bytes = try Data(contentsOf: file)
        guard bytes.count == size.width * size.height * 4 else {
            throw WebImageError(.corruptImage, "\(file.lastPathComponent) doesn't hold \(size) pixels.")
        }
        return try bytes.withUnsafeBytes { pixels in
            try drawn(size.width, size.height) { x, y in
                pixels.loadUnaligned(fromByteOffset: (y * size.width + x) * 4, as: UInt32.self)
            }
        }
    }

    /// The premultiplied pixels, row by row.
    public var pixels: [UInt32] {
        withUnsafeBytes { bytes in
            (0..<height).flatMap { y in
                (0..<width).map { bytes.load(fromByteOffset: y * bytesPerRow + $0 * 4, as: UInt32.self) }
            }
        }
    }

    /// How far the premultiplied channels are from those of a picture of the same size: the largest difference and the
    /// mean, over an inner part that leaves `margin` pixels out at each side.
    public func difference(to other: Bitmap, margin: Int = 0) -> (largest: Int, mean: Double) {
        guard size == other.size else { return (.max, .infinity) }
        var largest = 0
        var sum = 0
        var count = 0
        let left = pixels
        let right = other.pixels
        for y in margin..<max(margin, height - margin) {
            for x in margin..<max(margin, width - margin) {
                for shift: UInt32 in [0, 8, 16, 24] {
                    let index = y * width + x
                    let distance = abs(Int(left[index] >> shift & 255) - Int(right[index] >> shift & 255))
                    largest = max(largest, distance)
                    sum += distance
                    count += 1
                }
            }
        }
        return (largest, count == 0 ? 0 : Double(sum) / Double(count))
    }
}
