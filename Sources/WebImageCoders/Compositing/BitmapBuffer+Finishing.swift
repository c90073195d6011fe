internal import WebImageCore

extension BitmapBuffer {
    /// The picture of pixels that a codec has written here at their place, all of them.
    consuming func finished(by finishing: RowFinishing, background: PixelColor?) -> Bitmap {
        var isOpaque = finishing.finish(
            baseAddress, bytesPerRow: bytesPerRow, width: size.width, rows: size.height, convertsColors: true)
        if let background, !isOpaque {
            paint(below: background)
            isOpaque = background.alpha == 255
        }
        return finish(isOpaque: isOpaque)
    }
}
