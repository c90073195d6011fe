import FoundationEssentials
import Testing
import WebImageCore
import WebImageTesting

@testable import WebImageLoader

/// What every call of a merged load has of its own, from the call to its end.
@Suite(.timeLimit(.minutes(5)))
struct CallTests {
    let server: LoopbackServer
    let loader = HTTPLoader()

    init() throws { server = try LoopbackServer() }

    @Test("A2-04 A2-15 A2-17 every call counts from its start to its end, and one that is refused never counts")
    func calls() async throws {
        let gate = LoopbackGate()
        server.handleOthers { request, connection in
            gate.wait()
            connection.send(LoopbackResponse(text: request.target), to: request)
        }
        let (a, b) = (server.url("/a"), server.url("/b"))
        let tasks = [a, a, a, b].map { url in Task { try await loader.load(url).data.count } }
        await until { loader.requesterCount == 4 }
        #expect(await failure { try await loader.load("") }?.code == .invalidURL)
        #expect(await failure { try await loader.load("http://") }?.code == .invalidURL)
        #expect(loader.requesterCount == 4)
        await server.waitForRequests("/a")
        await server.waitForRequests("/b")
        #expect(loader.runningCount == 2 && loader.waitingCount == 0)
        tasks[1].cancel()
        #expect(await failure { try await tasks[1].value }?.code == .cancelled)
        #expect(loader.requesterCount == 3)
        gate.open()
        for index in [0, 2, 3] { #expect(try await tasks[index].value == 2) }
        #expect(loader.requesterCount == 0 && loader.runningCount == 0)
    }

    @Test(
        "A2-06 an address that is none fails with its code, and no request is made",
        arguments: ["", " ", "http://", "//a"])
    func badAddress(url: String) async {
        let error = await failure { try await loader.load(url) }
        #expect(error?.code == .invalidURL)
        #expect(loader.requesterCount == 0 && server.requests.isEmpty)
    }

    @Test("A2-11 a failure reaches every caller, each with the request's address and the answer's status")
    func failures() async throws {
        let gate = LoopbackGate()
        server.handle("/a") { request, connection in
            gate.wait()
            connection.send(LoopbackResponse(status: 503, text: "later"), to: request)
        }
        let url = server.url("/a")
        let tasks = (0..<5).map { _ in Task { try await loader.load(url) } }
        await until { loader.requesterCount == 5 }
        gate.open()
        for task in tasks {
            let error = await failure { try await task.value }
            #expect(error?.code == .httpStatus && error?.status == 503 && error?.url == ImageURL(url))
        }
        #expect(server.count("/a") == 1)
    }

    @Test("A2-09 A2-13 a load is over before its callers hear of it: one that loads again gets a request of its own")
    func again() async throws {
        let number = Lock(0)
        server.handle("/a") { request, connection in
            let mine = number.withLock { number in
                number += 1
                return number
            }
            connection.send(LoopbackResponse(text: "\(mine)"), to: request)
        }
        let url = server.url("/a")
        for round in 1...20 {
            let data = try await loader.load(url).data
            #expect(String(decoding: data, as: UTF8.self) == "\(round)")
        }
        #expect(server.count("/a") == 20)
    }

    @Test("A3-19 A3-20 a check of the bytes of one's own belongs to the operation: it refuses them for every caller")
    func ownCheck() async throws {
        let gate = LoopbackGate()
        let checks = Lock(0)
        var configuration = HTTPLoaderConfiguration()
        configuration.dataModifier = { data, response in
            checks.withLock { $0 += 1 }
            let sum = data.reduce(0) { $0 &+ Int($1) }
            return response.headers["X-Sum"] == "\(sum)" ? data : nil
        }
        let loader = HTTPLoader(configuration)
        let body = pattern(1000)
        let sum = body.reduce(0) { $0 + Int($1) }
        server.serve("/good", LoopbackResponse(headers: ["X-Sum": "\(sum)"], body: body))
        server.handle("/bad") { request, connection in
            gate.wait()
            connection.send(LoopbackResponse(headers: ["X-Sum": "\(sum + 1)"], body: body), to: request)
        }
        #expect(try await loader.load(server.url("/good")).data.count == 1000)
        let bad = server.url("/bad")
        let tasks = (0..<3).map { _ in Task { try await loader.load(bad) } }
        await until { loader.requesterCount == 3 }
        gate.open()
        for task in tasks { #expect(await failure { try await task.value }?.code == .customPartFailed) }
        #expect(checks.withLock { $0 } == 2)
    }
}
