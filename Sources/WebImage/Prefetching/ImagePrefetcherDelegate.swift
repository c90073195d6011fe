/// Hears of everything that a prefetcher does. Calls come where the configuration's callback target says.
public protocol ImagePrefetcherDelegate: AnyObject, Sendable {
    /// One picture of a batch has ended.
    func prefetcher(_ prefetcher: ImagePrefetcher, didEnd event: PrefetchEvent, in batch: PrefetchBatch)

    /// A batch has ended, once.
    func prefetcher(_ prefetcher: ImagePrefetcher, didFinish batch: PrefetchBatch, with summary: PrefetchSummary)
}

extension ImagePrefetcherDelegate {
    public func prefetcher(_ prefetcher: ImagePrefetcher, didEnd event: PrefetchEvent, in batch: PrefetchBatch) {}

    public func prefetcher(
        _ prefetcher: ImagePrefetcher, didFinish batch: PrefetchBatch, with summary: PrefetchSummary
    ) {}
}
