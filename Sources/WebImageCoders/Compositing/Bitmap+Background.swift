internal import CWebImagePixels
internal import WebImageCore

extension Bitmap {
    /// The picture on a color; itself where it is opaque or there is no color.
    func painted(below color: PixelColor?) throws(WebImageError) -> Bitmap {
        guard let color, !isOpaque else { return self }
        let copy = try BitmapBuffer(size, zeroed: false)
        copy.copyPixels(of: self)
        copy.paint(below: color)
        return copy.finish(isOpaque: color.alpha == 255)
    }
}

extension BitmapBuffer {
    /// Paints a color below every pixel.
    borrowing func paint(below color: PixelColor) {
        for y in 0..<size.height {
            wi_paint_below_row(row(y).assumingMemoryBound(to: UInt8.self), size.width, color.premultipliedBGRA)
        }
    }
}
