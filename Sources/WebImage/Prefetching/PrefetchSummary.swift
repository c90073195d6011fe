/// How a batch ended.
public struct PrefetchSummary: Sendable {
    /// What became of the pictures; `ended` is `total`.
    public var counts: PrefetchCounts
    /// The pictures that failed, in the order in which they did; cancelled ones with ``WebImageError/Code/cancelled``.
    public var failures: [(url: ImageURL, error: WebImageError)]
    /// Whether the batch was cancelled before its end.
    public var isCancelled: Bool
    /// From the call to the end.
    public var duration: Duration

    /// Makes a summary.
    public init(
        counts: PrefetchCounts, failures: [(url: ImageURL, error: WebImageError)], isCancelled: Bool, duration: Duration
    ) {
        self.counts = counts
        self.failures = failures
        self.isCancelled = isCancelled
        self.duration = duration
    }
}
