internal import CWebImageCurl
internal import WebImageCore

/// The thread of a ``TransferEngine``: owns the easy handles, reads ends and watches the clock.
final class TransferLoop {
    /// How many handles are kept for later transfers.
    private static let idleLimit = 64

    /// For how many rounds ends may be kept back.
    private static let busyLimit = 3

    private let multi: CurlMulti?
    private let engine: TransferEngine
    private var transfers: [UInt64: Transfer] = [:]
    private var idle: [Transfer] = []
    /// No deadline is due before this moment; a transfer that hears from its server only moves its own deadline out.
    private var nextCheck: Duration?
    /// The time when libcurl was last called: near enough for limits of silence, and read for every line and piece.
    private(set) var now = TransferClock.now
    private var busyRounds = 0

    init(multi: CurlMulti?, engine: TransferEngine) {
        self.multi = multi
        self.engine = engine
    }

    /// Runs until the engine stops.
    func run() {
        while true {
            now = TransferClock.now
            let (commands, pumps) = engine.takeCommands()
            for command in commands {
                guard handle(command) else { return endAll() }
            }
            var ended = false
            if let multi {
                var running: Int32 = 0
                wi_curl_multi_perform(multi.handle, &running)
                ended = readEnds(multi)
            }
            ended = checkDeadlines() || ended
            if pumps || ended { engine.startWaiting() }
            guard wakesCallers(), engine.beginPolling() else { continue }
            wait()
            engine.endPolling()
        }
    }

    /// Wakes those who wait for an end, when there is nothing else to do, or soon: waking several costs little more than
    /// waking one, and meanwhile the servers are at work.
    ///
    /// - Returns: False where something else is to be done first.
    private func wakesCallers() -> Bool {
        let (hasLater, hasCommands) = engine.pending
        guard hasLater else { return true }
        busyRounds += 1
        // Before the engine counts as polling: this look may take a wake-up away.
        if busyRounds <= Self.busyLimit, hasCommands || hasNews() { return false }
        busyRounds = 0
        engine.runLater()
        return true
    }

    private func handle(_ command: TransferEngine.Command) -> Bool {
        switch command {
        case .start(let plan, let identifier, let handler): start(plan, identifier, handler)
        case .cancel(let identifier):
            end(identifier, CURLE_ABORTED_BY_CALLBACK, WebImageError(.cancelled, "The load was cancelled."))
        case .resume(let identifier):
            transfers[identifier]?.lastActivity = now
            transfers[identifier]?.resume()
            if let transfer = transfers[identifier], let due = deadline(of: transfer) { watch(due) }
        case .stop: return false
        }
        return true
    }

    private func start(_ shared: TransferPlan.Shared, _ identifier: UInt64, _ handler: any TransferHandler) {
        guard let multi, let transfer = idle.popLast() ?? Transfer(self) else {
            let error = WebImageError(.cannotConnect, "No transfer can be started: libcurl gives no handle.")
            return handler.transfer(identifier, didEnd: TransferEnd(error: error))
        }
        transfer.prepare(shared, identifier: identifier, handler: handler)
        transfers[identifier] = transfer
        wi_curl_multi_add_handle(multi.handle, transfer.easy.handle)
        watch(now + shared.plan.options.idleTimeout)
    }

    /// Takes a transfer out and tells its handler.
    private func end(_ identifier: UInt64, _ code: CURLcode, _ error: WebImageError? = nil) {
        guard let multi, let transfer = transfers.removeValue(forKey: identifier) else { return }
        wi_curl_multi_remove_handle(multi.handle, transfer.easy.handle)
        transfer.end(code, error: error)
        if transfer.isReusable, idle.count < Self.idleLimit { idle.append(transfer) }
    }

    private func readEnds(_ multi: CurlMulti) -> Bool {
        var ended = false
        var left: Int32 = 0
        while let message = wi_curl_multi_info_read(multi.handle, &left) {
            guard message.pointee.msg == CURLMSG_DONE,
                let pointer = wi_curl_get_pointer(message.pointee.easy_handle, CURLINFO_PRIVATE)
            else { continue }
            let code = wi_curl_message_result(message)
            end(Unmanaged<Transfer>.fromOpaque(pointer).takeUnretainedValue().identifier, code)
            ended = true
        }
        return ended
    }

    // MARK: - Time

    /// Whether a server has sent something, without waiting for it.
    private func hasNews() -> Bool {
        guard let multi else { return false }
        var ready: Int32 = 0
        wi_curl_multi_poll(multi.handle, nil, 0, 0, &ready)
        return ready > 0
    }

    /// Waits for the network, for a command or for the next deadline.
    private func wait() {
        // An hour stands for ever; libcurl shortens the wait by its own timers.
        var timeout: Int32 = 3_600_000
        if let nextCheck { timeout = Int32(clamping: min(3_600_000, (nextCheck - TransferClock.now).milliseconds)) }
        guard let multi else { return }
        wi_curl_multi_poll(multi.handle, nil, 0, timeout, nil)
    }

    /// Has a deadline looked at when it is due.
    func watch(_ due: Duration) { nextCheck = nextCheck.map { min($0, due) } ?? due }

    /// Ends the transfers that have been silent for too long.
    private func checkDeadlines() -> Bool {
        guard let check = nextCheck else { return false }
        let now = TransferClock.now
        guard now >= check else { return false }
        nextCheck = nil
        var due: [UInt64] = []
        for (identifier, transfer) in transfers {
            guard let deadline = deadline(of: transfer) else { continue }
            if deadline <= now { due.append(identifier) } else { watch(deadline) }
        }
        for identifier in due.sorted() {
            let host = transfers[identifier]?.plan?.address.host ?? "The host"
            end(
                identifier, CURLE_OPERATION_TIMEDOUT,
                WebImageError(.timeout, "\(host) sent nothing within the time limit. Try again or raise the limit."))
        }
        return !due.isEmpty
    }

    /// When a transfer is to be looked at again; nil while it is paused.
    private func deadline(of transfer: Transfer) -> Duration? {
        if let deadline = transfer.drainDeadline { return deadline }
        guard let plan = transfer.plan, !transfer.isPaused else { return nil }
        // While connecting, libcurl's own limit counts.
        return (transfer.lastActivity ?? TransferClock.now) + plan.options.idleTimeout
    }

    private func endAll() {
        for identifier in transfers.keys.sorted() {
            end(identifier, CURLE_ABORTED_BY_CALLBACK, WebImageError(.cancelled, "The load was cancelled."))
        }
        idle = []
    }
}
