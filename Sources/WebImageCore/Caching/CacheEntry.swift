public import FoundationEssentials

/// Encoded bytes out of a cache, with what was kept beside them.
public struct CacheEntry: Sendable {
    /// The encoded bytes.
    public var data: Data
    /// What is kept beside them.
    public var metadata: CacheMetadata
    /// The tier that the bytes came from.
    public var tier: CacheTiers

    /// Makes an entry; caches that give entries out name the tier.
    public init(data: Data, metadata: CacheMetadata, tier: CacheTiers = .disk) {
        self.data = data
        self.metadata = metadata
        self.tier = tier
    }
}
