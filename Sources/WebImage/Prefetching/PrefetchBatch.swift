/// One list of pictures that is being prefetched.
public final class PrefetchBatch: Sendable {
    struct Handlers: Sendable {
        var onEvent: (@Sendable (PrefetchEvent) -> Void)?
        var onEnd: (@Sendable (PrefetchSummary) -> Void)?
    }

    private struct State {
        var counts: PrefetchCounts
        var failures: [(url: ImageURL, error: WebImageError)] = []
        /// The pictures that have not ended, by their place in the list.
        var open: Set<Int>
        var next = 0
        var running: [Int: CancellationToken] = [:]
        var isCancelled = false
        var summary: PrefetchSummary?
        var waiters: [CheckedContinuation<PrefetchSummary, Never>] = []
        var streams: [AsyncStream<PrefetchEvent>.Continuation] = []
        /// Whether the end is among the news.
        var hasEnded = false
    }

    private enum News: Sendable {
        case event(PrefetchEvent)
        case end(PrefetchSummary)
    }

    /// What was asked for, in order.
    public let requests: [ImageRequest]
    /// The places of pictures that stand earlier in the list already.
    let doubles: Set<Int>
    let priorityHandle: PriorityHandle
    let destination: ImagePrefetcher.Destination
    private let handlers: Handlers
    private let target: CallbackTarget
    private let time: any TimeSource
    private let start: Duration
    private let state: Lock<State>
    /// What is yet to be told: events keep their order, and none comes after the end.
    private let news = OrderedMessages<News>()

    init(
        requests: [ImageRequest], configuration: ImagePrefetcher.Configuration, handlers: Handlers,
        time: any TimeSource
    ) {
        self.requests = requests
        var seen: Set<String> = []
        doubles = Set(
            requests.indices.filter {
                !seen.insert(requests[$0].url.string + "\u{1F}" + (requests[$0].editor?.key ?? "")).inserted
            })
        self.handlers = handlers
        self.time = time
        start = time.uptime
        target = configuration.callbackTarget
        destination = configuration.destination
        priorityHandle = PriorityHandle(configuration.priority)
        state = Lock(State(counts: PrefetchCounts(total: requests.count), open: Set(requests.indices)))
    }

    /// How far the batch is.
    public var counts: PrefetchCounts { state.withLock { $0.counts } }

    /// Whether every picture has ended.
    public var hasEnded: Bool { state.withLock { $0.summary != nil } }

    /// How the batch ended; waits until it has.
    public var summary: PrefetchSummary {
        get async {
            await withCheckedContinuation { continuation in
                let summary = state.withLock { state -> PrefetchSummary? in
                    if state.summary == nil { state.waiters.append(continuation) }
                    return state.summary
                }
                if let summary { continuation.resume(returning: summary) }
            }
        }
    }

    /// The end of each picture from now on. The newest 1,024 are kept for a slow reader.
    public var events: AsyncStream<PrefetchEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: PrefetchEvent.self, bufferingPolicy: .bufferingNewest(1024))
        let hasEnded = state.withLock { state in
            if state.summary == nil { state.streams.append(continuation) }
            return state.summary != nil
        }
        if hasEnded { continuation.finish() }
        return stream
    }

    /// Ends the batch: what has not ended counts as failed with ``WebImageError/Code/cancelled``, and the end is told once.
    /// Loads of others that share its transfers go on.
    public func cancel() {
        state.withLock { $0.isCancelled = true }
        for index in requests.indices { cancel(at: index) }
    }

    /// Ends the pictures of one address.
    public func cancel(_ url: ImageURL) {
        for index in requests.indices where requests[index].url == url { cancel(at: index) }
    }

    private func cancel(at index: Int) {
        let token = state.withLock { $0.running[index] }
        end(
            index, .failed(WebImageError(.cancelled, "The prefetch was cancelled.", url: requests[index].url)),
            byteCount: 0)
        token?.cancel()
    }

    /// The next picture to begin with, and the token that ends it.
    func takeNext() -> (index: Int, token: CancellationToken)? {
        state.withLock { state in
            while state.next < requests.count {
                let index = state.next
                state.next += 1
                guard state.open.contains(index) else { continue }
                let token = CancellationToken()
                state.running[index] = token
                return (index, token)
            }
            return nil
        }
    }

    /// Counts the end of a picture; only the first end of each counts. The last one ends the batch.
    func end(_ index: Int, _ outcome: PrefetchEvent.Outcome, byteCount: Int) {
        state.withLock { state in
            state.running[index] = nil
            guard state.open.remove(index) != nil else { return }
            switch outcome {
            case .finished: state.counts.finished += 1
            case .skipped: state.counts.skipped += 1
            case .failed(let error):
                state.counts.failed += 1
                state.failures.append((requests[index].url, error))
            }
            state.counts.byteCount += byteCount
            news.append(
                .event(PrefetchEvent(url: requests[index].url, outcome: outcome, counts: state.counts)))
        }
        endIfDone()
    }

    /// Ends the batch where every picture has; an empty one ends at once.
    func endIfDone() {
        let duration = time.uptime - start
        state.withLock { state in
            guard !state.hasEnded, state.open.isEmpty else { return }
            state.hasEnded = true
            news.append(
                .end(
                    PrefetchSummary(
                        counts: state.counts, failures: state.failures, isCancelled: state.isCancelled,
                        duration: duration)))
        }
        news.tell(tell)
    }

    private func tell(_ news: News) {
        switch news {
        case .event(let event):
            for stream in state.withLock({ $0.streams }) { stream.yield(event) }
            if let onEvent = handlers.onEvent { target.run { onEvent(event) } }
        case .end(let summary):
            let (streams, waiters) = state.withLock { state in
                defer { (state.summary, state.streams, state.waiters) = (summary, [], []) }
                return (state.streams, state.waiters)
            }
            for stream in streams { stream.finish() }
            if let onEnd = handlers.onEnd { target.run { onEnd(summary) } }
            for waiter in waiters { waiter.resume(returning: summary) }
        }
    }
}
