internal import CWebImagePixels
internal import WebImageCore

/// What has to be done to rows as a codec gives them until they are premultiplied sRGB.
struct RowFinishing: Sendable {
    /// What four bytes of a pixel are.
    enum Source: Sendable {
        /// BGRA, every alpha 255.
        case opaque
        /// BGRA with straight alpha.
        case straight
        /// BGRA whose colors are multiplied by alpha already.
        case premultiplied
        /// Four inks; `inverted`: 255 stands for no ink.
        case inks(inverted: Bool)
    }

    var source: Source
    /// Nil where the colors are sRGB already.
    var converter: ColorConverter?

    /// Finishes rows in place.
    ///
    /// - Parameter convertsColors: False where the picture is scaled afterwards: the few pixels of the result are
    ///   converted then.
    /// - Returns: Whether all pixels are opaque.
    func finish(
        _ pixels: UnsafeMutableRawPointer, bytesPerRow: Int, width: Int, rows: Int, convertsColors: Bool
    ) -> Bool {
        let base = pixels.assumingMemoryBound(to: UInt8.self)
        switch source {
        case .inks(let inverted):
            for y in 0..<rows {
                if let converter {
                    let row = pixels + y * bytesPerRow
                    converter.convert(inks: row, to: row, count: width)
                } else {
                    wi_cmyk_to_bgra_row(base + y * bytesPerRow, base + y * bytesPerRow, width, inverted)
                }
            }
            return true
        case .opaque:
            if convertsColors { convert(pixels, bytesPerRow, width, rows) }
            return true
        case .straight:
            if convertsColors { convert(pixels, bytesPerRow, width, rows) }
            return wi_premultiply_rows(base, bytesPerRow, width, rows)
        case .premultiplied:
            var isOpaque = true
            for y in 0..<rows {
                let row = base + y * bytesPerRow
                if let converter, convertsColors { convertPremultiplied(row, width, converter) }
                isOpaque = isOpaque && wi_row_is_opaque(row, width)
            }
            return isOpaque
        }
    }

    /// Converts the colors of a scaled picture, which ``finish(_:bytesPerRow:width:rows:convertsColors:)`` left as
    /// they were.
    func finishScaled(_ bitmap: Bitmap) throws(WebImageError) -> Bitmap {
        guard let converter else { return bitmap }
        if case .inks = source { return bitmap }
        let copy = try BitmapBuffer(bitmap.size, zeroed: false)
        copy.copyPixels(of: bitmap)
        for y in 0..<bitmap.height {
            let row = copy.row(y).assumingMemoryBound(to: UInt8.self)
            if bitmap.isOpaque {
                converter.convert(row, count: bitmap.width)
            } else {
                convertPremultiplied(row, bitmap.width, converter)
            }
        }
        return copy.finish(isOpaque: bitmap.isOpaque)
    }

    private func convertPremultiplied(_ row: UnsafeMutablePointer<UInt8>, _ width: Int, _ converter: ColorConverter) {
        wi_unpremultiply_row(row, row, width)
        converter.convert(row, count: width)
        _ = wi_premultiply_row(row, width)
    }

    private func convert(_ pixels: UnsafeMutableRawPointer, _ bytesPerRow: Int, _ width: Int, _ rows: Int) {
        guard let converter else { return }
        for y in 0..<rows { converter.convert(pixels + y * bytesPerRow, count: width) }
    }
}
