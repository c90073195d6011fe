/// A rectangle of whole pixels; the origin is the picture's top left corner.
public struct PixelRect: Hashable, Sendable, CustomStringConvertible {
    /// Pixels from the left edge.
    public var x: Int
    /// Pixels from the top edge.
    public var y: Int
    /// Pixels from left to right.
    public var width: Int
    /// Pixels from top to bottom.
    public var height: Int

    /// Makes a rectangle of an origin and two sides, in pixels.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The whole of a picture.
    public init(_ size: PixelSize) {
        self.init(x: 0, y: 0, width: size.width, height: size.height)
    }

    /// Both sides.
    public var size: PixelSize { PixelSize(width: width, height: height) }

    /// Whether either side is zero or less.
    public var isEmpty: Bool { size.isEmpty }

    /// The part of this rectangle that lies inside a picture of `size`; empty where nothing does.
    public func clipped(to size: PixelSize) -> PixelRect {
        let left = min(max(x, 0), size.width)
        let top = min(max(y, 0), size.height)
        // Sums that overflow lie right of and below every picture.
        let right = min(max(x.addingReportingOverflow(width).overflow ? size.width : x + width, 0), size.width)
        let bottom = min(max(y.addingReportingOverflow(height).overflow ? size.height : y + height, 0), size.height)
        return PixelRect(x: left, y: top, width: max(0, right - left), height: max(0, bottom - top))
    }

    public var description: String { "\(width)×\(height) at \(x), \(y)" }
}
