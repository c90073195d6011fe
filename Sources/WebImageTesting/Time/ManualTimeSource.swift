public import FoundationEssentials
public import WebImageCore

/// A clock that stands still until a test moves it.
public final class ManualTimeSource: TimeSource {
    private struct Sleeper {
        var deadline: Duration
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var uptime: Duration = .zero
        var date: Date
        var next = 0
        var sleepers: [Int: Sleeper] = [:]
        var sleeperWaiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state: Lock<State>

    /// Starts at `date` (by default 2026-01-01 00:00 UTC) with an uptime of zero.
    public init(date: Date = Date(timeIntervalSince1970: 1_767_225_600)) {
        state = Lock(State(date: date))
    }

    public var date: Date { state.withLock { $0.date } }

    public var uptime: Duration { state.withLock { $0.uptime } }

    /// How many tasks sleep on this clock.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Moves both clocks forward and wakes those whose time has come, earliest first.
    public func advance(by duration: Duration) {
        let due = state.withLock { state -> [Sleeper] in
            state.uptime += duration
            state.date += duration / .seconds(1)
            let due = state.sleepers.filter { $0.value.deadline <= state.uptime }
            for key in due.keys { state.sleepers[key] = nil }
            return due.values.sorted { $0.deadline < $1.deadline }
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Moves the wall clock alone, also backward, as an administrator or a time server does.
    public func shiftDate(by duration: Duration) {
        state.withLock { $0.date += duration / .seconds(1) }
    }

    /// Waits until at least `count` tasks sleep on this clock: then advancing it wakes them for certain.
    public func waitForSleepers(_ count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.sleepers.count >= count { return true }
                state.sleeperWaiters.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    public func sleep(for duration: Duration) async throws {
        let identifier = state.withLock { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                add(continuation, identifier: identifier, duration: duration)
                if Task.isCancelled { cancel(identifier) }
            }
        } onCancel: {
            cancel(identifier)
        }
    }

    private func add(_ continuation: CheckedContinuation<Void, any Error>, identifier: Int, duration: Duration) {
        let (isDue, waiters) = state.withLock { state -> (Bool, [CheckedContinuation<Void, Never>]) in
            guard duration > .zero else { return (true, []) }
            state.sleepers[identifier] = Sleeper(deadline: state.uptime + duration, continuation: continuation)
            let ready = state.sleeperWaiters.filter { $0.count <= state.sleepers.count }.map(\.continuation)
            state.sleeperWaiters.removeAll { $0.count <= state.sleepers.count }
            return (false, ready)
        }
        if isDue { continuation.resume() }
        for waiter in waiters { waiter.resume() }
    }

    private func cancel(_ identifier: Int) {
        let sleeper = state.withLock { $0.sleepers.removeValue(forKey: identifier) }
        sleeper?.continuation.resume(throwing: CancellationError())
    }
}
