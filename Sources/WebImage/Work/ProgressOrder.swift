/// Tells one listener of progress in order, however many threads report it; what would fall back is left out.
final class ProgressOrder: Sendable {
    private let listener: @Sendable (LoadProgress) -> Void
    private let messages = OrderedMessages<LoadProgress>()
    private let received = Lock(0)

    init(_ listener: @escaping @Sendable (LoadProgress) -> Void) { self.listener = listener }

    func report(_ progress: LoadProgress) {
        let isNews = received.withLock { received in
            guard progress.received >= received else { return false }
            received = progress.received
            messages.append(progress)
            return true
        }
        if isNews { messages.tell(listener) }
    }
}
