internal import CWebImageCairo
public import WebImageCore

extension ImageEditor {
    /// Draws another picture over this one.
    ///
    /// - Parameters:
    ///   - picture: The picture that is drawn; it is scaled to `frame`.
    ///   - key: Names the picture: the pixels aren't part of the edit's key.
    ///   - frame: Where it is drawn, in pixels of the edited picture; nil covers the whole. Default: nil.
    ///   - blendMode: How it mixes. Default: ``BlendMode/normal``.
    ///   - alpha: How much of it is drawn, from 0 to 1. Default: 1.
    public static func overlay(
        _ picture: Bitmap, key: String, frame: PixelRect? = nil, blendMode: BlendMode = .normal, alpha: Double = 1
    ) -> ImageEditor {
        let place = frame.map { "\($0.x),\($0.y),\($0.width),\($0.height)" } ?? "all"
        let key = "overlay(\(EditKey.escaped(key)),\(place),\(blendMode.rawValue),\(EditKey.number(alpha)))"
        guard (0...1).contains(alpha), frame?.isEmpty != true else {
            return failing(key, "The overlay's alpha must be from 0 to 1 and its frame at least a pixel large.")
        }
        return ImageEditor(key: key) { bitmap, context in
            let frame = frame ?? PixelRect(bitmap.size)
            try BitmapBuffer.check(frame.size)
            let scaled = try picture.resized(to: frame.size, token: context.token)
            let canvas = try CairoCanvas(copying: bitmap)
            canvas.setBlendMode(blendMode)
            try canvas.drawing(scaled, x: frame.x, y: frame.y) {
                // Outside of the frame nothing changes, whatever the mode does where nothing is drawn.
                cairo_rectangle(
                    canvas.context, Double(frame.x), Double(frame.y), Double(frame.width), Double(frame.height))
                cairo_clip(canvas.context)
                cairo_paint_with_alpha(canvas.context, alpha)
            }
            return try canvas.finish(isOpaque: bitmap.isOpaque && blendMode.mixes)
        }
    }
}
