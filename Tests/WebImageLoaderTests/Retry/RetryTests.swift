import FoundationEssentials
import Testing
import WebImageCore
import WebImageTesting

@testable import WebImageLoader

@Suite(.timeLimit(.minutes(5)))
struct RetryTests {
    let server: LoopbackServer
    let clock = ManualTimeSource()

    init() throws { server = try LoopbackServer() }

    private func loader(_ attempts: Int, _ change: (inout HTTPLoaderConfiguration) -> Void = { _ in }) -> HTTPLoader {
        var configuration = HTTPLoaderConfiguration()
        configuration.retry = RetryPolicy(maximumAttempts: attempts)
        configuration.retry.jitter = 0
        configuration.time = clock
        change(&configuration)
        return HTTPLoader(configuration)
    }

    @Test("E-22 503, 503, 200 is a success after waits of 1 and 2 seconds")
    func succeedsAtLast() async throws {
        let no = LoopbackResponse(status: 503, text: "busy")
        server.serve("/a", [no, no, LoopbackResponse(text: "x")])
        let loader = loader(3)
        let url = server.url("/a")
        let task = Task { try await loader.load(url) }
        await clock.waitForSleepers()
        #expect(loader.runningCount == 0, "no slot is held while waiting")
        clock.advance(by: .milliseconds(999))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .milliseconds(1))
        await server.waitForRequests("/a", count: 2)
        await clock.waitForSleepers()
        clock.advance(by: .seconds(2))
        let answer = try await task.value
        #expect(answer.data.count == 1)
        #expect(answer.metrics.attempts == 3)
    }

    @Test("the last failure is told when the tries are used up")
    func givesUp() async throws {
        server.serve("/a", LoopbackResponse(status: 500, text: "no"))
        let loader = loader(2)
        let url = server.url("/a")
        let task = Task { try await loader.load(url) }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        let error = await failure { try await task.value }
        #expect(error?.status == 500)
        #expect(server.count("/a") == 2)
    }

    @Test("off by default; 404 is never tried again")
    func notRetried() async throws {
        server.serve("/no", LoopbackResponse(status: 404, text: "no"))
        _ = await failure { try await loader(5).load(server.url("/no")) }
        #expect(server.count("/no") == 1)
        server.serve("/busy", LoopbackResponse(status: 503, text: "no"))
        _ = await failure { try await HTTPLoader().load(server.url("/busy")) }
        #expect(server.count("/busy") == 1)
    }

    @Test("Retry-After is the least wait")
    func retryAfter() async throws {
        let no = LoopbackResponse(status: 429, headers: ["Retry-After": "30"], text: "slow down")
        server.serve("/a", [no, LoopbackResponse(text: "x")])
        let loader = loader(2)
        let url = server.url("/a")
        let task = Task { try await loader.load(url) }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(29))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .seconds(1))
        #expect(try await task.value.data.count == 1)
    }

    @Test("a load that waits for its next try can be cancelled")
    func cancelledWhileWaiting() async throws {
        server.serve("/a", LoopbackResponse(status: 503, text: "no"))
        let loader = loader(3)
        let url = server.url("/a")
        let task = Task { try await loader.load(url) }
        await clock.waitForSleepers()
        task.cancel()
        #expect(await failure { try await task.value }?.code == .cancelled)
        while clock.sleeperCount > 0 { await Task.yield() }
        #expect(server.count("/a") == 1)
        #expect(loader.runningCount + loader.waitingCount == 0)
    }

    @Test("a broken body goes on where it broke; pieces are told once")
    func continuesWithinALoad() async throws {
        let body = pattern(100_000)
        let whole = LoopbackResponse(body: body)
        server.handle("/a") { request, connection in
            var answer = whole.answer(to: request, etag: "\"v1\"")
            if request.rangeStart == nil {
                answer.body = Array(body[..<40_000])
                answer.framing = .claiming(100_000)
            }
            connection.send(answer, to: request)
        }
        let loader = loader(2)
        let url = server.url("/a")
        let recorder = Recorder()
        let task = Task { try await loader.load(url, context: recorder.context()) }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        #expect(Array(try await task.value.data) == body)
        #expect(Array(recorder.pieces.joined()) == body)
        #expect(server.requests("/a").map(\.rangeStart) == [nil, 40_000])
    }

    @Test("another body at the next try ends the pieces, not the load")
    func replacedBody() async throws {
        let second = [UInt8](repeating: 7, count: 100_000)
        let cut = LoopbackResponse(body: pattern(40_000), framing: .claiming(100_000))
        server.serve("/a", [cut, LoopbackResponse(body: second)])
        let loader = loader(2)
        let url = server.url("/a")
        let recorder = Recorder()
        let task = Task { try await loader.load(url, context: recorder.context()) }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        #expect(Array(try await task.value.data) == second)
        #expect(recorder.pieces.joined().allSatisfy { $0 != 7 } || recorder.pieces.joined().count <= 40_000)
        let received = recorder.progress.map(\.received)
        #expect(zip(received, received.dropFirst()).allSatisfy { $0 <= $1 })
    }

    @Test("delays grow, are bounded, and jitter only shortens them")
    func delays() {
        var policy = RetryPolicy(maximumAttempts: 10)
        policy.jitter = 0
        policy.maximumDelay = .seconds(5)
        let error = WebImageError(.timeout, "")
        #expect(
            (1...4).map { policy.delay(after: error, attempts: $0) } == [
                .seconds(1), .seconds(2), .seconds(4), .seconds(5),
            ])
        policy.jitter = 0.5
        policy.random = { 0.5 }
        #expect(policy.delay(after: error, attempts: 1) == .milliseconds(750))
        #expect(policy.delay(after: error, attempts: 10) == nil)
        #expect(policy.delay(after: WebImageError(.cannotConnect, ""), attempts: 1) == nil)
        let impatient = WebImageError(.httpStatus, "", status: 503, retryAfter: .seconds(3600))
        #expect(policy.delay(after: impatient, attempts: 1) == nil)
    }
}
