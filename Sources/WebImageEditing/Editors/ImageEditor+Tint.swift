internal import CWebImageCairo
public import WebImageCore

extension ImageEditor {
    /// Lays a color over the picture.
    ///
    /// - Parameters:
    ///   - color: Its alpha is how much of it there is.
    ///   - blendMode: How it mixes. The modes that mix keep the picture's shape: clear pixels stay clear. The others
    ///     (``BlendMode/sourceIn`` for icons, …) are as Porter and Duff say. Default: ``BlendMode/normal``.
    public static func tint(_ color: PixelColor, blendMode: BlendMode = .normal) -> ImageEditor {
        if color.alpha == 0, blendMode.mixes { return identity }
        return ImageEditor(key: "tint(\(color.canonical),\(blendMode.rawValue))") { bitmap, context in
            try bitmap.covered(blendMode: blendMode, token: context.token) { canvas in
                canvas.setColor(color)
                cairo_paint(canvas.context)
            }
        }
    }

    /// Lays a gradient of colors over the picture.
    ///
    /// - Parameters:
    ///   - colors: At least one.
    ///   - locations: Where each color is pure, from 0 (start) to 1 (end), ascending; nil spreads them evenly.
    ///   - start: A point of the picture as fractions of its sides. Default: the middle of the top edge.
    ///   - end: Default: the middle of the bottom edge.
    ///   - blendMode: As for ``tint(_:blendMode:)``.
    public static func gradientTint(
        _ colors: [PixelColor], locations: [Double]? = nil, start: Anchor = .top, end: Anchor = .bottom,
        blendMode: BlendMode = .normal
    ) -> ImageEditor {
        let last = Double(max(1, colors.count - 1))
        let stops = locations ?? colors.indices.map { Double($0) / last }
        let key =
            "gradient(\(colors.map(\.description).joined(separator: ",")),\(EditKey.numbers(stops)),"
            + "\(start.key),\(end.key),\(blendMode.rawValue))"
        let points = [start.x, start.y, end.x, end.y]
        guard !colors.isEmpty, stops.count == colors.count, stops.allSatisfy((0...1).contains),
            zip(stops, stops.dropFirst()).allSatisfy({ $0 <= $1 }), points.allSatisfy(\.isFinite)
        else {
            return failing(
                key,
                "The gradient needs one location for each of its colors, from 0 to 1 and ascending, and finite points.")
        }
        return ImageEditor(key: key) { bitmap, context in
            try bitmap.covered(blendMode: blendMode, token: context.token) { canvas in
                let width = Double(bitmap.width)
                let height = Double(bitmap.height)
                let pattern = cairo_pattern_create_linear(
                    start.x * width, start.y * height, end.x * width, end.y * height)
                for (color, stop) in zip(colors, stops) {
                    cairo_pattern_add_color_stop_rgba(
                        pattern, stop, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255,
                        Double(color.alpha) / 255)
                }
                cairo_set_source(canvas.context, pattern)
                cairo_pattern_destroy(pattern)
                cairo_paint(canvas.context)
            }
        }
    }
}
