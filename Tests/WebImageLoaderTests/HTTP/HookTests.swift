import FoundationEssentials
import Testing
import WebImageCore
import WebImageTesting

@testable import WebImageLoader

@Suite(.timeLimit(.minutes(5)))
struct HookTests {
    let server: LoopbackServer

    init() throws { server = try LoopbackServer() }

    private func loader(_ change: (inout HTTPLoaderConfiguration) -> Void) -> HTTPLoader {
        var configuration = HTTPLoaderConfiguration()
        change(&configuration)
        return HTTPLoader(configuration)
    }

    @Test("DL:test23 4.5 the request modifier is asynchronous and may change all")
    func requestModifier() async throws {
        server.handle("/b") { request, connection in
            let status = request.headers["X-Token"] == "t" ? 200 : 403
            connection.send(LoopbackResponse(status: status, text: "x"), to: request)
        }
        let target = ImageURL(server.url("/b"))
        let loader = loader {
            $0.requestModifier = { request in
                await Task.yield()
                var request = request
                request.url = target
                request.headers["X-Token"] = "t"
                return request
            }
        }
        #expect(try await loader.load(server.url("/a")).data.count == 1)
        #expect(server.count("/a") == 0)
    }

    @Test("DL-20 a request modifier that refuses or throws ends the load; cancelling stops it")
    func refusingRequestModifier() async throws {
        let refusing = loader { $0.requestModifier = { _ in nil } }
        #expect(await failure { try await refusing.load(server.url("/a")) }?.code == .customPartFailed)
        struct Broken: Error {}
        let throwing = loader { $0.requestModifier = { _ in throw Broken() } }
        let error = await failure { try await throwing.load(server.url("/a")) }
        #expect(error?.code == .customPartFailed)
        #expect(error?.underlying?.contains("Broken") == true)
        let gate = TestGate()
        let waiting = loader {
            $0.requestModifier = { request in
                try await gate.pass()
                return request
            }
        }
        let url = server.url("/a")
        let task = Task { try await waiting.load(url) }
        await gate.waitForArrivals()
        task.cancel()
        #expect(await failure { try await task.value }?.code == .cancelled)
        while gate.waitingCount > 0 { await Task.yield() }
        #expect(server.requests.isEmpty)
    }

    @Test("DL:test24 DL-43 the response modifier comes before all checks")
    func responseModifier() async throws {
        server.serve("/a", LoopbackResponse(status: 404, text: "x"))
        let mending = loader {
            $0.responseModifier = { response in
                var response = response
                response.status = 200
                response.headers["X-Mine"] = "1"
                return response
            }
        }
        let answer = try await mending.load(server.url("/a"))
        #expect(answer.status == 200)
        #expect(answer.headers["x-mine"] == "1")
        let refusing = loader { $0.responseModifier = { _ in nil } }
        #expect(await failure { try await refusing.load(server.url("/a")) }?.code == .customPartFailed)
    }

    @Test("DL:test25 DL-45 the data modifier changes the body, and there are no pieces")
    func dataModifier() async throws {
        server.serve("/a", LoopbackResponse(text: "aGFsbG8="))
        let decoding = loader { $0.dataModifier = { data, _ in Data(base64Encoded: data) } }
        let recorder = Recorder()
        let answer = try await decoding.load(server.url("/a"), context: recorder.context())
        #expect(String(decoding: answer.data, as: UTF8.self) == "hallo")
        #expect(recorder.pieces.isEmpty)
        server.serve("/b", LoopbackResponse(text: "!"))
        #expect(await failure { try await decoding.load(server.url("/b")) }?.code == .customPartFailed)
    }

    @Test("4.8 the redirect handler stops or changes a redirect")
    func redirectHandler() async throws {
        server.serve("/a", .redirect(to: "/b"))
        server.serve("/b", LoopbackResponse(text: "b"))
        server.serve("/c", LoopbackResponse(text: "cc"))
        let stopping = loader { $0.redirectHandler = { _ in nil } }
        let error = await failure { try await stopping.load(server.url("/a")) }
        #expect(error?.code == .customPartFailed)
        #expect(error?.status == 302)
        let target = ImageURL(server.url("/c"))
        let changing = loader {
            $0.redirectHandler = { redirect in redirect.target.string.hasSuffix("/b") ? target : redirect.target }
        }
        #expect(try await changing.load(server.url("/a")).data.count == 2)
    }

    @Test("4.17 metrics of each transfer")
    func metrics() async throws {
        server.serve("/a", .redirect(to: "/b"))
        server.serve("/b", LoopbackResponse(text: "b"))
        let seen = Lock<[String]>([])
        let loader = loader {
            $0.onMetrics = { url, metrics in
                seen.withLock { $0.append(url.lastPathComponent + (metrics.reusedConnection ? " again" : " new")) }
            }
        }
        let answer = try await loader.load(server.url("/a"))
        #expect(seen.withLock { $0 } == ["a new", "b again"])
        #expect(answer.metrics.connect >= .zero && answer.metrics.firstByte <= answer.metrics.total)
    }

    @Test("DL:test17 DL-03 a least interval between reports; the last one comes")
    func progressInterval() async throws {
        let gate = LoopbackGate()
        server.handle("/a") { _, connection in
            connection.send(LoopbackResponse(framing: .claiming(1000)).head)
            for index in 0..<10 {
                connection.send(pattern(100))
                if index == 0 { gate.wait() }
            }
        }
        let loader = loader { $0.minimumProgressInterval = .seconds(3600) }
        let reports = Lock<[LoadProgress]>([])
        let context = LoaderContext(onProgress: { progress in
            reports.withLock { $0.append(progress) }
            gate.open()
        })
        _ = try await loader.load(server.url("/a"), context: context)
        let seen = reports.withLock { $0 }
        #expect(seen.count == 2)
        #expect(seen.last == LoadProgress(received: 1000, total: 1000))
    }

    @Test(
        "header fields that would break the request are refused",
        arguments: [("X", "a\r\nY: b"), ("", "x"), ("A B", "x"), ("X:", "y"), ("X", "a\0b")])
    func injection(name: String, value: String) async throws {
        server.serve("/a", LoopbackResponse(text: "x"))
        var headers = HTTPHeaders()
        headers.append(name, value)
        let request = LoaderRequest(ImageURL(server.url("/a")), headers: headers)
        let error = await failure { try await HTTPLoader().load(request, context: LoaderContext()) }
        #expect(error?.code == .invalidURL)
        #expect(server.requests.isEmpty)
    }

    @Test func otherMethods() async throws {
        server.handle("/a") { request, connection in
            connection.send(LoopbackResponse(headers: ["X-Method": request.method], text: "x"), to: request)
        }
        for method in ["HEAD", "POST", "PUT"] {
            var request = LoaderRequest(ImageURL(server.url("/a")))
            request.method = method
            let answer = try await HTTPLoader().load(request, context: LoaderContext())
            #expect(answer.headers["X-Method"] == method)
            #expect(answer.data.count == (method == "HEAD" ? 0 : 1))
        }
    }
}
