internal import WebImageCore
internal import WebImageEditing

/// One edit of the command line.
enum EditArgument: Sendable, Equatable {
    enum Axis: String, Sendable, CaseIterable {
        case horizontal = "h"
        case vertical = "v"
    }

    enum Radius: Sendable, Equatable {
        case pixels(Double)
        /// Of the shorter side.
        case percent(Double)
    }

    case size(PixelSize)
    case crop(PixelRect)
    case rotate(degrees: Double)
    case flip(Axis)
    case round(Radius)
    case border(width: Double, color: PixelColor)
    case background(PixelColor)
    case blur(sigma: Double)
    case tint(PixelColor)
    case grayscale

    /// `12` or `12px` in pixels, `10%` of the shorter side.
    static func radius(_ text: String) -> Radius? {
        if text.hasSuffix("%") { return ValueText.number(text.dropLast(), in: 0...100).map { .percent($0) } }
        let digits = text.hasSuffix("px") ? text.dropLast(2) : text[...]
        return ValueText.number(digits, in: 0...1e9).map { .pixels($0) }
    }

    /// `W,COLOR`.
    static func border(_ text: String) -> EditArgument? {
        guard let comma = text.firstIndex(of: ","), let width = ValueText.number(text[..<comma], in: 0...1e9),
            width > 0,
            let color = PixelColor(parsing: String(text[text.index(after: comma)...]))
        else { return nil }
        return .border(width: width, color: color)
    }
}
