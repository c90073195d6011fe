internal import CWebImageCairo

/// How a color or a picture that is drawn mixes with what is below it.
///
/// The first group keeps both pictures (PDF 1.7, 11.3.5; W3C Compositing 1), the second is Porter and Duff's.
public enum BlendMode: String, Sendable, CaseIterable {
    /// A mode by its name in CSS and PDF; `normal` puts the source over what is there.
    case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, hardLight, softLight, difference,
        exclusion, hue, saturation, color, luminosity

    /// A mode by Porter and Duff's name; `sourceIn` draws only where there is something, `clear` takes away.
    case clear, copy, sourceIn, sourceOut, sourceAtop, destinationOver, destinationIn, destinationOut, destinationAtop,
        xor, plusLighter

    /// Whether a color mixes into what is there, so that a tint with it keeps the picture's shape.
    var mixes: Bool { Self.mixing[self] != nil }

    private static let mixing: [BlendMode: cairo_operator_t] = [
        .normal: CAIRO_OPERATOR_OVER, .multiply: CAIRO_OPERATOR_MULTIPLY, .screen: CAIRO_OPERATOR_SCREEN,
        .overlay: CAIRO_OPERATOR_OVERLAY, .darken: CAIRO_OPERATOR_DARKEN, .lighten: CAIRO_OPERATOR_LIGHTEN,
        .colorDodge: CAIRO_OPERATOR_COLOR_DODGE, .colorBurn: CAIRO_OPERATOR_COLOR_BURN,
        .hardLight: CAIRO_OPERATOR_HARD_LIGHT, .softLight: CAIRO_OPERATOR_SOFT_LIGHT,
        .difference: CAIRO_OPERATOR_DIFFERENCE, .exclusion: CAIRO_OPERATOR_EXCLUSION, .hue: CAIRO_OPERATOR_HSL_HUE,
        .saturation: CAIRO_OPERATOR_HSL_SATURATION, .color: CAIRO_OPERATOR_HSL_COLOR,
        .luminosity: CAIRO_OPERATOR_HSL_LUMINOSITY,
    ]

    private static let masking: [BlendMode: cairo_operator_t] = [
        .clear: CAIRO_OPERATOR_CLEAR, .copy: CAIRO_OPERATOR_SOURCE, .sourceIn: CAIRO_OPERATOR_IN,
        .sourceOut: CAIRO_OPERATOR_OUT, .sourceAtop: CAIRO_OPERATOR_ATOP,
        .destinationOver: CAIRO_OPERATOR_DEST_OVER, .destinationIn: CAIRO_OPERATOR_DEST_IN,
        .destinationOut: CAIRO_OPERATOR_DEST_OUT, .destinationAtop: CAIRO_OPERATOR_DEST_ATOP,
        .xor: CAIRO_OPERATOR_XOR, .plusLighter: CAIRO_OPERATOR_ADD,
    ]

    var cairoOperator: cairo_operator_t { Self.mixing[self] ?? Self.masking[self] ?? CAIRO_OPERATOR_OVER }
}
