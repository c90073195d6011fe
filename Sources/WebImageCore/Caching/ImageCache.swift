/// Keeps pictures: decoded ones in memory, encoded ones on a disk or elsewhere.
///
/// A cache never decodes. Its errors never fail a load: the manager goes on without it. All calls may come from any
/// thread, at once.
public protocol ImageCache: Sendable {
    /// The decoded picture, at once and on the caller's thread; never touches a disk.
    func memoryImage(for key: CacheKey) -> DecodedImage?

    /// Keeps a decoded picture in memory, at once.
    func storeInMemory(_ image: DecodedImage, for key: CacheKey)

    /// The encoded bytes from the tiers below memory, or nil where no tier has them.
    ///
    /// - Throws: ``WebImageError/Code/cancelled``; ``WebImageError/Code/cacheFailed`` where the cache can't be read.
    func entry(for key: CacheKey, context: CacheContext) async throws -> CacheEntry?

    /// Keeps encoded bytes in the tiers below memory; returns when a later ``entry(for:context:)`` will find them.
    func store(_ entry: CacheEntry, for key: CacheKey, context: CacheContext) async throws

    /// Replaces what is kept beside the bytes; does nothing where there is no entry.
    func update(_ metadata: CacheMetadata, for key: CacheKey, context: CacheContext) async throws

    /// The tiers that hold `key`, without reading the bytes.
    func tiers(holding key: CacheKey, context: CacheContext) async -> CacheTiers

    /// Removes an entry from the context's tiers; does nothing where there is none.
    func remove(_ key: CacheKey, context: CacheContext) async throws

    /// Removes everything from the context's tiers.
    func removeAll(context: CacheContext) async throws
}
