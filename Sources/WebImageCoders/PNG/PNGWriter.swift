internal import CWebImagePNG
internal import CWebImagePixels
internal import FoundationEssentials
internal import WebImageCore

/// Writes a bitmap as one PNG file in a given kind.
struct PNGWriter {
    /// How pixels are stored.
    enum Kind {
        case gray, rgb, rgba
        case palette(PNGPalette)
    }

    let kind: Kind
    let isInterlaced: Bool
    /// zlib's level, 1 to 9.
    let level: Int
    let token: CancellationToken

    func write(_ bitmap: Bitmap) throws -> Data {
        var encoding = wi_png_encoding()
        encoding.width = UInt32(bitmap.width)
        encoding.height = UInt32(bitmap.height)
        encoding.is_interlaced = isInterlaced
        encoding.level = Int32(level)
        var colors: [UInt8] = []
        switch kind {
        case .gray: encoding.kind = WI_PNG_GRAY
        case .rgb: encoding.kind = WI_PNG_RGB
        case .rgba: encoding.kind = WI_PNG_RGBA
        case .palette(let palette):
            encoding.kind = WI_PNG_PALETTE
            encoding.palette_count = Int32(palette.count)
            encoding.transparent_count = Int32(palette.transparentCount)
            colors = palette.straightColors
        }
        let encoder = colors.withUnsafeBufferPointer { colors in
            encoding.palette = colors.baseAddress
            return wi_png_encoder_create(&encoding)
        }
        guard let encoder else { throw WebImageError(.encodeFailed, "There is no memory for writing a PNG picture.") }
        defer { wi_png_encoder_destroy(encoder) }
        try writeRows(of: bitmap, to: encoder)
        var count = 0
        guard wi_png_encoder_finish(encoder), let bytes = wi_png_encoder_bytes(encoder, &count) else {
            throw failure(encoder)
        }
        return Data(bytes: bytes, count: count)
    }

    private func writeRows(of bitmap: Bitmap, to encoder: OpaquePointer) throws {
        var row = [UInt8](repeating: 0, count: bitmap.width * 4)
        try row.withUnsafeMutableBufferPointer { row in
            try bitmap.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), let row = row.baseAddress
                else { return }
                for _ in 0..<wi_png_encoder_passes(encoder) {
                    for y in 0..<bitmap.height {
                        if y.isMultiple(of: 16) { try token.check() }
                        let pixels = base + y * bitmap.bytesPerRow
                        guard wi_png_encoder_write_row(encoder, prepared(pixels, row, bitmap.width)) else {
                            throw failure(encoder)
                        }
                    }
                }
            }
        }
    }

    /// The row as the kind wants it; `scratch` has room for it.
    private func prepared(
        _ pixels: UnsafePointer<UInt8>, _ scratch: UnsafeMutablePointer<UInt8>, _ width: Int
    ) -> UnsafePointer<UInt8> {
        switch kind {
        case .rgb: return pixels
        case .rgba: wi_unpremultiply_row(pixels, scratch, width)
        case .gray: wi_bgra_to_gray_row(pixels, scratch, width)
        case .palette(let palette): palette.writeIndices(of: pixels, to: scratch, count: width)
        }
        return UnsafePointer(scratch)
    }

    private func failure(_ encoder: OpaquePointer) -> WebImageError {
        WebImageError(
            .encodeFailed, "The picture could not be written as PNG.",
            underlying: String(cString: wi_png_encoder_message(encoder)))
    }
}
