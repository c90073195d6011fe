import FoundationEssentials
import Testing
import WebImageCore
import WebImageTesting

@testable import WebImageLoader

@Suite(.timeLimit(.minutes(5)))
struct StressTests {
    @Test("CONC-08 30, then 200 loads at once, again and again, to two hosts")
    func manyAtOnce() async throws {
        let servers = [try LoopbackServer(), try LoopbackServer()]
        for server in servers {
            server.handleOthers { request, connection in
                connection.send(LoopbackResponse(body: Array(request.target.utf8)), to: request)
            }
        }
        let loader = HTTPLoader()
        for round in 0..<10 {
            for count in [30, 200] {
                try await withThrowingTaskGroup { group in
                    for index in 0..<count {
                        group.addTask {
                            let path = "/\(round)-\(count)-\(index)"
                            let answer = try await loader.load(servers[index % 2].url(path))
                            #expect(String(decoding: answer.data, as: UTF8.self) == path)
                        }
                    }
                    try await group.waitForAll()
                }
            }
        }
        #expect(servers.map(\.connectionCount).reduce(0, +) <= 24, "connections are used again")
        #expect(loader.runningCount + loader.waitingCount + loader.requesterCount == 0)
    }

    @Test("CONC-01 loads that are cancelled at any moment all end, and later ones work")
    func cancelStorm() async throws {
        let server = try LoopbackServer()
        server.handleOthers { request, connection in
            connection.send(LoopbackResponse(body: pattern(2000)), to: request)
        }
        let loader = HTTPLoader()
        let ends = await withTaskGroup { group in
            for index in 0..<4000 {
                let url = server.url("/\(index % 50)")
                group.addTask {
                    let task = Task { try await loader.load(url) }
                    for _ in 0..<index % 7 { await Task.yield() }
                    if index % 5 != 0 { task.cancel() }
                    switch await task.result {
                    case .success(let answer): return answer.data.count == 2000
                    case .failure(let error): return (error as? WebImageError)?.code == .cancelled
                    }
                }
            }
            return await group.reduce(into: [Bool: Int]()) { $0[$1, default: 0] += 1 }
        }
        #expect(ends == [true: 4000])
        #expect(loader.runningCount + loader.waitingCount + loader.requesterCount == 0)
        #expect(try await loader.load(server.url("/after")).data.count == 2000)
    }

    @Test("A2-05 a thousand calls for one address from everywhere: one request, a thousand ends")
    func thousandCalls() async throws {
        let server = try LoopbackServer()
        let gate = LoopbackGate()
        server.handle("/a") { request, connection in
            gate.wait()
            connection.send(LoopbackResponse(body: pattern(5000)), to: request)
        }
        let loader = HTTPLoader()
        let url = server.url("/a")
        let sum = try await withThrowingTaskGroup { group in
            for _ in 0..<1000 { group.addTask { try await loader.load(url).data.count } }
            while loader.requesterCount < 1000 { await Task.yield() }
            gate.open()
            return try await group.reduce(0, +)
        }
        #expect(sum == 5_000_000)
        #expect(server.count("/a") == 1)
    }

    @Test("a loader that is let go leaves no thread and no connection")
    func noResidue() async throws {
        let server = try LoopbackServer()
        server.serve("/a", LoopbackResponse(text: "x"))
        weak var engine: TransferEngine?
        weak var core: LoaderCore?
        do {
            let loader = HTTPLoader()
            for _ in 0..<10 { _ = try await loader.load(server.url("/a")) }
            core = loader.core
            engine = loader.core.engine
            #expect(server.openConnectionCount == 1)
        }
        await server.waitForConnections(atMost: 0)
        // The thread holds the engine until its very end.
        while engine != nil { await Task.yield() }
        #expect(core == nil)
    }
}
