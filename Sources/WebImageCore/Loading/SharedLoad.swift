/// Leave for a loader that stands over a shared cache to answer a load from there, and to store there what it loads.
public struct SharedLoad: Sendable, Equatable {
    /// The name under which caches keep the original.
    public var key: CacheKey
    /// Whether the source is asked even where another machine has just failed to load the address.
    public var retriesFailed: Bool

    /// The tiers that the load both reads and fills.
    public var tiers: CacheTiers

    /// Makes a leave, for all tiers by default.
    public init(key: CacheKey, retriesFailed: Bool = false, tiers: CacheTiers = .all) {
        self.key = key
        self.retriesFailed = retriesFailed
        self.tiers = tiers
    }
}
