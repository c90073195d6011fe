public import FoundationEssentials

/// Where the library asks what time it is and how it waits; tests put a clock of their own here.
public protocol TimeSource: Sendable {
    /// The wall clock, which may jump: for ages that outlive the process.
    var date: Date { get }

    /// Time since some fixed moment; never goes back: for timeouts and durations.
    var uptime: Duration { get }

    /// Waits for `duration`.
    ///
    /// - Throws: `CancellationError` when the task is cancelled while it waits.
    func sleep(for duration: Duration) async throws
}

/// The machine's own clocks.
public struct SystemTimeSource: TimeSource {
    private static let start = ContinuousClock.now

    /// Makes the machine's clocks; all instances agree.
    public init() {}

    public var date: Date { Date() }

    public var uptime: Duration { Self.start.duration(to: .now) }

    public func sleep(for duration: Duration) async throws {
        try await Task.sleep(for: duration, clock: .continuous)
    }
}

extension TimeSource where Self == SystemTimeSource {
    /// The machine's own clocks.
    public static var system: SystemTimeSource { SystemTimeSource() }
}
