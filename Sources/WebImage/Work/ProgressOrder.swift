/// Tells one listener of progress in order, however many threads report it; what would fall back is left out.
///
/// The listener is the program's own code, so no lock is held meanwhile: whoever reports while another thread tells
/// leaves its report for that thread.
final class ProgressOrder: Sendable {
    private struct State {
        var waiting: [LoadProgress] = []
        var received = 0
        var isTelling = false
    }

    private let listener: @Sendable (LoadProgress) -> Void
    private let state = Lock(State())

    init(_ listener: @escaping @Sendable (LoadProgress) -> Void) { self.listener = listener }

    func report(_ progress: LoadProgress) {
        let tells = state.withLock { state in
            guard progress.received >= state.received else { return false }
            state.received = progress.received
            state.waiting.append(progress)
            defer { state.isTelling = true }
            return !state.isTelling
        }
        guard tells else { return }
        while let next = next() { listener(next) }
    }

    private func next() -> LoadProgress? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isTelling = false
                return nil
            }
            return state.waiting.removeFirst()
        }
    }
}
