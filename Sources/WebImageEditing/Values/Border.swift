public import WebImageCore

/// A line that is drawn inside of a picture's bounds, along its edge.
public struct Border: Hashable, Sendable {
    /// In pixels; more than half of the shorter side covers all of the picture.
    public var width: Double
    public var color: PixelColor

    public init(width: Double, color: PixelColor) {
        self.width = width
        self.color = color
    }

    var key: String { "\(EditKey.number(width)),\(color)" }

    /// Whether it changes no pixel.
    var isInvisible: Bool { width == 0 || color.alpha == 0 }
}
