public import WebImageCore

/// A line that is drawn inside of a picture's bounds, along its edge.
public struct Border: Hashable, Sendable {
    /// In pixels; more than half of the shorter side covers all of the picture.
    public var width: Double
    /// The color of the line; may be partly transparent.
    public var color: PixelColor

    /// Makes a line of `width` pixels.
    public init(width: Double, color: PixelColor) {
        self.width = width
        self.color = color
    }

    var key: String { "\(EditKey.number(width)),\(color)" }

    /// Whether it changes no pixel.
    var isInvisible: Bool { width == 0 || color.alpha == 0 }
}
