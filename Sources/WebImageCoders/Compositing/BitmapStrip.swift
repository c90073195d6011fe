internal import WebImageCore

/// A few rows of pixels that are written again and again.
final class BitmapStrip {
    private let buffer: BitmapBuffer
    let base: UnsafeMutableRawPointer
    let bytesPerRow: Int

    init(width: Int, rows: Int) throws(WebImageError) {
        buffer = try BitmapBuffer(PixelSize(width: width, height: rows), zeroed: false)
        base = buffer.baseAddress
        bytesPerRow = buffer.bytesPerRow
    }
}
