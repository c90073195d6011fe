internal import FoundationEssentials
internal import WebImageCore

/// One load from its turn to its end: redirects, checks of the answer, the body.
final class LoadOperation: TransferHandler, Requester.Source {
    private struct State: ~Copyable, Sendable {
        var body = BodyBuffer()
        var plan: TransferPlan?
        var transfer: UInt64?
        var response: HTTPResponse?
        /// The length of the whole body, where it is known.
        var total: Int?
        /// Why the transfer was stopped from here.
        var failure: WebImageError?
        var listeners: [Requester] = []
        var redirects = 0
        var begin: Duration?
        var queued = Duration.zero
        var isEnded = false
    }

    let identifier: UInt64
    private let request: LoaderRequest
    private let address: HTTPAddress
    private let core: LoaderCore
    private let created = TransferClock.now
    private let state = Lock(State())

    init(identifier: UInt64, request: LoaderRequest, address: HTTPAddress, core: LoaderCore) {
        self.identifier = identifier
        self.request = request
        self.address = address
        self.core = core
    }

    // MARK: - From the core

    /// Adds a requester with callbacks; it hears of everything so far first.
    func add(_ requester: Requester) {
        requester.attach(self)
        let hasNews = state.withLock { state in
            state.listeners.append(requester)
            return state.response != nil
        }
        if hasNews { requester.notify() }
    }

    /// Starts the first transfer.
    func begin() {
        let now = TransferClock.now
        state.withLock { state in
            state.begin = now
            state.queued = now - created
        }
        start(LoadPlanner.plan(for: request, to: address, configuration: core.configuration))
    }

    /// Stops everything: nobody waits any more.
    func abandon() {
        let transfer = state.withLock { state in
            state.isEnded = true
            return state.transfer
        }
        if let transfer { core.engine.cancel(transfer) }
    }

    private func start(_ plan: TransferPlan) {
        var plan = plan
        let identifier = core.engine.makeIdentifier()
        let isEnded = state.withLock { state in
            if let total = plan.options.totalTimeout, let begin = state.begin {
                plan.remainingTime = max(.milliseconds(1), total - (TransferClock.now - begin))
            }
            state.plan = plan
            state.transfer = identifier
            state.response = nil
            state.failure = nil
            return state.isEnded
        }
        guard !isEnded else { return }
        core.engine.start(plan, identifier: identifier, handler: self)
        // Given up meanwhile: the cancellation may have come before the start.
        if state.withLock({ $0.isEnded }) { core.engine.cancel(identifier) }
    }

    // MARK: - From the engine

    func transfer(_ identifier: UInt64, didReceive head: TransferHead) -> TransferVerdict {
        let (verdict, failure, listeners) = state.withLock {
            state -> (TransferVerdict, WebImageError?, [Requester]) in
            guard let plan = state.plan, !state.isEnded else { return (.stop, nil, []) }
            let url = ImageURL(plan.address.text)
            let response = HTTPResponse(status: head.status, headers: head.headers, url: url)
            state.response = response
            if response.redirectTarget != nil { return (.receive, nil, []) }
            if response.status == 304, request.isConditional { return (.receive, nil, []) }
            if let failure = ResponseCheck.failure(of: response, for: request) {
                state.failure = failure
                return (.detach, failure, [])
            }
            state.total = response.isEncoded ? nil : response.contentLength
            if let total = state.total { state.body.reserve(total) }
            return (.receive, nil, state.listeners)
        }
        if let failure { core.finish(self, .failure(failure)) }
        for listener in listeners { listener.notify() }
        return verdict
    }

    func transfer(_ identifier: UInt64, didReceive bytes: UnsafeRawBufferPointer) -> TransferFlow {
        let (flow, listeners) = state.withLock { state -> (TransferFlow, [Requester]) in
            guard !state.isEnded, let response = state.response else { return (.stop, []) }
            // The body of a redirect is of no use.
            if response.redirectTarget != nil { return (.taken, []) }
            guard state.body.count + bytes.count <= request.options.maximumBytes, state.body.append(bytes) else {
                state.failure = ResponseCheck.tooLarge(request)
                return (.stop, [])
            }
            return (.taken, state.listeners)
        }
        for listener in listeners { listener.notify() }
        return flow
    }

    func transfer(_ identifier: UInt64, didEnd end: TransferEnd) {
        let next = state.withLock { state -> Next in
            state.transfer = nil
            guard !state.isEnded, let plan = state.plan else { return .nothing }
            if let failure = state.failure ?? end.error { return .end(.failure(failure.with(url: request.url))) }
            guard let response = state.response else {
                let error = WebImageError(.connectionLost, "The server sent no answer. Try again.", url: request.url)
                return .end(.failure(error))
            }
            if let location = response.redirectTarget {
                state.redirects += 1
                do throws(WebImageError) {
                    let configuration = core.configuration
                    return .start(
                        try LoadPlanner.plan(
                            after: plan, response, to: location, count: state.redirects, configuration: configuration))
                } catch { return .end(.failure(error.with(url: request.url))) }
            }
            var data = LoadedData(data: state.body.take(), origin: .network)
            data.isNotModified = response.status == 304
            if data.data.isEmpty, !data.isNotModified, plan.method != "HEAD" {
                return .end(.failure(ResponseCheck.empty(response, request)))
            }
            data.status = response.status
            data.headers = response.headers
            data.finalURL = response.url
            data.metrics = end.metrics
            data.metrics.redirects = state.redirects
            data.metrics.queued = state.queued
            return .end(.success(data))
        }
        switch next {
        case .nothing: break
        case .start(let plan): start(plan)
        case .end(let outcome): core.finish(self, outcome)
        }
    }

    private enum Next {
        case nothing
        case start(TransferPlan)
        case end(Result<LoadedData, WebImageError>)
    }

    // MARK: - For callbacks

    func read(from offset: Int, wantsData: Bool) -> (progress: LoadProgress, piece: Data) {
        state.withLock { state in
            let progress = LoadProgress(received: state.body.count, total: state.total)
            return (progress, wantsData ? state.body.copy(from: offset) : Data())
        }
    }
}
