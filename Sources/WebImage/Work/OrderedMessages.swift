/// Messages that are told in the order in which they were put in, however many threads do so.
///
/// Who listens is the program's own code, so no lock is held meanwhile: a thread that comes while another one tells leaves its
/// messages to that one.
final class OrderedMessages<Message: Sendable>: Sendable {
    private struct State {
        var waiting: [Message] = []
        var isTelling = false
    }

    private let state = Lock(State())

    /// Puts a message in its place; ``tell(_:)`` is to follow.
    func append(_ message: Message) { state.withLock { $0.waiting.append(message) } }

    /// Tells what waits, unless another thread does so already.
    func tell(_ body: (Message) -> Void) {
        let tells = state.withLock { state in
            defer { state.isTelling = true }
            return !state.isTelling
        }
        guard tells else { return }
        while let message = next() { body(message) }
    }

    private func next() -> Message? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isTelling = false
                return nil
            }
            return state.waiting.removeFirst()
        }
    }
}
