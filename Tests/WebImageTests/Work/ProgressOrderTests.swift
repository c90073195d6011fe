import Testing
import WebImageCore
import WebImageTesting

@testable import WebImage

@Suite(.timeLimit(.minutes(5)))
struct ProgressOrderTests {
    @Test("what a listener causes while it is told comes after, and what falls back not at all")
    func nested() {
        let seen = Recorder<Int>()
        let again = Lock<(@Sendable (LoadProgress) -> Void)?>(nil)
        let order = ProgressOrder { progress in
            if progress.received == 1 {
                for received in [3, 2, 4] { again.withLock { $0 }?(LoadProgress(received: received, total: nil)) }
            }
            seen.add(progress.received)
        }
        again.withLock { $0 = order.report }
        for received in [1, 0, 4, 7] { order.report(LoadProgress(received: received, total: nil)) }
        #expect(seen.all == [1, 3, 4, 4, 7])
        again.withLock { $0 = nil }
    }

    @Test("while a listener is slow, no other thread waits for it or goes past it")
    func slow() async throws {
        let seen = Recorder<Int>()
        let entered = TestGate()
        let release = Semaphore()
        let order = ProgressOrder { progress in
            if progress.received == 1 {
                Task { try await entered.pass() }
                release.wait()
            }
            seen.add(progress.received)
        }
        async let first: Void = Thread.run { order.report(LoadProgress(received: 1, total: nil)) }
        await entered.waitForArrivals()
        order.report(LoadProgress(received: 2, total: nil))
        #expect(seen.all.isEmpty)
        release.signal()
        try await first
        #expect(seen.all == [1, 2])
    }
}
