internal import CWebImagePixels
internal import WebImageCore

extension Bitmap {
    /// The picture with some corners cut round and a border along the new edge; the radius in pixels.
    func outlined(radius: Double, corners: Corners, border: Border?) throws(WebImageError) -> Bitmap {
        let isRound = radius > 0 && !corners.isEmpty
        let border = border.flatMap { $0.isInvisible ? nil : $0 }
        if !isRound && border == nil { return self }
        let canvas = try CairoCanvas(copying: self)
        if let border { canvas.draw(border, radius: radius, corners: corners) }
        if isRound { canvas.cutToOutline(radius: radius, corners: corners) }
        return try canvas.finish(isOpaque: isOpaque && !isRound)
    }

    /// The picture on top of a color.
    func painted(on background: PixelColor, token: CancellationToken) throws(WebImageError) -> Bitmap {
        if isOpaque || background.alpha == 0 { return self }
        return try mappingRows(isOpaque: background.alpha == 255, token: token) { source, target, _ in
            target.update(from: source, count: width * 4)
            wi_paint_below_row(target, width, background.premultipliedBGRA)
        }
    }

    /// The picture at `x`, `y` of a canvas of a color; what lies outside of the canvas is left out.
    func placed(
        on canvas: PixelSize, x: Int, y: Int, color: PixelColor, token: CancellationToken
    ) throws(WebImageError) -> Bitmap {
        let buffer = try BitmapBuffer.edited(canvas)
        let part = PixelRect(x: x, y: y, width: width, height: height).clipped(to: canvas)
        try withRows { rows throws(WebImageError) in
            for row in 0..<canvas.height {
                if row.isMultiple(of: 64) { try token.check() }
                let target = buffer.row(row).assumingMemoryBound(to: UInt8.self)
                if !part.isEmpty, row >= part.y, row < part.y + part.height {
                    (target + part.x * 4).update(
                        from: rows + (row - y) * bytesPerRow + (part.x - x) * 4, count: part.width * 4)
                }
                if color.alpha > 0 { wi_paint_below_row(target, canvas.width, color.premultipliedBGRA) }
            }
        }
        let isCovered = part.size == canvas && isOpaque
        return buffer.finish(isOpaque: isCovered || color.alpha == 255)
    }
}
