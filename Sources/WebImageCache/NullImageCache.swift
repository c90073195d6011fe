public import WebImageCore

/// A cache that keeps nothing: every load goes to its source.
public struct NullImageCache: ImageCache {
    /// Makes a cache that keeps nothing.
    public init() {}

    public func memoryImage(for key: CacheKey) -> DecodedImage? { nil }
    public func storeInMemory(_ image: DecodedImage, for key: CacheKey) {}
    public func entry(for key: CacheKey, context: CacheContext) async throws -> CacheEntry? { nil }
    public func store(_ entry: CacheEntry, for key: CacheKey, context: CacheContext) async throws {}
    public func update(_ metadata: CacheMetadata, for key: CacheKey, context: CacheContext) async throws {}
    public func tiers(holding key: CacheKey, context: CacheContext) async -> CacheTiers { [] }
    public func remove(_ key: CacheKey, context: CacheContext) async throws {}
    public func removeAll(context: CacheContext) async throws {}
}
