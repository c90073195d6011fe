internal import CWebImageCairo
internal import CWebImagePixels
public import WebImageCore

extension ImageEditor {
    /// Changes light and color; numbers that make no sense fail with ``WebImageError/Code/editFailed``.
    public static func adjust(_ adjustment: ColorAdjustment) -> ImageEditor {
        guard adjustment.isValid else {
            return failing(
                "adjust(invalid)",
                "Colors can't be adjusted by \(adjustment.key); give finite numbers, a saturation and contrast from 0 up "
                    + "and a gamma over 0.")
        }
        if adjustment == ColorAdjustment() { return identity }
        if !adjustment.changesTones { return colorMatrix(.saturation(adjustment.saturation)) }
        return ImageEditor(key: "adjust(\(adjustment.key))") { bitmap, context in
            let table = adjustment.table
            let toned =
                adjustment.saturation == 1
                ? bitmap : try bitmap.colored(.saturation(adjustment.saturation), token: context.token)
            return try toned.mappingRows(token: context.token) { source, target, _ in
                // The table is of straight values.
                wi_unpremultiply_row(source, target, toned.width)
                wi_map_row(target, toned.width, table)
                if !toned.isOpaque { _ = wi_premultiply_row(target, toned.width) }
            }
        }
    }

    /// Changes light and color: ``ColorAdjustment`` says what each number does.
    public static func adjust(
        saturation: Double = 1, brightness: Double = 0, contrast: Double = 1, exposure: Double = 0, gamma: Double = 1
    ) -> ImageEditor {
        adjust(
            ColorAdjustment(
                saturation: saturation, brightness: brightness, contrast: contrast, exposure: exposure, gamma: gamma))
    }

    /// Darkens the picture toward its corners; clear pixels stay clear.
    ///
    /// - Parameters:
    ///   - intensity: How dark the corners become, from 0 (nothing) to 1 (black). Default: 0.5.
    ///   - radius: Where it begins, as a part of the way from the middle to a corner, from 0 to less than 1. Default: 0.5.
    public static func vignette(intensity: Double = 0.5, radius: Double = 0.5) -> ImageEditor {
        guard (0...1).contains(intensity), (0..<1).contains(radius) else {
            return failing(
                "vignette(invalid)",
                "There is no vignette of \(intensity) from \(radius); give an intensity from 0 to 1 and a radius below 1."
            )
        }
        if intensity == 0 { return identity }
        return ImageEditor(key: "vignette(\(EditKey.numbers([intensity, radius])))") { bitmap, context in
            try bitmap.covered(blendMode: .normal, token: context.token) { canvas in
                // A circle of radius 1 that is stretched so that it goes through the corners.
                let pattern = cairo_pattern_create_radial(0, 0, radius, 0, 0, 1)
                // A smooth step, in a few straight pieces: nobody sees where it begins.
                for step in 0...8 {
                    let part = Double(step) / 8
                    let smooth = part * part * (3 - 2 * part)
                    cairo_pattern_add_color_stop_rgba(pattern, part, 0, 0, 0, intensity * smooth)
                }
                let width = Double(bitmap.width)
                let height = Double(bitmap.height)
                cairo_translate(canvas.context, width / 2, height / 2)
                cairo_scale(canvas.context, width * 0.5.squareRoot(), height * 0.5.squareRoot())
                cairo_set_source(canvas.context, pattern)
                cairo_pattern_destroy(pattern)
                cairo_paint(canvas.context)
            }
        }
    }
}
