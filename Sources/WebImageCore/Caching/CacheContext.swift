/// What a cache is given besides a key.
public struct CacheContext: Sendable {
    /// The tiers that are asked, written or cleared.
    public var tiers: CacheTiers
    public var priority: LoadPriority
    public var token: CancellationToken
    /// Whether entries whose own time is up are given out too: for offline use and for revalidation.
    public var allowsExpired: Bool

    public init(
        tiers: CacheTiers = .all, priority: LoadPriority = .normal, token: CancellationToken = CancellationToken(),
        allowsExpired: Bool = false
    ) {
        self.tiers = tiers
        self.priority = priority
        self.token = token
        self.allowsExpired = allowsExpired
    }
}
