import FoundationEssentials
import WebImageCore

/// Pictures in `Tests/Fixtures` that a script made with Pillow: rows of premultiplied BGRA without padding.
enum PixelFixture {
    static func bitmap(_ folder: String, _ name: String, _ size: PixelSize) throws -> Bitmap {
        let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .appending(path: "Fixtures/\(folder)/\(name)-\(size.width)x\(size.height).bgra")
        let bytes = [UInt8](try Data(contentsOf: path))
        let buffer = try BitmapBuffer(size)
        for y in 0..<size.height {
            let row = bytes[y * size.width * 4..<(y + 1) * size.width * 4]
            buffer.row(y).copyMemory(from: Array(row), byteCount: row.count)
        }
        let isOpaque = stride(from: 3, to: bytes.count, by: 4).allSatisfy { bytes[$0] == 255 }
        return buffer.finish(isOpaque: isOpaque)
    }
}

extension Bitmap {
    /// A picture whose pixels a closure gives, as premultiplied BGRA.
    static func made(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> UInt32) throws -> Bitmap {
        let buffer = try BitmapBuffer(PixelSize(width: width, height: height))
        for y in 0..<height {
            let row = buffer.row(y).assumingMemoryBound(to: UInt32.self)
            for x in 0..<width { row[x] = pixel(x, y) }
        }
        return buffer.finish(isOpaque: false)
    }

    /// The premultiplied pixels, row by row.
    var pixels: [UInt32] {
        withUnsafeBytes { bytes in
            (0..<height).flatMap { y in
                (0..<width).map { bytes.load(fromByteOffset: y * bytesPerRow + $0 * 4, as: UInt32.self) }
            }
        }
    }

    /// The largest difference of any premultiplied channel.
    func largestDifference(to other: Bitmap) -> Int {
        guard size == other.size else { return .max }
        var largest = 0
        for (left, right) in zip(pixels, other.pixels) {
            for shift: UInt32 in [0, 8, 16, 24] {
                largest = max(largest, abs(Int(left >> shift & 255) - Int(right >> shift & 255)))
            }
        }
        return largest
    }
}
