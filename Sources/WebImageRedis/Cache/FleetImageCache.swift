#if Redis
    public import WebImageCore

    /// This machine's cache with a shared one behind it: what is found there is kept here too.
    ///
    /// Memory and disk are asked first. A failure of one cache never keeps the other from working.
    public final class FleetImageCache: ImageCache {
        /// This machine's own memory and disk.
        public let local: any ImageCache
        /// The tier behind them.
        public let shared: RedisImageCache

        /// Puts a shared tier behind a cache of this machine.
        public init(local: any ImageCache, shared: RedisImageCache) {
            self.local = local
            self.shared = shared
        }

        public func memoryImage(for key: CacheKey) -> DecodedImage? { local.memoryImage(for: key) }

        public func storeInMemory(_ image: DecodedImage, for key: CacheKey) { local.storeInMemory(image, for: key) }

        /// The nearest entry. One that comes from the shared cache is kept on the disk if the disk was asked.
        public func entry(for key: CacheKey, context: CacheContext) async throws -> CacheEntry? {
            var failure: (any Error)?
            do {
                if let entry = try await local.entry(for: key, context: context) { return entry }
            } catch {
                failure = error
            }
            try context.token.check()
            do {
                if let entry = try await shared.entry(for: key, context: context) {
                    await keep(entry, for: key, tiers: context.tiers)
                    return entry
                }
            } catch {
                failure = failure ?? error
            }
            try context.token.check()
            if let failure { throw failure }
            return nil
        }

        /// Keeps what the shared cache had on this machine's disk.
        func keep(_ entry: CacheEntry, for key: CacheKey, tiers: CacheTiers) async {
            guard tiers.contains(.disk) else { return }
            try? await local.store(entry, for: key, context: CacheContext(tiers: .disk))
        }

        public func store(_ entry: CacheEntry, for key: CacheKey, context: CacheContext) async throws {
            try await both { try await $0.store(entry, for: key, context: context) }
        }

        public func update(_ metadata: CacheMetadata, for key: CacheKey, context: CacheContext) async throws {
            try await both { try await $0.update(metadata, for: key, context: context) }
        }

        public func tiers(holding key: CacheKey, context: CacheContext) async -> CacheTiers {
            await local.tiers(holding: key, context: context).union(shared.tiers(holding: key, context: context))
        }

        public func remove(_ key: CacheKey, context: CacheContext) async throws {
            try await both { try await $0.remove(key, context: context) }
        }

        /// Removes everything from the context's tiers; with ``CacheTiers/shared`` for all machines.
        public func removeAll(context: CacheContext) async throws {
            try await both { try await $0.removeAll(context: context) }
        }

        /// Changes both caches; the first failure is thrown when both have been asked.
        private func both(_ change: (any ImageCache) async throws -> Void) async throws {
            var failure: (any Error)?
            for cache in [local, shared] as [any ImageCache] {
                do { try await change(cache) } catch { failure = failure ?? error }
            }
            if let failure { throw failure }
        }
    }
#endif
