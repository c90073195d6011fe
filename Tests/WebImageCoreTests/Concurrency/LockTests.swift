import FoundationEssentials
import Glibc
import Testing
import WebImageCore
import WebImageTesting

@Suite(.timeLimit(.minutes(5)))
struct LockTests {
    @Test("A0-24 who waits for a lock sleeps, it doesn't spin")
    func sleeps() async throws {
        let lock = SharedLock()
        let waiter = Lock("")
        let isDone = TestGate()
        let state = try await Thread.run {
            lock.value.withLock { _ in
                Thread.start(named: "waiter") {
                    let place = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
                    waiter.withLock { $0 = place ?? "" }
                    lock.value.withLock { $0 += 1 }
                    Task { try await isDone.pass() }
                }
                // A thread that spins would be running forever, and this with it.
                var state = ""
                while state != "S" {
                    sched_yield()
                    state = Self.state(of: waiter.withLock { $0 })
                }
                return state
            }
        }
        #expect(state == "S")
        await isDone.waitForArrivals()
        #expect(lock.value.withLock { $0 } == 1)
    }

    @Test("A0-24 nothing is lost where 8 threads want one lock")
    func counts() async throws {
        let lock = SharedLock()
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    try await Thread.run { for _ in 0..<10_000 { lock.value.withLock { $0 += 1 } } }
                }
            }
            try await group.waitForAll()
        }
        #expect(lock.value.withLock { $0 } == 80_000)
    }

    private final class SharedLock: Sendable {
        let value = Lock(0)
    }

    /// What the kernel says of a thread, by its folder in `/proc`: `R` where it runs, `S` where it sleeps.
    private static func state(of thread: String) -> String {
        guard !thread.isEmpty, let file = fopen("/proc/\(thread)/stat", "r") else { return "" }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = fread(&bytes, 1, bytes.count, file)
        // The name before it stands in parentheses and may hold anything.
        guard let end = bytes[..<count].lastIndex(of: UInt8(ascii: ")")), end + 2 < count else { return "" }
        return String(decoding: bytes[(end + 2)..<(end + 3)], as: UTF8.self)
    }
}
