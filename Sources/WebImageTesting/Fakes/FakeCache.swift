public import WebImageCore

/// A cache in two dictionaries that counts, can be held and can be broken.
public final class FakeCache: ImageCache {
    private struct State {
        var memory: [CacheKey: DecodedImage] = [:]
        var entries: [CacheKey: CacheEntry] = [:]
        var reads: [CacheKey] = []
        var stores: [CacheKey] = []
        var memoryReads = 0
        var failure: WebImageError?
    }

    /// Passed by every read of an entry; open unless a test closes it.
    public let readGate: TestGate
    private let state = Lock(State())

    /// Makes an empty cache.
    public init(readGate: TestGate = TestGate(isOpen: true)) { self.readGate = readGate }

    /// Thrown by every call that can throw, as a broken disk would.
    public var failure: WebImageError? {
        get { state.withLock { $0.failure } }
        set { state.withLock { $0.failure = newValue } }
    }

    /// The keys of entries that were read or asked for, in order.
    public var reads: [CacheKey] { state.withLock { $0.reads } }
    /// The keys of entries that were stored, in order.
    public var stores: [CacheKey] { state.withLock { $0.stores } }
    /// How often a decoded picture was asked for.
    public var memoryReads: Int { state.withLock { $0.memoryReads } }
    /// What is in the memory tier.
    public var memoryKeys: Set<CacheKey> { state.withLock { Set($0.memory.keys) } }
    /// What is in the tiers below.
    public var entries: [CacheKey: CacheEntry] { state.withLock { $0.entries } }

    /// Puts an entry there, uncounted.
    public func plant(_ entry: CacheEntry, for key: CacheKey) { state.withLock { $0.entries[key] = entry } }

    public func memoryImage(for key: CacheKey) -> DecodedImage? {
        state.withLock { state in
            state.memoryReads += 1
            return state.memory[key]
        }
    }

    public func storeInMemory(_ image: DecodedImage, for key: CacheKey) { state.withLock { $0.memory[key] = image } }

    public func entry(for key: CacheKey, context: CacheContext) async throws -> CacheEntry? {
        state.withLock { $0.reads.append(key) }
        try await readGate.pass()
        if let failure { throw failure }
        return state.withLock { $0.entries[key] }
    }

    public func store(_ entry: CacheEntry, for key: CacheKey, context: CacheContext) async throws {
        if let failure { throw failure }
        state.withLock { state in
            state.stores.append(key)
            state.entries[key] = entry
        }
    }

    public func update(_ metadata: CacheMetadata, for key: CacheKey, context: CacheContext) async throws {
        if let failure { throw failure }
        state.withLock { $0.entries[key]?.metadata = metadata }
    }

    public func tiers(holding key: CacheKey, context: CacheContext) async -> CacheTiers {
        state.withLock { state in
            var tiers: CacheTiers = []
            if state.memory[key] != nil { tiers.insert(.memory) }
            if state.entries[key] != nil { tiers.insert(.disk) }
            return tiers.intersection(context.tiers)
        }
    }

    public func remove(_ key: CacheKey, context: CacheContext) async throws {
        if let failure { throw failure }
        state.withLock { state in
            if context.tiers.contains(.memory) { state.memory[key] = nil }
            if context.tiers.contains(.disk) { state.entries[key] = nil }
        }
    }

    public func removeAll(context: CacheContext) async throws {
        if let failure { throw failure }
        state.withLock { state in
            if context.tiers.contains(.memory) { state.memory = [:] }
            if context.tiers.contains(.disk) { state.entries = [:] }
        }
    }
}
