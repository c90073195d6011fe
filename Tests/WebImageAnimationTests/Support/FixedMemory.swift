import WebImageCore

/// Memory of a size that the test sets.
final class FixedMemory: MemorySource {
    private let state: Lock<(total: Int, available: Int)>

    init(total: Int, available: Int) { state = Lock((total, available)) }

    var totalBytes: Int { state.withLock { $0.total } }
    var availableBytes: Int { state.withLock { $0.available } }

    func set(available: Int) { state.withLock { $0.available = available } }
}
