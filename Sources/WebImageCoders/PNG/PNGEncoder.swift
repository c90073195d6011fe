internal import FoundationEssentials
internal import WebImageCore

/// Writes a still as PNG.
struct PNGEncoder {
    let options: EncodeOptions
    let token: CancellationToken

    /// zlib's own usual level.
    private static let usualLevel = 6

    /// zlib's level for an effort from 0 to 1.
    static func level(_ effort: Double?) -> Int {
        guard let effort else { return usualLevel }
        return max(1, min(9, Int((1 + effort * 8).rounded())))
    }

    /// - Parameter exif: Written beside the pixels; nil for nothing.
    func encode(_ bitmap: Bitmap, exif: Data? = nil) throws -> Data {
        let metadata = exif.flatMap { ExifBlock($0) }.map { PNGChunk.make(.exif, $0.upright) } ?? Data()
        var bitmap = try bitmap.fitted(into: options.maximumPixelSize)
        while true {
            try token.check()
            var data = try PNGWriter(
                kind: Self.kind(for: bitmap), isInterlaced: options.isProgressive, level: Self.level(options.effort),
                token: token
            ).write(bitmap)
            // Behind the signature and the header, which has 25 bytes.
            data.insert(contentsOf: metadata, at: PNGChunk.signature.count + 25)
            guard let maximum = options.maximumBytes, data.count > maximum else { return data }
            guard bitmap.width > 1 || bitmap.height > 1 else {
                throw WebImageError(.encodeFailed, "No PNG fits into \(maximum) bytes; allow more.")
            }
            // Without loss only a smaller picture makes a smaller file.
            bitmap = try bitmap.resized(
                to: PixelSize(width: max(1, bitmap.width * 3 / 4), height: max(1, bitmap.height * 3 / 4)))
        }
    }

    /// The kind that stores the picture without loss in the fewest bytes before compression.
    private static func kind(for bitmap: Bitmap) -> PNGWriter.Kind {
        let palette = PNGPalette(bitmap)
        // Up to 16 colors share a byte.
        if let palette, palette.count <= 16, bitmap.width * bitmap.height > palette.count * 4 {
            return .palette(palette)
        }
        let isOpaque = bitmap.isOpaque || bitmap.hasOnlyOpaquePixels
        if isOpaque, bitmap.isGray { return .gray }
        if let palette, bitmap.width * bitmap.height > palette.count * 4 { return .palette(palette) }
        return isOpaque ? .rgb : .rgba
    }
}
