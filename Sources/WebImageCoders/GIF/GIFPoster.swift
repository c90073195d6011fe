internal import FoundationEssentials
internal import Glibc
internal import WebImageCore

/// The first frame of a GIF on its canvas.
struct GIFPoster {
    let bitmap: Bitmap
    /// Whether the frame's data was undamaged.
    let isWhole: Bool

    /// Colors are sRGB, and a pixel is opaque or clear: straight and premultiplied are the same.
    static let finishing = RowFinishing(source: .straight, converter: nil)

    /// - Throws: ``WebImageError/Code/corruptImage`` where the data is damaged and the options don't allow that.
    static func decode(
        _ data: Data, frame: GIFFrame, canvas: PixelSize, plan: ThumbnailSize.Plan?, context: DecodeContext
    ) throws -> GIFPoster {
        let reader = try GIFFrameReader(frame)
        if frame.isInterlaced {
            let whole = try WholePicture(
                storedSize: canvas, orientation: .up, plan: plan, finishing: finishing,
                background: context.options.background)
            try data.withUnsafeBytes { try reader.read($0, onto: GIFTarget(whole), token: context.token) }
            let isWhole = try check(reader, context.options)
            return GIFPoster(bitmap: try whole.finish(validRows: canvas.height), isWhole: isWhole)
        }
        let builder = try PictureBuilder(
            storedSize: canvas, orientation: .up, plan: plan, finishing: finishing,
            background: context.options.background)
        while builder.nextRow < canvas.height {
            _ = try builder.fill { base, bytesPerRow, rows in
                memset(base, 0, bytesPerRow * (rows - 1) + canvas.width * 4)
                let top = builder.nextRow
                let target = GIFTarget(
                    base: base, bytesPerRow: bytesPerRow,
                    rect: PixelRect(x: 0, y: top, width: canvas.width, height: rows))
                let end = top + rows - frame.rect.y
                if end > 0 {
                    try data.withUnsafeBytes { try reader.read($0, onto: target, token: context.token, rowLimit: end) }
                }
                return rows
            }
        }
        return GIFPoster(bitmap: try builder.finish(), isWhole: try check(reader, context.options))
    }

    static func check(_ reader: GIFFrameReader, _ options: DecodeOptions) throws(WebImageError) -> Bool {
        guard reader.state == .damaged else { return true }
        guard options.allowsTruncated else {
            throw WebImageError(.corruptImage, "The compressed data of the GIF's first frame is damaged.")
        }
        return false
    }
}

extension GIFTarget {
    /// The whole canvas.
    init(_ picture: borrowing WholePicture) {
        self.init(
            base: picture.pixels.baseAddress, bytesPerRow: picture.pixels.bytesPerRow,
            rect: PixelRect(picture.pixels.size))
    }
}
