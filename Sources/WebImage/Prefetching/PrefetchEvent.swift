/// The end of one picture of a batch.
public struct PrefetchEvent: Sendable {
    /// How one picture of a batch ended.
    public enum Outcome: Sendable {
        /// Loaded now.
        case finished
        /// There already, or named earlier in the batch.
        case skipped
        /// Not there, and why; ``WebImageError/Code/cancelled`` where the batch was cancelled.
        case failed(WebImageError)
    }

    /// The picture's address.
    public var url: ImageURL
    /// How it ended.
    public var outcome: Outcome
    /// The batch's counts with this picture in them.
    public var counts: PrefetchCounts

    /// Makes an event.
    public init(url: ImageURL, outcome: Outcome, counts: PrefetchCounts) {
        self.url = url
        self.outcome = outcome
        self.counts = counts
    }
}
