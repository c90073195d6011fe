internal import WebImageCore

/// A door that stands closed until a test opens it; tells how many wait before it.
public final class TestGate: Sendable {
    private struct State {
        var isOpen: Bool
        var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
        var next = 0
        var arrivals = 0
        var arrivalWaiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state: Lock<State>

    /// Makes a gate, closed by default.
    public init(isOpen: Bool = false) { state = Lock(State(isOpen: isOpen)) }

    /// How many have come to the gate so far, whether they had to wait or not.
    public var arrivals: Int { state.withLock { $0.arrivals } }

    /// How many wait now.
    public var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Lets everybody through, now and later.
    public func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [:] }
            return state.waiting
        }
        for key in waiting.keys.sorted() { waiting[key]?.resume() }
    }

    /// Lets the one that has waited longest through.
    public func letOneThrough() {
        let first = state.withLock { state in
            state.waiting.keys.min().flatMap { state.waiting.removeValue(forKey: $0) }
        }
        first?.resume()
    }

    /// Waits for the gate to open.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    public func pass() async throws {
        let identifier = state.withLock { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                arrive(continuation, identifier: identifier)
                if Task.isCancelled { cancel(identifier) }
            }
        } onCancel: {
            cancel(identifier)
        }
    }

    /// Waits until `count` have come to the gate in all.
    public func waitForArrivals(_ count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.arrivals >= count { return true }
                state.arrivalWaiters.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    private func arrive(_ continuation: CheckedContinuation<Void, any Error>, identifier: Int) {
        let (isOpen, waiters) = state.withLock { state -> (Bool, [CheckedContinuation<Void, Never>]) in
            state.arrivals += 1
            if !state.isOpen { state.waiting[identifier] = continuation }
            let ready = state.arrivalWaiters.filter { $0.count <= state.arrivals }.map(\.continuation)
            state.arrivalWaiters.removeAll { $0.count <= state.arrivals }
            return (state.isOpen, ready)
        }
        if isOpen { continuation.resume() }
        for waiter in waiters { waiter.resume() }
    }

    private func cancel(_ identifier: Int) {
        let waiting = state.withLock { $0.waiting.removeValue(forKey: identifier) }
        waiting?.resume(throwing: CancellationError())
    }
}
