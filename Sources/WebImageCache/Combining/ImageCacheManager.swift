public import WebImageCore

/// Several caches behind one: for example a private one over one that is shared.
///
/// The cache added last is the highest. A hit in a lower cache isn't copied into higher ones. A cache that fails doesn't
/// keep the others from being asked; the first error is thrown where none of them had an answer, or after a change was
/// made in all the others.
public final class ImageCacheManager: ImageCache {
    /// Which caches take part in an operation, and in what order.
    public enum Policy: Sendable, CaseIterable {
        /// From the highest to the lowest, one after the other; a query stops at the first hit.
        case serial
        /// All at once; a query takes the first hit that comes.
        case concurrent
        /// The cache that was added last.
        case highestOnly
        /// The cache that was added first.
        case lowestOnly
    }

    /// A policy for each kind of operation.
    public struct Policies: Sendable, Equatable {
        /// Reading. Default: one after the other.
        public var query = Policy.serial
        /// Writing. Default: the highest alone.
        public var store = Policy.highestOnly
        /// Removing one entry. Default: all at once.
        public var remove = Policy.concurrent
        /// Asking which tiers hold a key. Default: one after the other.
        public var contains = Policy.serial
        /// Removing everything. Default: all at once.
        public var clear = Policy.concurrent

        /// Makes policies with all defaults.
        public init() {}
    }

    private let state: Lock<(caches: [any ImageCache], policies: Policies)>

    /// Puts caches over one another.
    ///
    /// - Parameter caches: From the lowest to the highest.
    public init(_ caches: [any ImageCache], policies: Policies = Policies()) {
        state = Lock((caches, policies))
    }

    /// From the lowest to the highest.
    public var caches: [any ImageCache] {
        get { state.withLock { $0.caches } }
        set { state.withLock { $0.caches = newValue } }
    }

    /// Which caches take part in what; may be set at any time.
    public var policies: Policies {
        get { state.withLock { $0.policies } }
        set { state.withLock { $0.policies = newValue } }
    }

    /// Puts a cache above the others.
    public func add(_ cache: any ImageCache) { state.withLock { $0.caches.append(cache) } }

    /// The caches that take part, highest first.
    private func participants(_ policy: (Policies) -> Policy) -> (caches: [any ImageCache], isConcurrent: Bool) {
        let (caches, policies) = state.withLock { ($0.caches, $0.policies) }
        return switch policy(policies) {
        case .serial: (caches.reversed(), false)
        case .concurrent: (caches.reversed(), true)
        case .highestOnly: (Array(caches.suffix(1)), false)
        case .lowestOnly: (Array(caches.prefix(1)), false)
        }
    }

    /// Asked in order under every policy: an answer from memory costs less than asking at once.
    public func memoryImage(for key: CacheKey) -> DecodedImage? {
        participants { $0.query }.caches.lazy.compactMap { $0.memoryImage(for: key) }.first
    }

    public func storeInMemory(_ image: DecodedImage, for key: CacheKey) {
        for cache in participants({ $0.store }).caches { cache.storeInMemory(image, for: key) }
    }

    public func entry(for key: CacheKey, context: CacheContext) async throws -> CacheEntry? {
        let (caches, isConcurrent) = participants { $0.query }
        return try await first(of: caches, isConcurrent: isConcurrent, context) { cache, context in
            try await cache.entry(for: key, context: context)
        }
    }

    public func tiers(holding key: CacheKey, context: CacheContext) async -> CacheTiers {
        let (caches, isConcurrent) = participants { $0.contains }
        let tiers = try? await first(of: caches, isConcurrent: isConcurrent, context) { cache, context in
            let tiers = await cache.tiers(holding: key, context: context)
            return tiers.isEmpty ? nil : tiers
        }
        return (tiers ?? nil) ?? []
    }

    public func store(_ entry: CacheEntry, for key: CacheKey, context: CacheContext) async throws {
        try await all({ $0.store }) { try await $0.store(entry, for: key, context: context) }
    }

    public func update(_ metadata: CacheMetadata, for key: CacheKey, context: CacheContext) async throws {
        try await all({ $0.store }) { try await $0.update(metadata, for: key, context: context) }
    }

    public func remove(_ key: CacheKey, context: CacheContext) async throws {
        try await all({ $0.remove }) { try await $0.remove(key, context: context) }
    }

    public func removeAll(context: CacheContext) async throws {
        try await all({ $0.clear }) { try await $0.removeAll(context: context) }
    }

    private func first<Answer: Sendable>(
        of caches: [any ImageCache], isConcurrent: Bool, _ context: CacheContext,
        _ ask: @escaping @Sendable (any ImageCache, CacheContext) async throws -> Answer?
    ) async throws -> Answer? {
        var failure: (any Error)?
        var misses = 0
        guard !isConcurrent || caches.count < 2 else { return try await firstToAnswer(of: caches, context, ask) }
        for cache in caches {
            try context.token.check()
            do {
                if let answer = try await ask(cache, context) { return answer }
                misses += 1
            } catch {
                failure = failure ?? error
            }
        }
        if misses == 0, let failure { throw failure }
        return nil
    }

    private func firstToAnswer<Answer: Sendable>(
        of caches: [any ImageCache], _ context: CacheContext,
        _ ask: @escaping @Sendable (any ImageCache, CacheContext) async throws -> Answer?
    ) async throws -> Answer? {
        // A token of its own: the first hit ends the other queries, not the caller's load.
        let token = CancellationToken()
        let link = context.token.onCancel { token.cancel() }
        defer { link.remove() }
        var own = context
        own.token = token
        typealias Outcome = Result<Answer?, any Error>
        let outcome = await withTaskGroup(of: Outcome.self, returning: Outcome.self) { [own] group in
            for cache in caches {
                group.addTask {
                    do { return Outcome.success(try await ask(cache, own)) } catch { return Outcome.failure(error) }
                }
            }
            var miss: Outcome?
            var failure: Outcome?
            for await outcome in group {
                switch outcome {
                case .success(.some):
                    group.cancelAll()
                    return outcome
                case .success(.none): miss = outcome
                case .failure: failure = failure ?? outcome
                }
            }
            return miss ?? failure ?? .success(nil)
        }
        return try outcome.get()
    }

    private func all(
        _ policy: (Policies) -> Policy, _ change: @escaping @Sendable (any ImageCache) async throws -> Void
    ) async throws {
        let (caches, isConcurrent) = participants(policy)
        var failure: (any Error)?
        if isConcurrent {
            failure = await withTaskGroup(of: (any Error)?.self) { group in
                for cache in caches {
                    group.addTask {
                        do { try await change(cache) } catch { return error }
                        return nil
                    }
                }
                return await group.reduce(nil) { $0 ?? $1 }
            }
        } else {
            for cache in caches {
                do { try await change(cache) } catch { failure = failure ?? error }
            }
        }
        if let failure { throw failure }
    }
}
