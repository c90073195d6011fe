internal import CWebImagePixels
internal import WebImageCore

extension Bitmap {
    /// The picture with something drawn over all of it.
    ///
    /// With a mode that mixes, the picture keeps its shape: it is drawn on as if it were opaque, in straight colors,
    /// and given its alpha back.
    func covered(
        blendMode: BlendMode, token: CancellationToken, _ draw: (borrowing CairoCanvas) -> Void
    ) throws(WebImageError) -> Bitmap {
        let keepsShape = blendMode.mixes && !isOpaque
        let base =
            keepsShape
            ? try mappingRows(isOpaque: true, token: token) { source, target, _ in
                wi_make_solid_row(source, target, width)
            } : self
        let canvas = try CairoCanvas(copying: base)
        canvas.setBlendMode(blendMode)
        draw(canvas)
        let drawn = try canvas.finish(isOpaque: isOpaque && blendMode.mixes)
        guard keepsShape else { return drawn }
        return try drawn.withRows { colors throws(WebImageError) in
            try mappingRows(token: token) { source, target, y in
                target.update(from: colors + y * drawn.bytesPerRow, count: width * 4)
                wi_take_shape_row(source, target, width)
            }
        }
    }
}
