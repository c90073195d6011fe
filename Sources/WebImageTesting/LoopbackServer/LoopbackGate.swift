internal import WebImageCore

/// Holds a handler's thread until a test lets it go on.
public final class LoopbackGate: Sendable {
    private struct State {
        var isOpen = false
        var waiting = 0
        var openWaiters: [CheckedContinuation<Void, Never>] = []
        var arrivals: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Lock(State())
    private let semaphore = Semaphore()

    /// Makes a closed gate.
    public init() {}

    /// Blocks this thread until ``open()``; at once if the gate is open.
    public func wait() {
        let (isOpen, ready) = state.withLock { state -> (Bool, [CheckedContinuation<Void, Never>]) in
            state.waiting += 1
            let waiting = state.waiting
            let ready = state.arrivals.filter { $0.count <= waiting }.map(\.continuation)
            state.arrivals.removeAll { $0.count <= waiting }
            return (state.isOpen, ready)
        }
        for continuation in ready { continuation.resume() }
        if !isOpen { semaphore.wait() }
    }

    /// Lets all go on, those who wait and those who come later.
    public func open() {
        let (waiting, openWaiters) = state.withLock { state -> (Int, [CheckedContinuation<Void, Never>]) in
            guard !state.isOpen else { return (0, []) }
            state.isOpen = true
            defer { state.openWaiters = [] }
            return (state.waiting, state.openWaiters)
        }
        for _ in 0..<waiting { semaphore.signal() }
        for waiter in openWaiters { waiter.resume() }
    }

    /// Waits until the gate is open, without holding a thread.
    public func opened() async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.openWaiters.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    /// Waits until `count` threads have come to the gate.
    public func arrivals(_ count: Int = 1) async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let isThere = state.withLock { state in
                if state.waiting >= count { return true }
                state.arrivals.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }
}
