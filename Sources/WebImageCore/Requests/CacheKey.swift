/// The name under which a cache keeps an entry.
///
/// The hash is computed once, when the key is made: a look-up of a long URL then costs no more than that of a short one
/// until the strings themselves are compared.
public struct CacheKey: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The text of the key: the URL, and after it what changes the pixels.
    public let string: String
    package let hash: Int

    /// Makes a key; hashes the text once.
    public init(_ string: String) {
        self.string = string
        hash = string.hashValue
    }

    public init(stringLiteral value: String) { self.init(value) }

    public static func == (left: Self, right: Self) -> Bool { left.hash == right.hash && left.string == right.string }

    public func hash(into hasher: inout Hasher) { hasher.combine(hash) }

    public var description: String { string }
}
