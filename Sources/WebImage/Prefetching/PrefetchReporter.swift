/// Passes what happens in a batch on to the closures of the call and to the prefetcher's delegate.
final class PrefetchReporter: Sendable {
    private struct Links {
        weak var prefetcher: ImagePrefetcher?
        weak var batch: PrefetchBatch?
    }

    private let links: Lock<Links>
    private let onEvent: (@Sendable (PrefetchEvent) -> Void)?
    private let onEnd: (@Sendable (PrefetchSummary) -> Void)?

    init(
        prefetcher: ImagePrefetcher, onEvent: (@Sendable (PrefetchEvent) -> Void)?,
        onEnd: (@Sendable (PrefetchSummary) -> Void)?
    ) {
        links = Lock(Links(prefetcher: prefetcher))
        self.onEvent = onEvent
        self.onEnd = onEnd
    }

    var batch: PrefetchBatch? {
        get { links.withLock { $0.batch } }
        set { links.withLock { $0.batch = newValue } }
    }

    var handlers: PrefetchBatch.Handlers {
        PrefetchBatch.Handlers(
            onEvent: { [self] event in
                onEvent?(event)
                guard let (prefetcher, batch) = both else { return }
                prefetcher.delegate?.prefetcher(prefetcher, didEnd: event, in: batch)
            },
            onEnd: { [self] summary in
                onEnd?(summary)
                guard let (prefetcher, batch) = both else { return }
                prefetcher.forget(batch)
                prefetcher.delegate?.prefetcher(prefetcher, didFinish: batch, with: summary)
            })
    }

    private var both: (ImagePrefetcher, PrefetchBatch)? {
        links.withLock { links in
            guard let prefetcher = links.prefetcher, let batch = links.batch else { return nil }
            return (prefetcher, batch)
        }
    }
}
