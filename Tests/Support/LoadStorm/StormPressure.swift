public import WebImage

/// Memory gets scarce when a storm says so.
public final class StormPressure: MemoryPressureSource {
    private final class Observation: MemoryPressureObservation {
        let handler: @Sendable (MemoryPressureLevel) -> Void
        init(_ handler: @escaping @Sendable (MemoryPressureLevel) -> Void) { self.handler = handler }
    }

    private struct WeakObservation: Sendable { weak let observation: Observation? }

    private let observations = Lock<[WeakObservation]>([])

    public init() {}

    public func observe(_ handler: @escaping @Sendable (MemoryPressureLevel) -> Void) -> any MemoryPressureObservation {
        let observation = Observation(handler)
        observations.withLock { $0.append(WeakObservation(observation: observation)) }
        return observation
    }

    /// Tells all who observe.
    public func tell(_ level: MemoryPressureLevel) {
        for weak in observations.withLock({ $0 }) { weak.observation?.handler(level) }
    }
}
