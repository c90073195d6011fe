internal import FoundationEssentials
internal import WebImageCore

/// One load from its turn to its end: hooks, redirects, checks of the answer, the body, further tries.
///
/// At most one transfer or task of it is under way at a time.
final class LoadOperation: Sendable {
    struct State: ~Copyable, Sendable {
        /// The body so far; begins with kept bytes where a transfer is being continued.
        var body = BodyBuffer()
        /// The body of an earlier try, where callbacks have had pieces of it: the new one should begin alike.
        var replaced = BodyBuffer()
        var plan: TransferPlan.Shared?
        var transfer: UInt64?
        var task: Task<Void, Never>?
        var response: HTTPResponse?
        /// What the transfer under way asked to continue.
        var offer: ResumeOffer?
        /// What proves, later, that the body so far can be continued.
        var validator: ResumeValidator?
        /// The length of the whole body, where it is known.
        var total: Int?
        /// Why the transfer was stopped from here.
        var failure: WebImageError?
        /// Whether the answer to a Range was odd: the next transfer asks for the whole.
        var restarts = false
        /// How many wait for the load, and those of them who hear of progress or data.
        var members = 0
        var listeners: [Requester] = []
        /// Whether the transfer waits for callbacks that don't keep up.
        var isPaused = false
        var attempts = 0
        var redirects = 0
        var resumedBytes = 0
        var queued = Duration.zero
        /// When the first try began.
        var begin: Duration?
        var isEnded = false
    }

    /// What to do once the lock is free.
    enum Next: Sendable {
        case nothing
        case start(TransferPlan)
        case redirect(TransferPlan, HTTPResponse, String)
        case end(LoadedData, HTTPResponse)
        /// This try failed.
        case failed(WebImageError)
        /// The load has failed, whatever the retry policy says.
        case fail(WebImageError)
    }

    let identifier: UInt64
    let request: LoaderRequest
    let address: HTTPAddress
    let core: LoaderCore
    let state = Lock(State())
    private let created = TransferClock.now

    var configuration: HTTPLoaderConfiguration { core.configuration }

    init(identifier: UInt64, request: LoaderRequest, address: HTTPAddress, core: LoaderCore) {
        self.identifier = identifier
        self.request = request
        self.address = address
        self.core = core
    }

    /// Adds a requester; one with callbacks hears of everything so far first.
    func add(_ requester: Requester) {
        state.withLock { $0.members += 1 }
        if requester.isListening { beginListening(requester) } else { resumeIfWanted() }
    }

    /// Tells a requester of progress and data from now on, and of everything so far first.
    func beginListening(_ requester: Requester) {
        requester.attach(self)
        let hasNews = state.withLock { state in
            // One that has left meanwhile would never hear of anything, and hold up the transfer.
            if !requester.isEnded, !state.listeners.contains(where: { $0 === requester }) {
                state.listeners.append(requester)
            }
            return state.response != nil
        }
        if hasNews { requester.notify() }
        resumeIfWanted()
    }

    /// Forgets a requester that has left.
    func remove(_ requester: Requester) {
        state.withLock { state in
            state.members -= 1
            state.listeners.removeAll { $0 === requester }
        }
        resumeIfWanted()
    }

    /// Starts a try; the load has a slot.
    func begin() {
        let now = TransferClock.now
        state.withLock { state in
            if state.begin == nil {
                state.begin = now
                state.queued = now - created
            }
            state.attempts += 1
            state.redirects = 0
        }
        guard configuration.requestModifier != nil || configuration.resumeStore?.readsDisk == true else {
            return start(request, to: address)
        }
        run { [self] in
            await takeKeptBytes()
            guard let modifier = configuration.requestModifier else { return start(request, to: address) }
            do {
                guard let modified = try await modifier(request) else {
                    return fail(WebImageError(.customPartFailed, "The request modifier refused the request."))
                }
                start(modified, to: modified.url == request.url ? address : try HTTPAddress(modified.url))
            } catch {
                fail(.wrapping(error, as: .customPartFailed, "The request modifier failed."))
            }
        }
    }

    /// Stops everything: nobody waits any more. What has come is kept.
    func abandon() {
        let (transfer, task, kept) = state.withLock { state in
            state.isEnded = true
            // While a transfer is under way, its end keeps the bytes.
            let kept = state.transfer == nil ? Self.takeKeptBytes(&state) : nil
            return (state.transfer, state.task, kept)
        }
        task?.cancel()
        if let transfer { core.engine.cancel(transfer) }
        keep(kept)
    }

    func perform(_ next: Next) {
        switch next {
        case .nothing: break
        case .start(let plan): start(plan)
        case .redirect(let plan, let response, let location): redirect(plan, response, to: location)
        case .end(let data, let response): end(data, response)
        case .failed(let error): failed(error)
        case .fail(let error): fail(error)
        }
    }

    /// Ends a failed try: with a further one, or with the load. The bytes so far stay where they can be continued.
    func failed(_ error: WebImageError) {
        let attempts = state.withLock { state -> Int? in
            if !Self.leavesBytesGood(error) { Self.restartBody(&state) }
            return state.isEnded ? nil : state.attempts
        }
        guard let attempts else { return }
        if let delay = configuration.retry.delay(after: error, attempts: attempts) { return retry(after: delay) }
        fail(error)
    }

    func fail(_ error: WebImageError) {
        let kept = state.withLock { state in
            state.isEnded = true
            return Self.takeKeptBytes(&state)
        }
        keep(kept)
        core.finish(self, .failure(error.with(url: request.url)))
    }

    /// Runs asynchronous work of this load, ended by ``abandon()``.
    func run(_ work: @escaping @Sendable () async -> Void) {
        let task = Task { await work() }
        let isEnded = state.withLock { state in
            state.task = task
            return state.isEnded
        }
        if isEnded { task.cancel() }
    }

    // MARK: - Start

    private func start(_ request: LoaderRequest, to address: HTTPAddress) {
        guard !request.headers.fields.contains(where: \.isMalformed) else {
            return fail(
                WebImageError(.invalidURL, "A header field contains a line break or has no name. Correct it."))
        }
        var plan = LoadPlanner.plan(for: request, to: address, core: core)
        if canResume(plan), state.withLock({ $0.body.count == 0 }),
            let store = configuration.resumeStore, !store.isEmpty,
            let kept = store.takeFromMemory(ResumeStore.key(self.request))
        {
            use(kept)
        }
        state.withLock { state in
            state.offer = nil
            guard canResume(plan), state.body.count > 0, let validator = state.validator else {
                Self.restartBody(&state)
                return
            }
            let offer = ResumeOffer(offset: state.body.count, validator: validator, total: state.total)
            state.offer = offer
            offer.add(to: &plan)
        }
        start(plan)
    }

    func start(_ plan: TransferPlan) {
        var plan = plan
        let identifier = core.engine.makeIdentifier()
        let shared = state.withLock { state -> TransferPlan.Shared? in
            if let total = plan.options.totalTimeout, let begin = state.begin {
                plan.remainingTime = max(.milliseconds(1), total - (TransferClock.now - begin))
            }
            let shared = TransferPlan.Shared(plan)
            state.plan = shared
            state.response = nil
            state.isPaused = false
            state.failure = nil
            state.restarts = false
            if !state.isEnded { state.transfer = identifier }
            return state.isEnded ? nil : shared
        }
        guard let shared else { return }
        core.engine.start(shared, identifier: identifier, handler: self)
        // Given up meanwhile: the cancellation may have come before the start.
        if state.withLock({ $0.isEnded }) { core.engine.cancel(identifier) }
    }

    private func redirect(_ plan: TransferPlan, _ response: HTTPResponse, to location: String) {
        let count = state.withLock { $0.redirects }
        do {
            let next = try LoadPlanner.plan(
                after: plan, response, to: location, count: count, configuration: configuration)
            guard let handler = configuration.redirectHandler else { return start(next) }
            run { [self] in
                let step = HTTPRedirect(request: request, response: response, target: ImageURL(next.address.text))
                guard let target = await handler(step) else {
                    return fail(
                        WebImageError(
                            .customPartFailed, "The redirect handler stopped the load.", status: response.status))
                }
                do throws(WebImageError) {
                    start(
                        try LoadPlanner.plan(
                            after: plan, response, to: target.string, count: count, configuration: configuration))
                } catch { fail(error) }
            }
        } catch { fail(error) }
    }

    // MARK: - End

    /// Lets the data modifier work, then ends the load.
    private func end(_ data: LoadedData, _ response: HTTPResponse) {
        guard let modifier = configuration.dataModifier, !data.isNotModified else {
            return core.finish(self, .success(data))
        }
        run { [self] in
            do {
                guard let modified = try await modifier(data.data, response) else {
                    return fail(WebImageError(.customPartFailed, "The data modifier refused the data."))
                }
                var data = data
                data.data = modified
                core.finish(self, .success(data))
            } catch {
                fail(.wrapping(error, as: .customPartFailed, "The data modifier failed."))
            }
        }
    }

    private func retry(after delay: Duration) {
        guard core.pause(self) else { return }
        run { [self] in
            do {
                try await configuration.time.sleep(for: delay)
                core.enqueueAgain(self)
            } catch {
                // Cancelled while waiting: whoever cancelled has ended the load.
            }
        }
    }
}

extension HTTPHeaders.Field {
    /// Whether sending the field would break the request, or let its value write further fields.
    fileprivate var isMalformed: Bool {
        name.isEmpty || name.utf8.contains { $0 <= 0x20 || $0 == UInt8(ascii: ":") || $0 == 0x7f }
            || value.utf8.contains { $0 == 0 || $0 == 0x0a || $0 == 0x0d }
    }
}
