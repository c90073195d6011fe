import WebImage

/// What one load's closures have heard: how often its end, and whether its progress made sense.
final class StormEnds: Sendable {
    private struct State {
        var count = 0
        var received = 0
        var fault: String?
    }

    private let state = Lock(State())

    /// How often the completion has been called.
    var count: Int { state.withLock { $0.count } }

    /// What was wrong with the progress, or nil.
    var fault: String? { state.withLock { $0.fault } }

    func add() { state.withLock { $0.count += 1 } }

    func read(_ progress: LoadProgress) {
        state.withLock { state in
            if let total = progress.total, progress.received > total {
                state.fault = "\(progress.received) of \(total) bytes"
            }
            if progress.received < state.received {
                state.fault = "\(progress.received) bytes after \(state.received)"
            }
            state.received = progress.received
        }
    }
}
