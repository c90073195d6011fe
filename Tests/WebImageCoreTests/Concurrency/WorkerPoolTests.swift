import Testing
import WebImageCore
import WebImageTesting

@Suite(.timeLimit(.minutes(5)))
struct WorkerPoolTests {
    @Test("urgent jobs go first; equal ones in the order in which they came")
    func order() async throws {
        let pool = WorkerPool(name: "test", width: 1)
        let start = Semaphore()
        let order = Lock<[String]>([])
        let done = TestGate()
        pool.submit { start.wait() }
        for (name, priority) in [
            ("p", LoadPriority.preload), ("n1", .normal), ("h", .high), ("n2", .normal), ("l", .low),
        ] {
            pool.submit(priority: priority) {
                order.withLock { $0.append(name) }
                Task { try await done.pass() }
            }
        }
        start.signal()
        await done.waitForArrivals(5)
        #expect(order.withLock { $0 } == ["h", "n1", "n2", "l", "p"])
    }

    @Test("D-34 B-82 never more than the width at once, however many jobs")
    func width() async throws {
        let pool = WorkerPool(name: "test", width: 3)
        let occupancy = Occupancy()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<1000 {
                group.addTask {
                    try await pool.run { _ in
                        occupancy.enter()
                        occupancy.leave()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(occupancy.most <= 3)
    }

    @Test("two jobs that come at once to one idle thread run at once")
    func idleThreadIsTakenOnce() async throws {
        for _ in 0..<200 {
            let pool = WorkerPool(name: "test", width: 2)
            try await pool.run { _ in }
            let (first, second) = (Semaphore(), Semaphore())
            // Each waits for the other.
            async let one: Void = pool.run { _ in
                second.signal()
                first.wait()
            }
            async let two: Void = pool.run { _ in
                first.signal()
                second.wait()
            }
            _ = try await (one, two)
        }
        #expect(true)
    }

    @Test("a cancelled task's job is skipped, or told by its token")
    func cancel() async throws {
        let pool = WorkerPool(name: "test", width: 1)
        let entered = TestGate()
        let release = Semaphore()
        let running = Task {
            try await pool.run { token in
                Task { try await entered.pass() }
                release.wait()
                try token.check()
            }
        }
        await entered.waitForArrivals()
        let ran = Lock(false)
        let waiting = Task { try await pool.run { _ in ran.withLock { $0 = true } } }
        running.cancel()
        waiting.cancel()
        release.signal()
        await #expect(throws: WebImageError.self) { try await running.value }
        await #expect(throws: WebImageError.self) { try await waiting.value }
        #expect(!ran.withLock { $0 })
    }
}

/// Counts how many are inside at once.
private final class Occupancy: Sendable {
    private let state = Lock((now: 0, most: 0))

    var most: Int { state.withLock { $0.most } }

    func enter() {
        state.withLock { state in
            state.now += 1
            state.most = max(state.most, state.now)
        }
    }

    func leave() { state.withLock { $0.now -= 1 } }
}
