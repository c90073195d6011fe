/// Where a part lies in a whole, as fractions of what is left over: 0 is left or top, 1 is right or bottom.
public struct Anchor: Hashable, Sendable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    public static let topLeft = Anchor(x: 0, y: 0)
    public static let top = Anchor(x: 0.5, y: 0)
    public static let topRight = Anchor(x: 1, y: 0)
    public static let left = Anchor(x: 0, y: 0.5)
    public static let center = Anchor(x: 0.5, y: 0.5)
    public static let right = Anchor(x: 1, y: 0.5)
    public static let bottomLeft = Anchor(x: 0, y: 1)
    public static let bottom = Anchor(x: 0.5, y: 1)
    public static let bottomRight = Anchor(x: 1, y: 1)

    var key: String { "\(EditKey.number(x)),\(EditKey.number(y))" }

    var isValid: Bool { (0...1).contains(x) && (0...1).contains(y) }

    /// Where a part of `part` pixels begins in `whole` pixels; a half is rounded down.
    func origin(of part: Int, in whole: Int, along axis: KeyPath<Anchor, Double>) -> Int {
        Int((Double(whole - part) * self[keyPath: axis]).rounded(.down))
    }
}
