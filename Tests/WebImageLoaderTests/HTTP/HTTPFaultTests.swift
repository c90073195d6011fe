import FoundationEssentials
import Testing
import WebImageCore
import WebImageTesting

@testable import WebImageLoader

@Suite(.timeLimit(.minutes(5)))
struct HTTPFaultTests {
    let server: LoopbackServer
    let loader = HTTPLoader()

    init() throws { server = try LoopbackServer() }

    @Test("HTTP-07 a body that ends too soon is an error, and the next load gets the whole")
    func truncated() async throws {
        let body = pattern(100_000)
        let cut = LoopbackResponse(body: Array(body[..<60_000]), framing: .claiming(100_000))
        server.serve("/length", [cut, LoopbackResponse(body: body)])
        let error = await failure { try await loader.load(server.url("/length")) }
        #expect(error?.code == .truncated)
        #expect(Array(try await loader.load(server.url("/length")).data) == body)

        let chunked = LoopbackResponse(body: Array(body[..<60_000]), framing: .chunkedWithoutEnd(size: 7000))
        server.serve("/chunked", [chunked, LoopbackResponse(body: body, framing: .chunked(size: 9000))])
        let second = await failure { try await loader.load(server.url("/chunked")) }
        #expect(second?.code == .truncated)
        #expect(Array(try await loader.load(server.url("/chunked")).data) == body)
    }

    @Test("HTTP-07 a connection that is reset within the body is an error")
    func reset() async throws {
        let gate = LoopbackGate()
        server.handle("/a") { _, connection in
            connection.send(LoopbackResponse(body: pattern(60_000), framing: .claiming(100_000)))
            gate.wait()
            connection.reset()
        }
        let context = LoaderContext(onProgress: { progress in
            if progress.received == 60_000 { gate.open() }
        })
        let error = await failure { try await loader.load(server.url("/a"), context: context) }
        #expect(error?.code == .connectionLost)
    }

    @Test func theConnectionClosesBeforeTheAnswer() async throws {
        server.handle("/a") { _, connection in connection.close() }
        let error = await failure { try await loader.load(server.url("/a")) }
        #expect(error?.code == .connectionLost)
    }

    @Test func somethingElseThanHTTPAnswers() async throws {
        server.handle("/a") { _, connection in
            connection.send("220 mail.example ESMTP\r\n")
            connection.close()
        }
        let error = await failure { try await loader.load(server.url("/a")) }
        #expect(error?.code == .connectionLost)
    }

    @Test("HTTP-08 silence before the answer is a timeout, exact below a second; the next load works")
    func stallBeforeTheHead() async throws {
        let silent = Lock(true)
        server.handle("/a") { request, connection in
            if silent.withLock({ $0 }) { return connection.waitForClientToLeave() }
            connection.send(LoopbackResponse(text: "x"), to: request)
        }
        var options = TransferOptions()
        options.idleTimeout = .milliseconds(300)
        let begin = ContinuousClock.now
        let error = await failure { try await loader.load(server.url("/a"), options) }
        #expect(error?.code == .timeout)
        #expect(begin.duration(to: .now) >= .milliseconds(300))
        silent.withLock { $0 = false }
        #expect(try await loader.load(server.url("/a"), options).data.count == 1)
    }

    @Test func silenceWithinTheBodyIsATimeout() async throws {
        server.handle("/a") { _, connection in
            connection.send(LoopbackResponse(body: pattern(10), framing: .claiming(100)))
            connection.waitForClientToLeave()
        }
        var options = TransferOptions()
        options.idleTimeout = .milliseconds(200)
        let error = await failure { try await loader.load(server.url("/a"), options) }
        #expect(error?.code == .timeout)
    }

    @Test func aBodyThatDripsEndsAtTheTotalLimit() async throws {
        server.handle("/a") { _, connection in
            connection.send(LoopbackResponse(framing: .claiming(100_000)).head)
            connection.drip(pattern(100_000), size: 1, every: 20)
        }
        var options = TransferOptions()
        options.totalTimeout = .milliseconds(400)
        let error = await failure { try await loader.load(server.url("/a"), options) }
        #expect(error?.code == .timeout)
    }

    @Test("HTTP-20 a length over the limit is refused before the body")
    func lengthOverTheLimit() async throws {
        let sent = Lock(0)
        server.handle("/a") { _, connection in
            connection.send(LoopbackResponse(framing: .claiming(2 << 30)).head)
            while connection.send(pattern(65_536)) {}
            sent.withLock { $0 = connection.sentBytes }
        }
        let error = await failure { try await loader.load(server.url("/a")) }
        #expect(error?.code == .tooLarge)
        await server.waitForConnections(atMost: 0)
        #expect(sent.withLock { $0 } < 8 << 20, "what the sockets of this machine buffer")
    }

    @Test("HTTP-20 an endless body of a 404 is not read")
    func endlessErrorBody() async throws {
        server.handle("/a") { _, connection in
            connection.send(LoopbackResponse(status: 404, framing: .chunked(size: 1)).head)
            while connection.sendChunk(pattern(65_536)) {}
        }
        let error = await failure { try await loader.load(server.url("/a")) }
        #expect(error?.code == .httpStatus)
        #expect(error?.status == 404)
        await server.waitForConnections(atMost: 0)
    }

    @Test func aSmallErrorBodyKeepsTheConnection() async throws {
        server.serve("/no", LoopbackResponse(status: 404, body: pattern(500)))
        server.serve("/yes", LoopbackResponse(text: "x"))
        _ = await failure { try await loader.load(server.url("/no")) }
        // The rest of the first answer may still be under way; it has been read when the second comes back.
        _ = try await loader.load(server.url("/yes"))
        _ = await failure { try await loader.load(server.url("/no")) }
        _ = try await loader.load(server.url("/yes"))
        #expect(server.connectionCount <= 2)
    }

    @Test func theLimitHoldsWhileTheBodyComes() async throws {
        server.serve("/a", LoopbackResponse(body: pattern(200_000), framing: .chunked(size: 5000)))
        var options = TransferOptions()
        options.maximumBytes = 100_000
        let error = await failure { try await loader.load(server.url("/a"), options) }
        #expect(error?.code == .tooLarge)
        options.maximumBytes = 200_000
        #expect(try await loader.load(server.url("/a"), options).data.count == 200_000)
    }

    @Test("HTTP-13 unknown lengths: chunked and HTTP/1.0")
    func unknownLengths() async throws {
        let body = pattern(50_000)
        for framing in [LoopbackResponse.Framing.chunked(size: 4096), .closeDelimited] {
            server.serve("/a", LoopbackResponse(body: body, framing: framing))
            let recorder = Recorder()
            let answer = try await loader.load(server.url("/a"), context: recorder.context())
            #expect(Array(answer.data) == body)
            #expect(Array(recorder.pieces.joined()) == body)
            let progress = recorder.progress
            #expect(progress.dropLast().allSatisfy { $0.total == nil && $0.fraction == nil })
            #expect(progress.last == LoadProgress(received: 50_000, total: 50_000))
            #expect(zip(progress, progress.dropFirst()).allSatisfy { $0.received <= $1.received })
        }
    }

    @Test("HTTP-18 names of header fields in lower case")
    func lowerCaseNames() async throws {
        var response = LoopbackResponse(headers: ["ETag": "\"a\"", "Cache-Control": "max-age=5"], body: pattern(10))
        response.lowercasesNames = true
        server.serve("/b.png", response)
        var redirect = LoopbackResponse.redirect(to: "/b.png")
        redirect.lowercasesNames = true
        server.serve("/a.png", redirect)
        let answer = try await loader.load(server.url("/a.png"))
        #expect(answer.data.count == 10)
        #expect(answer.headers["ETag"] == "\"a\"")
        #expect(answer.headers["Cache-Control"] == "max-age=5")
    }

    @Test("CONC-04 cancelling stops the transfer")
    func cancelling() async throws {
        server.handle("/a") { _, connection in connection.waitForClientToLeave() }
        let task = Task { try await loader.load(server.url("/a")) }
        await server.waitForRequests("/a")
        task.cancel()
        let error = await failure { try await task.value }
        #expect(error?.code == .cancelled)
        await server.waitForConnections(atMost: 0)
        #expect(loader.runningCount == 0)
    }

    @Test func aTaskThatIsCancelledAlreadyMakesNoRequest() async throws {
        server.serve("/a", LoopbackResponse(text: "x"))
        let gate = LoopbackGate()
        let task = Task {
            await gate.arrivals()
            return try await loader.load(server.url("/a"))
        }
        task.cancel()
        Thread.start(named: "gate") { gate.wait() }
        let error = await failure { try await task.value }
        gate.open()
        #expect(error?.code == .cancelled)
        #expect(loader.runningCount + loader.waitingCount == 0)
    }
}
