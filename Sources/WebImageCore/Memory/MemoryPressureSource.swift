/// How short of memory the machine is.
public enum MemoryPressureLevel: Sendable, CaseIterable {
    /// Programs begin to wait for memory.
    case warning
    /// Everything waits for memory: what can be made again should go.
    case critical
}

/// Tells when memory gets scarce.
public protocol MemoryPressureSource: Sendable {
    /// Calls `handler` each time memory gets scarce, on any thread, until the observation is let go.
    func observe(_ handler: @escaping @Sendable (MemoryPressureLevel) -> Void) -> any MemoryPressureObservation
}

/// Ends an observation when it is let go.
public protocol MemoryPressureObservation: AnyObject, Sendable {}

extension MemoryPressureSource where Self == SystemMemoryPressureSource {
    /// The kernel's pressure stall information.
    public static var system: SystemMemoryPressureSource { .shared }
}
