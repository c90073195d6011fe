/// The radius of a rounded corner; never more than half of the shorter side.
public enum CornerRadius: Hashable, Sendable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// A length in pixels.
    case pixels(Double)
    /// A part of the shorter side; 0.5 makes a square a circle.
    case fraction(Double)

    public init(integerLiteral value: Int) { self = .pixels(Double(value)) }
    public init(floatLiteral value: Double) { self = .pixels(value) }

    var value: Double {
        switch self {
        case .pixels(let value), .fraction(let value): value
        }
    }

    var key: String {
        switch self {
        case .pixels(let value): EditKey.number(value)
        case .fraction(let value): value >= 0.5 ? "half" : "\(EditKey.number(value * 100))%"
        }
    }

    /// The radius in a picture of this shorter side.
    func length(shorterSide: Double) -> Double {
        let length =
            switch self {
            case .pixels(let value): value
            case .fraction(let value): value * shorterSide
            }
        return min(max(0, length), shorterSide / 2)
    }
}
