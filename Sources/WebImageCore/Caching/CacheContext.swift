/// What a cache is given besides a key.
public struct CacheContext: Sendable {
    /// The tiers that are asked, written or cleared.
    public var tiers: CacheTiers
    /// How urgent a read is among those that wait. Default: normal.
    public var priority: LoadPriority
    /// Cancelled when nobody wants the answer any more.
    public var token: CancellationToken
    /// Whether entries whose own time is up are given out too: for offline use and for revalidation.
    public var allowsExpired: Bool

    /// Makes a context; without arguments, of all tiers and at normal priority.
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
