import FoundationEssentials
import Testing
import WebImageCore
import WebImageTesting

@testable import WebImageLoader

@Suite(.timeLimit(.minutes(5)))
struct MergingTests {
    let server: LoopbackServer
    let loader = HTTPLoader()

    init() throws { server = try LoopbackServer() }

    @Test("A2-03 A2-07 A3-18 CONC-07 equal requests at once share one transfer")
    func merged() async throws {
        let gate = LoopbackGate()
        let body = pattern(10_000)
        server.handle("/a") { request, connection in
            gate.wait()
            connection.send(LoopbackResponse(body: body), to: request)
        }
        let url = server.url("/a")
        let answers = try await withThrowingTaskGroup { group in
            for _ in 0..<10 { group.addTask { try await loader.load(url).data } }
            await server.waitForRequests("/a")
            group.addTask { try await loader.load(url).data }
            await until { loader.requesterCount == 11 }
            gate.open()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count == 11)
        #expect(answers.allSatisfy { Array($0) == body })
        #expect(server.count("/a") == 1)
    }

    @Test("A2-02 C-07 requests with other header fields, credentials or trust are not merged")
    func notMerged() async throws {
        let gate = LoopbackGate()
        server.handle("/a") { request, connection in
            gate.wait()
            connection.send(LoopbackResponse(text: request.headers["Accept"] ?? ""), to: request)
        }
        let url = ImageURL(server.url("/a"))
        var insecure = LoaderRequest(url)
        insecure.options.allowsInsecureTLS = true
        var bearer = LoaderRequest(url)
        bearer.options.credentials = .bearer("x")
        var patient = LoaderRequest(url)
        patient.options.idleTimeout = .seconds(100)
        let requests = [LoaderRequest(url), LoaderRequest(url, headers: ["Accept": "b"]), insecure, bearer, patient]
        try await withThrowingTaskGroup { group in
            for request in requests { group.addTask { _ = try await loader.load(request, context: LoaderContext()) } }
            await server.waitForRequests("/a", count: 4)
            gate.open()
            try await group.waitForAll()
        }
        #expect(server.count("/a") == 4)
    }

    @Test("A late joiner first gets everything so far as one piece")
    func lateJoiner() async throws {
        let gate = LoopbackGate()
        let body = pattern(90_000)
        server.serve("/a", body, first: 60_000, then: gate)
        let url = server.url("/a")
        let half = LoopbackGate()
        let firstContext = LoaderContext(onProgress: { progress in
            if progress.received == 60_000 { half.open() }
        })
        async let first = loader.load(url, context: firstContext)
        await half.opened()
        let joined = LoopbackGate()
        let pieces = Lock<[Data]>([])
        let context = LoaderContext(onData: { piece in
            pieces.withLock { $0.append(piece) }
            joined.open()
        })
        async let second = loader.load(url, context: context)
        await joined.opened()
        gate.open()
        #expect(try await first.data == second.data)
        #expect(pieces.withLock { $0.first?.count } == 60_000)
        #expect(Array(pieces.withLock { $0.joined() }) == body)
        #expect(server.count("/a") == 1)
    }

    @Test("CONC-04 B-32 DL:test20 cancelling some never disturbs the others")
    func cancelOfSome() async throws {
        let gate = LoopbackGate()
        server.handle("/a") { request, connection in
            gate.wait()
            connection.send(LoopbackResponse(text: "x"), to: request)
        }
        let url = server.url("/a")
        let first = Task { try await loader.load(url) }
        await server.waitForRequests("/a")
        let second = Task { try await loader.load(url) }
        let third = Task { try await loader.load(url) }
        await until { loader.requesterCount == 3 }
        first.cancel()
        #expect(await failure { try await first.value }?.code == .cancelled)
        second.cancel()
        #expect(await failure { try await second.value }?.code == .cancelled)
        gate.open()
        #expect(try await third.value.data.count == 1)
        #expect(server.count("/a") == 1)
    }

    @Test("A2-10 B-40 DL:test21 a load that was cancelled and begun again is not completed by the old transfer")
    func cancelAndRestart() async throws {
        let number = Lock(0)
        server.handle("/a") { request, connection in
            let mine = number.withLock { number in
                number += 1
                return number
            }
            if mine % 2 == 1 { return connection.waitForClientToLeave() }
            connection.send(LoopbackResponse(text: "\(mine)"), to: request)
        }
        let url = server.url("/a")
        for round in 1...20 {
            let old = Task { try await loader.load(url) }
            await server.waitForRequests("/a", count: 2 * round - 1)
            // A request is counted before its handler has taken a number, and two handlers run on threads of their own.
            await until { number.withLock { $0 } == 2 * round - 1 }
            old.cancel()
            let new = Task { try await loader.load(url) }
            #expect(String(decoding: try await new.value.data, as: UTF8.self) == "\(2 * round)")
            #expect(await failure { try await old.value }?.code == .cancelled)
        }
    }

    @Test("B-33 cancelling an address ends it for everybody; C-04")
    func cancelByURL() async throws {
        server.handle("/a") { _, connection in connection.waitForClientToLeave() }
        server.handle("/b") { _, connection in connection.waitForClientToLeave() }
        let (a, b) = (server.url("/a"), server.url("/b"))
        let first = Task { try await loader.load(a) }
        let second = Task { try await loader.load(a) }
        let other = Task { try await loader.load(b) }
        await server.waitForRequests("/a")
        await server.waitForRequests("/b")
        await until { loader.requesterCount == 3 }
        loader.cancel(ImageURL(a))
        #expect(await failure { try await first.value }?.code == .cancelled)
        _ = await failure { try await second.value }
        #expect(loader.runningCount <= 2)
        loader.cancelAll()
        #expect(await failure { try await other.value }?.code == .cancelled)
        #expect(loader.runningCount == 0)
        await server.waitForConnections(atMost: 0)
    }
}
