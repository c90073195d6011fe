/// Tells the pictures of one display apart: each key has a load of its own.
public struct DisplayKey: Hashable, Sendable, RawRepresentable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }

    public var description: String { rawValue }

    /// The display's one picture: the default.
    public static let image: DisplayKey = "image"
    /// The picture of a pressed or selected state.
    public static let alternate: DisplayKey = "alternate"
    /// The picture behind the content.
    public static let background: DisplayKey = "background"
}
