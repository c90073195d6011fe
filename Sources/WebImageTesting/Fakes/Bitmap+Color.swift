public import WebImageCore

extension Bitmap {
    /// A picture in one color. O(pixels).
    public init(_ size: PixelSize, color: PixelColor) throws(WebImageError) {
        let buffer = try BitmapBuffer(size, zeroed: false)
        for y in 0..<size.height {
            let row = buffer.row(y).assumingMemoryBound(to: UInt32.self)
            for x in 0..<size.width { row[x] = color.premultipliedBGRA }
        }
        self = buffer.finish(isOpaque: color.alpha == 255)
    }
}
