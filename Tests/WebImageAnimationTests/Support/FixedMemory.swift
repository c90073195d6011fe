import WebImageCore

/// Memory of a size that the test sets.
final class FixedMemory: MemorySource {
    private let state: Lock<(total: Int, available: Int)>

    init(total: Int, available: Int) { state = Lock((total, available)) }

    var totalBytes: Int { state.withLock { $0.total } }
    var availableBytes: Int { state.withLock { $0.available } }

    func set(available: Int) { state.withLock { $0.available = available } }
}

/// Memory whose looks at what is available wait while it is closed: the budget then comes after the first frames.
final class SlowMemory: MemorySource {
    let totalBytes = 1 << 30
    private let state = Lock((isOpen: true, waiting: [Semaphore]()))

    var availableBytes: Int {
        let wait = state.withLock { state -> Semaphore? in
            guard !state.isOpen else { return nil }
            let semaphore = Semaphore()
            state.waiting.append(semaphore)
            return semaphore
        }
        wait?.wait()
        return 1 << 30
    }

    var waitingCount: Int { state.withLock { $0.waiting.count } }

    func close() { state.withLock { $0.isOpen = false } }

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for semaphore in waiting { semaphore.signal() }
    }
}
