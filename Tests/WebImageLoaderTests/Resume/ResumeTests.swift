import FoundationEssentials
import Testing
import WebImageCore
import WebImageTesting

@testable import WebImageLoader

@Suite(.timeLimit(.minutes(5)))
struct ResumeTests {
    static let body = pattern(100_000)
    let server: LoopbackServer
    let loader = HTTPLoader()

    init() throws { server = try LoopbackServer() }

    /// The first answer breaks off after 40,000 bytes; `next` makes the others.
    private func breakOnce(
        _ path: String = "/a", headers: HTTPHeaders = ["ETag": "\"v1\"", "Accept-Ranges": "bytes"],
        next: @escaping @Sendable (LoopbackRequest) -> LoopbackResponse
    ) async {
        let isFirst = Lock(true)
        server.handle(path) { request, connection in
            let breaks = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            let cut = LoopbackResponse(headers: headers, body: Array(Self.body[..<40_000]), framing: .claiming(100_000))
            connection.send(breaks ? cut : next(request), to: request)
        }
        let error = await failure { try await loader.load(server.url(path)) }
        #expect(error?.code == .truncated)
    }

    @Test("E-16 HTTP-04 a broken transfer goes on, and its progress counts from what was kept")
    func resumes() async throws {
        await breakOnce { LoopbackResponse(body: Self.body).answer(to: $0, etag: "\"v1\"") }
        let recorder = Recorder()
        let answer = try await loader.load(server.url("/a"), context: recorder.context())
        #expect(Array(answer.data) == Self.body)
        #expect(answer.metrics.resumedBytes == 40_000)
        #expect(answer.metrics.receivedBytes == 60_000)
        #expect(answer.status == 200)
        let second = server.requests("/a")[1]
        #expect(second.headers["Range"] == "bytes=40000-")
        #expect(second.headers["If-Range"] == "\"v1\"")
        #expect(second.headers["Accept-Encoding"] == nil)
        let progress = recorder.progress
        #expect(progress.allSatisfy { $0.total == 100_000 && $0.received >= 40_000 && $0.received <= 100_000 })
        #expect(zip(progress, progress.dropFirst()).allSatisfy { $0.received < $1.received })
        #expect(progress.last?.received == 100_000)
        #expect(Array(recorder.pieces.joined()) == Self.body)
    }

    @Test("E-16 a changed picture comes whole")
    func changed() async throws {
        await breakOnce { LoopbackResponse(body: pattern(50_000)).answer(to: $0, etag: "\"v2\"") }
        #expect(Array(try await loader.load(server.url("/a")).data) == pattern(50_000))
    }

    @Test("HTTP-06 a 203 in the place of the rest is a whole body of its own")
    func transformed() async throws {
        await breakOnce { _ in LoopbackResponse(status: 203, body: pattern(50_000), framing: .chunked(size: 7000)) }
        #expect(Array(try await loader.load(server.url("/a")).data) == pattern(50_000))
    }

    @Test("HTTP-06 a server that ignores the Range")
    func ignored() async throws {
        await breakOnce { _ in LoopbackResponse(body: Self.body) }
        let answer = try await loader.load(server.url("/a"))
        #expect(Array(answer.data) == Self.body)
        #expect(answer.metrics.resumedBytes == 0)
    }

    @Test("HTTP-03 416 is followed by exactly one plain request")
    func notSatisfiable() async throws {
        await breakOnce { request in
            request.rangeStart == nil
                ? LoopbackResponse(body: pattern(10))
                : LoopbackResponse(status: 416, headers: ["Content-Range": "bytes */10"])
        }
        #expect(try await loader.load(server.url("/a")).data.count == 10)
        #expect(try await loader.load(server.url("/a")).data.count == 10)
        #expect(server.requests("/a").map(\.rangeStart) == [nil, 40_000, nil, nil])
    }

    @Test(
        "206 lies start from zero",
        arguments: [
            ["Content-Range": "bytes 39999-99999/100000"], ["Content-Range": "bytes 40000-99999/100001"],
            ["Content-Range": "bytes 0-59999/100000"], ["Content-Range": "nonsense"], [:],
            ["Content-Range": "bytes 40000-99999/100000", "ETag": "\"v2\""],
            ["Content-Range": "bytes 40000-99999/100000", "Content-Encoding": "gzip"],
            ["Content-Range": "bytes 40000-99998/100000"],
            ["Content-Type": "multipart/byteranges; boundary=x", "Content-Range": "bytes 40000-99999/100000"],
        ] as [[String: String]])
    func lies(headers: [String: String]) async throws {
        await breakOnce { request in
            guard request.rangeStart != nil else { return LoopbackResponse(body: Self.body) }
            var answer = LoopbackResponse(status: 206, body: Array(Self.body[40_000...]))
            for (name, value) in headers { answer.headers[name] = value }
            return answer
        }
        #expect(Array(try await loader.load(server.url("/a")).data) == Self.body)
        #expect(server.requests("/a").map(\.rangeStart) == [nil, 40_000, nil])
    }

    @Test(
        "bytes without a strong validator are not kept",
        arguments: [
            ["ETag": "W/\"v1\""], [:], ["ETag": "\"v1\"", "Accept-Ranges": "none"],
            ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"],
            ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 08:49:40 GMT"],
        ] as [[String: String]])
    func weak(headers: [String: String]) async throws {
        var fields = HTTPHeaders()
        for (name, value) in headers { fields[name] = value }
        await breakOnce(headers: fields) { _ in LoopbackResponse(body: Self.body) }
        _ = try await loader.load(server.url("/a"))
        #expect(server.requests("/a").map(\.rangeStart) == [nil, nil])
    }

    @Test("a date that is old enough is a strong validator")
    func date() async throws {
        let headers: HTTPHeaders = [
            "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 08:59:37 GMT",
        ]
        await breakOnce(headers: headers) { request in
            #expect(request.headers["If-Range"] == "Sun, 06 Nov 1994 08:49:37 GMT")
            return LoopbackResponse(
                status: 206, headers: ["Content-Range": "bytes 40000-99999/100000"], body: Array(Self.body[40_000...]))
        }
        #expect(Array(try await loader.load(server.url("/a")).data) == Self.body)
    }

    @Test("E-16 a cancelled load keeps its bytes")
    func cancelled() async throws {
        let half = LoopbackGate()
        server.handle("/a") { request, connection in
            let answer = LoopbackResponse(body: Self.body).answer(to: request, etag: "\"v1\"")
            if request.rangeStart != nil { return _ = connection.send(answer, to: request) }
            connection.send(answer.head + Self.body[..<50_000])
            connection.waitForClientToLeave()
        }
        let url = server.url("/a")
        let context = LoaderContext(onProgress: { if $0.received == 50_000 { half.open() } })
        let task = Task { try await loader.load(url, context: context) }
        await half.opened()
        task.cancel()
        _ = await failure { try await task.value }
        // The call ends at once; the end of the transfer, on the engine's thread, puts the bytes away.
        while loader.configuration.resumeStore?.memoryBytes == 0 { await Task.yield() }
        #expect(Array(try await loader.load(url).data) == Self.body)
        #expect(server.requests("/a").map(\.rangeStart) == [nil, 50_000])
    }

    @Test("a request that says no, and one with a Range of its own")
    func switchedOff() async throws {
        await breakOnce { request in
            guard let start = request.rangeStart else { return LoopbackResponse(body: Self.body) }
            return LoopbackResponse(
                status: 206, headers: ["Content-Range": "bytes \(start)-99999/100000"], body: Array(Self.body[start...])
            )
        }
        var options = TransferOptions()
        options.resumes = false
        #expect(try await loader.load(server.url("/a"), options).data.count == 100_000)
        let mine = LoaderRequest(ImageURL(server.url("/a")), headers: ["Range": "bytes=99990-"])
        let answer = try await loader.load(mine, context: LoaderContext())
        #expect(answer.status == 206)
        #expect(answer.data.count == 10)
    }

    @Test("206 without a Range is an error, unless it covers all")
    func unasked() async throws {
        server.serve(
            "/part", LoopbackResponse(status: 206, headers: ["Content-Range": "bytes 0-9/100"], body: pattern(10)))
        server.serve(
            "/all", LoopbackResponse(status: 206, headers: ["Content-Range": "bytes 0-9/10"], body: pattern(10)))
        #expect(await failure { try await loader.load(server.url("/part")) }?.code == .truncated)
        #expect(try await loader.load(server.url("/all")).data.count == 10)
    }

    @Test("the store is bounded: memory, then disk, then away")
    func store() async throws {
        let folder = TemporaryFolder()
        let store = ResumeStore(memoryLimit: 250, folder: folder.path + "/kept", diskLimit: 330)
        let validator = try #require(ResumeValidator(text: "\"v\""))
        for index in 0..<6 {
            store.keep(KeptBytes(data: Data(pattern(100)), validator: validator, total: 500), for: "\(index)")
        }
        #expect(store.memoryBytes == 200)
        #expect(store.takeFromMemory("5")?.data.count == 100)
        #expect(await store.take("4")?.data.count == 100)
        let kept = await store.take("3")
        #expect(kept?.data == Data(pattern(100)))
        #expect(kept?.validator == validator)
        #expect(kept?.total == 500)
        #expect(await store.take("3") == nil, "taken out")
        #expect(await store.take("0") == nil, "no room on disk either")
        await store.removeAll()
        #expect(await store.take("2") == nil)
    }

    @Test("E-16 bytes on disk are continued by another loader")
    func acrossLoaders() async throws {
        let folder = TemporaryFolder()
        var configuration = HTTPLoaderConfiguration()
        configuration.resumeStore = ResumeStore(memoryLimit: 10, folder: folder.path)
        let isFirst = Lock(true)
        server.handle("/a") { request, connection in
            var answer = LoopbackResponse(body: Self.body).answer(to: request, etag: "\"v1\"")
            if isFirst.withLock({ isFirst in
                defer { isFirst = false }
                return isFirst
            }) {
                answer.body.removeLast(60_000)
                answer.framing = .claiming(100_000)
            }
            connection.send(answer, to: request)
        }
        let (first, second) = (HTTPLoader(configuration), HTTPLoader(configuration))
        _ = await failure { try await first.load(server.url("/a")) }
        #expect(Array(try await second.load(server.url("/a")).data) == Self.body)
        #expect(server.requests("/a").map(\.rangeStart) == [nil, 40_000])
    }

    @Test(
        arguments: [
            ("bytes 0-9/10", 0, 9, 10), ("bytes 5-9/*", 5, 9, nil), ("BYTES 1-1/2", 1, 1, 2),
        ] as [(String, Int, Int, Int?)])
    func contentRange(field: String, first: Int, last: Int, total: Int?) throws {
        let range = try #require(ContentRange(field))
        #expect(range.first == first && range.last == last && range.total == total)
    }

    @Test(arguments: [
        "", "bytes", "bytes */10", "bytes 5-4/10", "bytes 0-10/10", "items 0-1/2", "bytes -1-2/3", "bytes 1-/3",
        "bytes 0-1",
    ])
    func malformedContentRange(field: String) {
        #expect(ContentRange(field) == nil)
    }
}
