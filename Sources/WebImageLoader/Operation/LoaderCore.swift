internal import WebImageCore

/// Merges, orders and counts the loads of an ``HTTPLoader``.
final class LoaderCore: Sendable {
    let configuration: HTTPLoaderConfiguration
    private let state: Lock<State>
    private let callbacks = WorkerPool(name: "wi-callbacks")
    private let engineBox = Lock<TransferEngine?>(nil)
    private let ownCookieJar = Lock<CookieJar?>(nil)

    init(_ configuration: HTTPLoaderConfiguration) {
        self.configuration = configuration
        state = Lock(
            State(
                limit: max(1, configuration.maximumConcurrentLoads), order: configuration.order,
                rateLimit: configuration.rateLimit))
    }

    deinit { engineBox.withLock { $0 }?.stop() }

    /// The thread of the transfers, which starts with the first of them.
    var engine: TransferEngine {
        engineBox.withLock { engine in
            if let engine { return engine }
            let idle = max(64, 2 * configuration.maximumConcurrentLoads)
            let made = TransferEngine(maximumIdleConnections: idle) { [weak self] in self?.startWaiting() }
            engine = made
            return made
        }
    }

    /// The jar of the configuration, or one of this loader's own.
    var cookieJar: CookieJar? {
        if let jar = configuration.cookieJar { return jar }
        return ownCookieJar.withLock { jar in
            if jar == nil { jar = CookieJar() }
            return jar
        }
    }

    // MARK: - Requesters

    func makeRequester(_ request: LoaderRequest, _ context: LoaderContext) -> Requester {
        var context = context
        // Pieces of what is yet to be changed make no partial picture.
        if configuration.dataModifier != nil { (context.onData, context.dataDemand) = (nil, nil) }
        return Requester(
            identifier: state.withLock { $0.makeIdentifier() }, key: OperationKey(request), context: context,
            callbacks: callbacks, interval: configuration.minimumProgressInterval)
    }

    /// Puts a requester to the load of its key, or begins one.
    func join(_ requester: Requester, _ request: LoaderRequest, _ address: HTTPAddress) {
        let handle = requester.context.priority
        handle.observe { [weak self, weak requester] _ in
            if let self, let requester { self.updatePriority(of: requester) }
        }
        let (operation, pumps) = state.withLock { state -> (LoadOperation?, Bool) in
            // Cancelled before it was here: then nobody would take it out again.
            guard !requester.isEnded else { return (nil, false) }
            let priority = handle.value
            if let record = state.record(for: requester.key) {
                state.update(record.operation.identifier) { $0.add(requester, priority) }
                return (record.operation, state.mayStart)
            }
            let operation = LoadOperation(
                identifier: state.makeIdentifier(), request: request, address: address, core: self)
            state.add(operation, for: requester.key, priority: priority)
            state.update(operation.identifier) { $0.add(requester, priority) }
            return (operation, state.mayStart)
        }
        guard let operation else { return }
        operation.add(requester)
        requester.context.dataDemand?.observe { [weak operation, weak requester] in
            if let operation, let requester { operation.beginListening(requester) }
        }
        if pumps { engine.requestPump() }
    }

    /// Takes out a requester whose task was cancelled; the last one stops the transfer.
    func leave(_ requester: Requester) {
        requester.cancel()
        let (operation, isLast, pumps) = state.withLock { state -> (LoadOperation?, Bool, Bool) in
            guard let record = state.record(for: requester.key), record.members[requester.identifier] != nil else {
                return (nil, false, false)
            }
            let identifier = record.operation.identifier
            state.update(identifier) { $0.remove(requester) }
            let isLast = record.members.count == 1
            if isLast { _ = state.remove(identifier) }
            return (record.operation, isLast, state.mayStart)
        }
        requester.stopObserving()
        guard let operation else { return }
        if isLast { operation.abandon() } else { operation.remove(requester) }
        if pumps { engine.requestPump() }
    }

    private func updatePriority(of requester: Requester) {
        let pumps = state.withLock { state in
            guard let record = state.record(for: requester.key) else { return false }
            let priority = requester.context.priority.value
            state.update(record.operation.identifier) { $0.change(requester, to: priority) }
            return state.mayStart
        }
        if pumps { engine.requestPump() }
    }

    /// The load that a request could join.
    func operation(for key: OperationKey) -> LoadOperation? { state.withLock { $0.record(for: key)?.operation } }

    // MARK: - Loads

    /// Ends a load: every requester gets the outcome, in the order in which they came.
    func finish(_ operation: LoadOperation, _ outcome: Result<LoadedData, WebImageError>) {
        guard let record = state.withLock({ $0.remove(operation.identifier) }) else { return }
        let engine = engine
        engine.later { self.end(record, outcome) }
        engine.requestPump()
    }

    /// Gives the slot of a load back until its next try.
    ///
    /// - Returns: False where nobody wants the load any more.
    func pause(_ operation: LoadOperation) -> Bool {
        defer { engine.requestPump() }
        return state.withLock { $0.pause(operation.identifier) }
    }

    func enqueueAgain(_ operation: LoadOperation) {
        if state.withLock({ $0.enqueueAgain(operation.identifier) }) { engine.requestPump() }
    }

    func cancelAll(where isMeant: (LoaderRequest) -> Bool) {
        let records = state.withLock { state in
            state.records.values.filter { isMeant($0.key.request) }.compactMap {
                state.remove($0.operation.identifier)
            }
        }
        for record in records.sorted(by: { $0.operation.identifier < $1.operation.identifier }) {
            record.operation.abandon()
            let url = record.key.request.url
            end(record, .failure(WebImageError(.cancelled, "The load was cancelled.", url: url)))
        }
        if !records.isEmpty { engine.requestPump() }
    }

    private func end(_ record: Record, _ outcome: Result<LoadedData, WebImageError>) {
        if record.members.count == 1, let member = record.members.values.first {
            member.requester.stopObserving()
            return member.requester.finish(outcome)
        }
        for member in record.members.values.sorted(by: { $0.requester.identifier < $1.requester.identifier }) {
            member.requester.stopObserving()
            member.requester.finish(outcome)
        }
    }

    /// Starts what may start; called on the engine's thread.
    private func startWaiting() {
        while true {
            let now = configuration.time.uptime
            switch state.withLock({ $0.next(at: now) }) {
            case .start(let operation): operation.begin()
            case .wait(let duration):
                Task { [weak self, time = configuration.time] in
                    try? await time.sleep(for: duration)
                    self?.endWait()
                }
                return
            case .nothing: return
            }
        }
    }

    private func endWait() {
        state.withLock { $0.isWaitingForToken = false }
        pumpIfStarted()
    }

    // MARK: - Settings and counts

    var maximumConcurrentLoads: Int {
        get { state.withLock { $0.limit } }
        set {
            state.withLock { $0.limit = max(1, newValue) }
            pumpIfStarted()
        }
    }

    var order: QueueOrder {
        get { state.withLock { $0.order } }
        set { state.withLock { $0.order = newValue } }
    }

    var isSuspended: Bool {
        get { state.withLock { $0.isSuspended } }
        set {
            state.withLock { $0.isSuspended = newValue }
            pumpIfStarted()
        }
    }

    var counts: (running: Int, waiting: Int) { state.withLock { ($0.runningCount, $0.waitingCount) } }

    /// How many calls wait for their end.
    var requesterCount: Int { state.withLock { $0.records.values.reduce(0) { $0 + $1.members.count } } }

    private func pumpIfStarted() { engineBox.withLock { $0 }?.requestPump() }
}
