import Testing
import WebImageCore
import WebImageTesting

@testable import WebImage

@Suite(.timeLimit(.minutes(5)))
struct PrefetchBatchTests {
    @Test("A4-10 events keep their order, and the end comes last, whichever thread is faster")
    func order() async throws {
        let log = Lock<[String]>([])
        let (entered, release) = (Semaphore(), Semaphore())
        var handlers = PrefetchBatch.Handlers()
        handlers.onEvent = { event in
            if event.counts.finished == 1 {
                entered.signal()
                release.wait()
            }
            log.withLock { $0.append("\(event.counts.finished)") }
        }
        handlers.onEnd = { summary in log.withLock { $0.append("end \(summary.counts.finished)") } }
        var configuration = ImagePrefetcher.Configuration()
        configuration.callbackTarget = .immediate
        let batch = PrefetchBatch(
            requests: ["a", "b"].map { ImageRequest("https://example.org/\($0)") }, configuration: configuration,
            handlers: handlers, time: ManualTimeSource())
        async let first: Void = Thread.run { batch.end(0, .finished, byteCount: 1) }
        try await Thread.run { entered.wait() }
        // The first event is being told.
        batch.end(1, .finished, byteCount: 1)
        #expect(!batch.hasEnded)
        release.signal()
        try await first
        #expect(log.withLock { $0 } == ["1", "2", "end 2"])
        #expect(await batch.summary.counts.byteCount == 2)
    }
}
