/// Brings progress to the main thread: only the newest, however fast the network is.
final class ProgressRelay: Sendable {
    private let pending = Lock<LoadProgress?>(nil)

    func send(_ progress: LoadProgress, to deliver: @escaping @MainActor @Sendable (LoadProgress) -> Void) {
        let isFirst = pending.withLock { pending in
            defer { pending = progress }
            return pending == nil
        }
        guard isFirst else { return }
        MainThread.run { [self] in
            let newest = pending.withLock { pending in
                defer { pending = nil }
                return pending
            }
            guard let newest else { return }
            MainActor.assumeIsolated { deliver(newest) }
        }
    }
}
