public import WebImageCore

/// The library's own cache: decoded pictures in memory, encoded ones on the disk; either part may be missing.
public final class StandardImageCache: ImageCache {
    /// The tier of decoded pictures; nil keeps none.
    public let memory: MemoryCache?
    /// The tier of encoded bytes; nil keeps none.
    public let disk: DiskCache?

    /// Makes a cache of two tiers; nothing is opened before its first use.
    public init(memory: MemoryCache? = MemoryCache(), disk: DiskCache? = DiskCache()) {
        self.memory = memory
        self.disk = disk
    }

    public func memoryImage(for key: CacheKey) -> DecodedImage? { memory?.image(for: key) }

    public func storeInMemory(_ image: DecodedImage, for key: CacheKey) { memory?.store(image, for: key) }

    public func entry(for key: CacheKey, context: CacheContext) async throws -> CacheEntry? {
        guard let disk, context.tiers.contains(.disk) else { return nil }
        return try await disk.entry(
            for: key, allowsExpired: context.allowsExpired, priority: context.priority, token: context.token)
    }

    public func store(_ entry: CacheEntry, for key: CacheKey, context: CacheContext) async throws {
        guard let disk, context.tiers.contains(.disk) else { return }
        try await disk.store(entry, for: key)
    }

    public func update(_ metadata: CacheMetadata, for key: CacheKey, context: CacheContext) async throws {
        guard let disk, context.tiers.contains(.disk) else { return }
        try await disk.update(metadata, for: key)
    }

    public func tiers(holding key: CacheKey, context: CacheContext) async -> CacheTiers {
        var tiers: CacheTiers = []
        if context.tiers.contains(.memory), memory?.contains(key) == true { tiers.insert(.memory) }
        guard let disk, context.tiers.contains(.disk) else { return tiers }
        // A disk that can't be read holds nothing for us.
        let metadata = try? await disk.metadata(for: key, allowsExpired: context.allowsExpired)
        if (metadata ?? nil) != nil { tiers.insert(.disk) }
        return tiers
    }

    public func remove(_ key: CacheKey, context: CacheContext) async throws {
        if context.tiers.contains(.memory) { memory?.remove(key) }
        if context.tiers.contains(.disk) { try await disk?.remove(key) }
    }

    public func removeAll(context: CacheContext) async throws {
        if context.tiers.contains(.memory) { memory?.removeAll() }
        if context.tiers.contains(.disk) { try await disk?.removeAll() }
    }
}
