public import WebImageCore

/// Memory that gets scarce when a test says so.
public final class ManualMemoryPressure: MemoryPressureSource {
    private final class Observation: MemoryPressureObservation {
        let end: @Sendable () -> Void
        init(_ end: @escaping @Sendable () -> Void) { self.end = end }
        deinit { end() }
    }

    private struct State {
        var next = 0
        var handlers: [Int: @Sendable (MemoryPressureLevel) -> Void] = [:]
    }

    private let state = Lock(State())

    /// Makes a source that has told nothing yet.
    public init() {}

    /// How many observations are held.
    public var observerCount: Int { state.withLock { $0.handlers.count } }

    public func observe(_ handler: @escaping @Sendable (MemoryPressureLevel) -> Void) -> any MemoryPressureObservation {
        let number = state.withLock { state in
            state.next += 1
            state.handlers[state.next] = handler
            return state.next
        }
        return Observation { [weak self] in self?.state.withLock { _ = $0.handlers.removeValue(forKey: number) } }
    }

    /// Tells all who observe, on the calling thread.
    public func tell(_ level: MemoryPressureLevel) {
        for handler in state.withLock({ Array($0.handlers.values) }) { handler(level) }
    }
}
