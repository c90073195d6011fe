internal import Glibc
internal import Synchronization
internal import WebImageCore

/// Runs transfers at once on one thread of its own, by libcurl's multi interface.
///
/// The thread starts with the first transfer and sleeps in the kernel while nothing happens.
final class TransferEngine: Sendable {
    enum Command {
        case start(TransferPlan.Shared, UInt64, any TransferHandler)
        case cancel(UInt64)
        case resume(UInt64)
        case stop
    }

    private struct State {
        var commands: [Command] = []
        var multi: CurlMulti?
        var isStarted = false
        var isStopped = false
        /// Whether the thread waits in the kernel, or is about to.
        var isPolling = false
        var needsPump = false
        var lastIdentifier: UInt64 = 0
        /// What waits for the next transfers to be on their way.
        var later: [@Sendable () -> Void] = []
    }

    private let state = Lock(State())
    private let maximumIdleConnections: Int
    private let pump: @Sendable () -> Void
    /// The thread's `pthread_t`; 0 before it runs.
    private let thread = Atomic<UInt>(0)

    /// - Parameter pump: Called on the thread after ``requestPump()`` and after each end of a transfer: the place to
    ///   start what waits, without another thread's delay.
    init(maximumIdleConnections: Int, pump: @escaping @Sendable () -> Void) {
        self.maximumIdleConnections = maximumIdleConnections
        self.pump = pump
    }

    /// Runs `body` once the next transfers are on their way, where this is the engine's thread; at once elsewhere.
    ///
    /// For waking those who wait for an end: that takes longer than starting a transfer, and less for several at once.
    func later(_ body: @escaping @Sendable () -> Void) {
        guard thread.load(ordering: .relaxed) == pthread_self() else { return body() }
        state.withLock { $0.later.append(body) }
    }

    /// A new name for a transfer.
    func makeIdentifier() -> UInt64 {
        state.withLock { state in
            state.lastIdentifier += 1
            return state.lastIdentifier
        }
    }

    /// Starts a transfer; the handler hears of it from the engine's thread.
    func start(_ plan: TransferPlan.Shared, identifier: UInt64, handler: any TransferHandler) {
        send(.start(plan, identifier, handler))
    }

    /// Ends a transfer; its handler is told ``WebImageError/Code/cancelled``, unless it ended before.
    func cancel(_ identifier: UInt64) { send(.cancel(identifier)) }

    /// Goes on with a transfer whose handler paused it.
    func resume(_ identifier: UInt64) { send(.resume(identifier)) }

    /// Has `pump` called on the engine's thread.
    func requestPump() { change { $0.needsPump = true } }

    /// Ends all transfers and the thread.
    func stop() {
        let isStarted = state.withLock { state in
            state.isStopped = true
            return state.isStarted
        }
        if isStarted { send(.stop) }
    }

    private func send(_ command: Command) {
        change { $0.commands.append(command) }
    }

    /// Changes the state, then wakes the thread, or starts it.
    private func change(_ body: (inout State) -> Void) {
        let (multi, starts) = state.withLock { state -> (CurlMulti?, Bool) in
            body(&state)
            if !state.isStarted, !state.isStopped {
                state.isStarted = true
                return (nil, true)
            }
            defer { state.isPolling = false }
            return (state.isPolling ? state.multi : nil, false)
        }
        multi?.wake()
        if starts { Thread.start(named: "wi-transfers") { [self] in run() } }
    }

    private func run() {
        let multi = CurlMulti(maximumIdleConnections: maximumIdleConnections)
        thread.store(pthread_self(), ordering: .relaxed)
        state.withLock { $0.multi = multi }
        let loop = TransferLoop(multi: multi, engine: self)
        loop.run()
        thread.store(0, ordering: .relaxed)
        runLater()
        state.withLock { $0.multi = nil }
    }

    // MARK: - For the thread

    /// The commands that came, and whether to pump.
    func takeCommands() -> (commands: [Command], pumps: Bool) {
        state.withLock { state in
            defer { state.needsPump = false }
            guard !state.commands.isEmpty else { return ([], state.needsPump) }
            defer { state.commands.removeAll(keepingCapacity: true) }
            return (state.commands, state.needsPump)
        }
    }

    /// Whether the thread may wait; from then on a command wakes it.
    func beginPolling() -> Bool {
        state.withLock { state in
            state.isPolling = state.commands.isEmpty && !state.needsPump
            return state.isPolling
        }
    }

    func endPolling() { state.withLock { $0.isPolling = false } }

    func startWaiting() { pump() }

    /// Whether something was kept by ``later(_:)``, and whether commands wait.
    var pending: (later: Bool, commands: Bool) {
        state.withLock { (!$0.later.isEmpty, !$0.commands.isEmpty || $0.needsPump) }
    }

    /// Runs what ``later(_:)`` has kept.
    func runLater() {
        let due = state.withLock { state in
            defer { state.later = [] }
            return state.later
        }
        for body in due { body() }
    }
}
