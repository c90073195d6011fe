/// Bounds the memory of all decodings that run at once: one that would go over the budget waits for others to end.
///
/// Waiting blocks the worker thread, which is what bounds them. A picture larger than the whole budget is decoded alone.
final class DecodeBudget: Sendable {
    private struct State {
        var used = 0
        var waiting: [(bytes: Int, semaphore: Semaphore)] = []
    }

    /// The budget in bytes.
    let limit: Int
    private let state = Lock(State())

    init(limit: Int) { self.limit = max(1, limit) }

    /// Bytes in use now.
    var used: Int { state.withLock { $0.used } }

    /// Runs `body` when `bytes` fit into the budget; first come, first served.
    func withBytes<Result>(_ bytes: Int, _ body: () throws -> Result) rethrows -> Result {
        let bytes = min(max(0, bytes), limit)
        acquire(bytes)
        defer { release(bytes) }
        return try body()
    }

    private func acquire(_ bytes: Int) {
        let semaphore = state.withLock { state -> Semaphore? in
            guard state.waiting.isEmpty, state.used + bytes <= limit else {
                let semaphore = Semaphore()
                state.waiting.append((bytes, semaphore))
                return semaphore
            }
            state.used += bytes
            return nil
        }
        semaphore?.wait()
    }

    private func release(_ bytes: Int) {
        let ready = state.withLock { state -> [Semaphore] in
            state.used -= bytes
            var ready: [Semaphore] = []
            while let first = state.waiting.first, state.used + first.bytes <= limit {
                state.used += first.bytes
                ready.append(first.semaphore)
                state.waiting.removeFirst()
            }
            return ready
        }
        for semaphore in ready { semaphore.signal() }
    }
}
