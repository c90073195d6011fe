/// The levels of a cache.
public struct CacheTiers: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Decoded pictures in this process.
    public static let memory = CacheTiers(rawValue: 1)
    /// Encoded bytes on this machine.
    public static let disk = CacheTiers(rawValue: 2)
    /// Encoded bytes that many machines share.
    public static let shared = CacheTiers(rawValue: 4)
    /// Every tier.
    public static let all: CacheTiers = [.memory, .disk, .shared]
}
