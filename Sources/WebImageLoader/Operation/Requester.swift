internal import FoundationEssentials
internal import WebImageCore

/// One call that waits for a load.
///
/// Its callbacks run on a worker thread, one after the other, so that slow ones hold up neither the network nor other
/// callers; what came meanwhile is told in one call.
final class Requester: Sendable {
    /// Where callbacks get what has come.
    protocol Source: AnyObject, Sendable {
        /// The progress now, and a copy of the body from `offset` on where `wantsData`; no progress where nothing of this
        /// answer is there yet, or its body went into the outcome.
        func read(from offset: Int, wantsData: Bool) -> (progress: LoadProgress?, piece: Data)
        /// Called when a piece goes to the callbacks: a transfer that was too far ahead may go on.
        func didDeliver()
    }

    private struct State {
        var continuation: CheckedContinuation<LoadedData, any Error>?
        var outcome: Result<LoadedData, WebImageError>?
        weak var source: (any Source)?
        var isDraining = false
        var hasNews = false
        var isCancelled = false
        /// Bytes that the callbacks have had.
        var delivered = 0
        var progress: LoadProgress?
        var lastReport: Duration?
        var isResumed = false
        /// False once the body changed under the pieces that were told.
        var takesPieces = true
    }

    let identifier: UInt64
    let key: OperationKey
    let context: LoaderContext
    private let callbacks: WorkerPool
    private let interval: Duration
    private let state = Lock(State())

    init(
        identifier: UInt64, key: OperationKey, context: LoaderContext, callbacks: WorkerPool, interval: Duration
    ) {
        self.identifier = identifier
        self.key = key
        self.context = context
        self.callbacks = callbacks
        self.interval = interval
    }

    /// Whether anybody wants to hear of more than the end.
    var isListening: Bool { context.onProgress != nil || wantsData }

    /// Whether pieces are wanted, by now.
    var wantsData: Bool { context.onData != nil || context.dataDemand?.isWanted == true }

    /// How many bytes the callbacks have been given; all there can be, where no piece is given any more.
    var delivered: Int { state.withLock { $0.takesPieces ? $0.delivered : .max } }

    /// Hears of no more changes of what the call wants.
    func stopObserving() {
        context.priority.observe(nil)
        context.dataDemand?.observe(nil)
    }

    var isEnded: Bool { state.withLock { $0.outcome != nil } }

    func attach(_ continuation: CheckedContinuation<LoadedData, any Error>) {
        state.withLock { $0.continuation = continuation }
        resumeIfDone()
    }

    func attach(_ source: any Source) { state.withLock { $0.source = source } }

    /// Says that there is progress or data.
    func notify() {
        schedule { state in
            guard state.outcome == nil else { return false }
            state.hasNews = true
            return true
        }
    }

    /// No more pieces: the body that they belonged to was replaced by another.
    func stopPieces() { state.withLock { $0.takesPieces = false } }

    /// Ends the call, once; the first outcome counts. Callbacks hear of the rest before.
    func finish(_ outcome: Result<LoadedData, WebImageError>) {
        if isListening, case .success = outcome {
            schedule { state in
                guard state.outcome == nil else { return false }
                state.outcome = outcome
                state.hasNews = true
                return true
            }
        } else {
            state.withLock { state in
                if state.outcome == nil { state.outcome = outcome }
            }
            resumeIfDone()
        }
    }

    /// Ends the call at once, or when the callback that is running has returned.
    func cancel() {
        state.withLock { state in
            guard !state.isResumed else { return }
            state.outcome = .failure(WebImageError(.cancelled, "The load was cancelled.", url: key.request.url))
            state.hasNews = false
        }
        resumeIfDone()
    }

    // MARK: - Inside

    private func schedule(_ body: (inout State) -> Bool) {
        let starts = state.withLock { state in
            guard body(&state), !state.isDraining else { return false }
            state.isDraining = true
            return true
        }
        if starts { callbacks.submit { [self] in drain() } }
    }

    /// Runs callbacks until there is nothing new.
    private func drain() {
        while let step = nextStep() {
            if let progress = step.progress { context.onProgress?(progress) }
            guard !step.piece.isEmpty else { continue }
            step.source?.didDeliver()
            (context.onData ?? context.dataDemand?.onData)?(step.piece)
        }
        resumeIfDone()
    }

    private func nextStep() -> (progress: LoadProgress?, piece: Data, source: (any Source)?)? {
        let (outcome, source, offset) =
            state.withLock { state -> (LoadedData?, (any Source)?, Int)? in
                guard state.hasNews else {
                    state.isDraining = false
                    return nil
                }
                state.hasNews = false
                return (try? state.outcome?.get(), state.source, state.takesPieces ? state.delivered : Int.max)
            } ?? (nil, nil, -1)
        guard offset >= 0 else { return nil }
        let wantsData = wantsData && offset < Int.max
        let now: LoadProgress?
        let piece: Data
        if let data = outcome?.data {
            now = LoadProgress(received: data.count, total: data.count)
            piece =
                wantsData && offset < data.count ? data.subdata(in: data.startIndex + offset..<data.endIndex) : Data()
        } else if let source {
            (now, piece) = source.read(from: offset, wantsData: wantsData)
        } else {
            return (nil, Data(), nil)
        }
        return state.withLock { state in
            state.delivered += piece.count
            let progress = now.flatMap { Self.report($0, isLast: outcome != nil, interval: interval, &state) }
            return (progress, piece, source)
        }
    }

    /// What to tell: nothing that was told, nothing that falls, nothing too soon.
    private static func report(_ now: LoadProgress, isLast: Bool, interval: Duration, _ state: inout State)
        -> LoadProgress?
    {
        var now = now
        if let last = state.progress { now.received = max(now.received, last.received) }
        if let total = now.total, total < now.received { now.total = isLast ? now.received : nil }
        guard now != state.progress else { return nil }
        if interval > .zero, !isLast {
            let time = TransferClock.now
            if let last = state.lastReport, time - last < interval { return nil }
            state.lastReport = time
        }
        state.progress = now
        return now
    }

    private func resumeIfDone() {
        let ready = state.withLock {
            state -> (CheckedContinuation<LoadedData, any Error>, Result<LoadedData, WebImageError>)? in
            guard !state.isDraining, !state.isResumed, let outcome = state.outcome,
                let continuation = state.continuation
            else { return nil }
            state.isResumed = true
            state.continuation = nil
            state.source = nil
            return (continuation, outcome)
        }
        guard let (continuation, outcome) = ready else { return }
        continuation.resume(with: outcome.mapError { $0 as any Error })
    }
}
