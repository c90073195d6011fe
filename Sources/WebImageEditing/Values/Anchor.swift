/// Where a part lies in a whole, as fractions of what is left over: 0 is left or top, 1 is right or bottom.
public struct Anchor: Hashable, Sendable {
    /// 0 is left, 1 right.
    public var x: Double
    /// 0 is top, 1 bottom.
    public var y: Double

    /// Makes an anchor of two fractions, 0…1.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The top left corner.
    public static let topLeft = Anchor(x: 0, y: 0)
    /// The middle of the top edge.
    public static let top = Anchor(x: 0.5, y: 0)
    /// The top right corner.
    public static let topRight = Anchor(x: 1, y: 0)
    /// The middle of the left edge.
    public static let left = Anchor(x: 0, y: 0.5)
    /// The middle.
    public static let center = Anchor(x: 0.5, y: 0.5)
    /// The middle of the right edge.
    public static let right = Anchor(x: 1, y: 0.5)
    /// The bottom left corner.
    public static let bottomLeft = Anchor(x: 0, y: 1)
    /// The middle of the bottom edge.
    public static let bottom = Anchor(x: 0.5, y: 1)
    /// The bottom right corner.
    public static let bottomRight = Anchor(x: 1, y: 1)

    var key: String { "\(EditKey.number(x)),\(EditKey.number(y))" }

    var isValid: Bool { (0...1).contains(x) && (0...1).contains(y) }

    /// Where a part of `part` pixels begins in `whole` pixels; a half is rounded down.
    func origin(of part: Int, in whole: Int, along axis: KeyPath<Anchor, Double>) -> Int {
        Int((Double(whole - part) * self[keyPath: axis]).rounded(.down))
    }
}
