public import FoundationEssentials

/// Encoded bytes out of a cache, with what was kept beside them.
public struct CacheEntry: Sendable {
    public var data: Data
    public var metadata: CacheMetadata
    /// The tier that the bytes came from.
    public var tier: CacheTiers

    public init(data: Data, metadata: CacheMetadata, tier: CacheTiers = .disk) {
        self.data = data
        self.metadata = metadata
        self.tier = tier
    }
}
