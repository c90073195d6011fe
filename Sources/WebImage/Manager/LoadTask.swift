/// One load: tells what happens, can be cancelled, and ends exactly once.
///
/// A task that nobody holds goes on; only ``cancel()`` ends it early.
public final class LoadTask: Sendable {
    /// How a load ends: with a picture, or with the reason why there is none.
    public typealias Outcome = Result<LoadedImage, WebImageError>

    private struct State {
        var outcome: Outcome?
        /// Whether the closure of the end has run, or waits for its thread: only then the others hear of it.
        var isTold = false
        var waiters: [CheckedContinuation<Outcome, Never>] = []
        var streams: [AsyncStream<LoadEvent>.Continuation] = []
        var onEvent: (@Sendable (LoadEvent) -> Void)?
        var onEnd: (@Sendable (Outcome) -> Void)?
        var worker: Task<Void, Never>?
        var isCancelled = false
    }

    /// What is loaded, as the request processor made it.
    public let request: ImageRequest
    let priorityHandle: PriorityHandle
    private let state: Lock<State>

    init(
        request: ImageRequest, onEvent: (@Sendable (LoadEvent) -> Void)? = nil,
        onEnd: (@Sendable (Outcome) -> Void)? = nil
    ) {
        self.request = request
        priorityHandle = PriorityHandle(request.priority)
        state = Lock(State(onEvent: onEvent, onEnd: onEnd))
    }

    /// How urgent the load is; setting it takes effect at once, also on a transfer that others share.
    public var priority: LoadPriority {
        get { priorityHandle.value }
        set { priorityHandle.value = newValue }
    }

    /// The outcome, once there is one.
    public var outcome: Outcome? { state.withLock { $0.outcome } }

    /// Ends the load with ``WebImageError/Code/cancelled``, unless it has ended. Never disturbs others that share its work.
    public func cancel() {
        let worker = state.withLock { state in
            state.isCancelled = true
            return state.worker
        }
        worker?.cancel()
        finish(.failure(WebImageError(.cancelled, "The load was cancelled.", url: request.url)))
    }

    /// The picture.
    ///
    /// Cancelling the task that waits does not cancel the load: others may wait for it too.
    public var image: DecodedImage {
        get async throws(WebImageError) { try await result.get().image }
    }

    /// How the load ended; waits until it has.
    public var result: Outcome {
        get async {
            await withCheckedContinuation { continuation in
                let outcome = state.withLock { state -> Outcome? in
                    guard state.isTold else {
                        state.waiters.append(continuation)
                        return nil
                    }
                    return state.outcome
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        }
    }

    /// What happens from now on until the end. At most 16 events are kept for a slow reader; the oldest are dropped.
    public var events: AsyncStream<LoadEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: LoadEvent.self, bufferingPolicy: .bufferingNewest(16))
        let hasEnded = state.withLock { state in
            if state.outcome == nil { state.streams.append(continuation) }
            return state.outcome != nil
        }
        if hasEnded { continuation.finish() }
        return stream
    }

    /// Takes the task that does the work; cancels it where the load was cancelled before.
    func attach(_ worker: Task<Void, Never>) {
        let isCancelled = state.withLock { state in
            if state.outcome == nil { state.worker = worker }
            return state.isCancelled
        }
        if isCancelled { worker.cancel() }
    }

    func send(_ event: LoadEvent) {
        let (handler, streams) = state.withLock { state in
            state.outcome == nil ? (state.onEvent, state.streams) : (nil, [])
        }
        guard handler != nil || !streams.isEmpty else { return }
        for stream in streams { stream.yield(event) }
        guard let handler else { return }
        if case .progress = event {
            handler(event)
        } else {
            // An event that waits for the main thread must not arrive after the end.
            request.options.callbackTarget.run { [self] in if outcome == nil { handler(event) } }
        }
    }

    /// Ends the load; only the first call counts.
    func finish(_ outcome: Outcome) {
        let ended = state.withLock { state -> State? in
            guard state.outcome == nil else { return nil }
            let before = state
            state = State(outcome: outcome, waiters: state.waiters, isCancelled: state.isCancelled)
            return before
        }
        guard let ended else { return }
        for stream in ended.streams { stream.finish() }
        if let onEnd = ended.onEnd { request.options.callbackTarget.run { onEnd(outcome) } }
        let waiters = state.withLock { state in
            state.isTold = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume(returning: outcome) }
    }
}
