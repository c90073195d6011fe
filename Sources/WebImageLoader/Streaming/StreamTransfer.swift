internal import FoundationEssentials
internal import WebImageCore

/// A transfer whose body one reader takes piece by piece.
final class StreamTransfer: TransferHandler {
    /// Bytes that wait for the reader: at the first mark the transfer is paused, at the second it goes on.
    static let highWater = 1 << 20
    static let lowWater = 256 << 10

    private struct State {
        var plan: TransferPlan
        var transfer: UInt64?
        var redirects = 0
        var response: HTTPResponse?
        var pieces: [Data] = []
        var waitingBytes = 0
        var received = 0
        var isPaused = false
        var outcome: Result<Void, WebImageError>?
        var head: CheckedContinuation<HTTPResponse, any Error>?
        var reader: CheckedContinuation<Data?, any Error>?
    }

    private let request: LoaderRequest
    private let core: LoaderCore
    private let begin = TransferClock.now
    private let state: Lock<State>

    init(_ request: LoaderRequest, plan: TransferPlan, core: LoaderCore) {
        self.request = request
        self.core = core
        state = Lock(State(plan: plan))
    }

    // MARK: - For the reader

    /// Starts, and waits for the head.
    func open() async throws -> HTTPResponse {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let failure = state.withLock { state -> WebImageError? in
                    if case .failure(let error) = state.outcome { return error }
                    state.head = continuation
                    return nil
                }
                if let failure { continuation.resume(throwing: failure) } else { start() }
            }
        } onCancel: {
            cancel()
        }
    }

    /// The next bytes; all that wait, as one piece.
    func next() async throws -> Data? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let ready = state.withLock { state -> Result<Data?, WebImageError>? in
                    if !state.pieces.isEmpty {
                        var piece = state.pieces[0]
                        for more in state.pieces.dropFirst() { piece.append(more) }
                        state.pieces.removeAll(keepingCapacity: true)
                        state.waitingBytes = 0
                        return .success(piece)
                    }
                    if let outcome = state.outcome { return outcome.map { nil } }
                    state.reader = continuation
                    return nil
                }
                if let ready { continuation.resume(with: ready.mapError { $0 as any Error }) }
                resumeIfPaused()
            }
        } onCancel: {
            cancel()
        }
    }

    func cancel() {
        finish(.failure(WebImageError(.cancelled, "The load was cancelled.", url: request.url)), drops: true)
        if let transfer = state.withLock({ $0.transfer }) { core.engine.cancel(transfer) }
    }

    private func resumeIfPaused() {
        let paused = state.withLock { state -> UInt64? in
            guard state.isPaused, state.waitingBytes <= Self.lowWater else { return nil }
            state.isPaused = false
            return state.transfer
        }
        if let paused { core.engine.resume(paused) }
    }

    private func start() {
        let identifier = core.engine.makeIdentifier()
        let plan = state.withLock { state -> TransferPlan? in
            guard state.outcome == nil else { return nil }
            state.transfer = identifier
            if let total = request.options.totalTimeout {
                state.plan.remainingTime = max(.milliseconds(1), total - (TransferClock.now - begin))
            }
            return state.plan
        }
        guard let plan else { return }
        core.engine.start(TransferPlan.Shared(plan), identifier: identifier, handler: self)
        if state.withLock({ $0.outcome != nil }) { core.engine.cancel(identifier) }
    }

    private func finish(_ outcome: Result<Void, WebImageError>, drops: Bool = false) {
        let (head, reader) = state.withLock { state in
            if state.outcome == nil { state.outcome = outcome }
            if drops {
                state.pieces = []
                state.waitingBytes = 0
            }
            defer { (state.head, state.reader) = (nil, nil) }
            return (state.head, state.reader)
        }
        switch outcome {
        case .success: reader?.resume(returning: nil)
        case .failure(let error):
            head?.resume(throwing: error)
            reader?.resume(throwing: error)
        }
    }

    // MARK: - From the engine

    func transfer(_ identifier: UInt64, didReceive head: TransferHead) -> TransferVerdict {
        let plan = state.withLock { $0.plan }
        let response = HTTPResponse(status: head.status, headers: head.headers, url: ImageURL(plan.address.text))
        if response.redirectTarget == nil, let failure = ResponseCheck.failure(of: response, for: request) {
            state.withLock { $0.transfer = nil }
            finish(.failure(failure))
            return .detach
        }
        let continuation = state.withLock { state -> CheckedContinuation<HTTPResponse, any Error>? in
            state.response = response
            guard response.redirectTarget == nil else { return nil }
            defer { state.head = nil }
            return state.head
        }
        continuation?.resume(returning: response)
        return .receive
    }

    func transfer(_ identifier: UInt64, didReceive bytes: UnsafeRawBufferPointer) -> TransferFlow {
        let piece = Data(bytes)
        let (flow, reader) = state.withLock { state -> (TransferFlow, CheckedContinuation<Data?, any Error>?) in
            guard state.outcome == nil, let response = state.response else { return (.stop, nil) }
            if response.redirectTarget != nil { return (.taken, nil) }
            guard state.received + piece.count <= request.options.maximumBytes else { return (.stop, nil) }
            guard state.waitingBytes < Self.highWater else {
                state.isPaused = true
                return (.pause, nil)
            }
            state.received += piece.count
            if let reader = state.reader {
                state.reader = nil
                return (.taken, reader)
            }
            state.pieces.append(piece)
            state.waitingBytes += piece.count
            return (.taken, nil)
        }
        reader?.resume(returning: piece)
        return flow
    }

    func transfer(_ identifier: UInt64, didEnd end: TransferEnd) {
        let (response, plan, redirects) = state.withLock { state in
            state.transfer = nil
            if state.response?.redirectTarget != nil { state.redirects += 1 }
            return (state.response, state.plan, state.redirects)
        }
        if end.wasStopped { return finish(.failure(ResponseCheck.tooLarge(request))) }
        if let error = end.error { return finish(.failure(error.with(url: request.url))) }
        guard let location = response?.redirectTarget, let response else { return finish(.success(())) }
        do throws(WebImageError) {
            let next = try LoadPlanner.plan(
                after: plan, response, to: location, count: redirects, configuration: core.configuration)
            state.withLock { $0.plan = next }
            start()
        } catch { finish(.failure(error.with(url: request.url))) }
    }
}
