/// The end of one picture of a batch.
public struct PrefetchEvent: Sendable {
    public enum Outcome: Sendable {
        case finished, skipped
        case failed(WebImageError)
    }

    public var url: ImageURL
    public var outcome: Outcome
    /// The batch's counts with this picture in them.
    public var counts: PrefetchCounts

    public init(url: ImageURL, outcome: Outcome, counts: PrefetchCounts) {
        self.url = url
        self.outcome = outcome
        self.counts = counts
    }
}
