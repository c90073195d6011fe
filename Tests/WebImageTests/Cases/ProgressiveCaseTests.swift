import FoundationEssentials
import Testing
import WebImage
import WebImageTesting

/// Partial pictures where the body doesn't come in one go, or where somebody asks late. A real JPEG in several scans.
@Suite(.timeLimit(.minutes(5)))
struct ProgressiveCaseTests {
    let server: LoopbackServer
    let body: [UInt8]

    init() throws {
        server = try LoopbackServer()
        let path =
            "\(#filePath)".split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
            + "/Fixtures/JPEG/progressive.jpg"
        body = Array(try Data(contentsOf: URL(filePath: path)))
    }

    private func manager(_ http: HTTPLoaderConfiguration = HTTPLoaderConfiguration()) -> ImageManager {
        ImageManager(
            ImageManager.Configuration(cache: NullImageCache(), loader: LoaderManager.standard(http)))
    }

    private func request(_ url: String, isProgressive: Bool = true) -> ImageRequest {
        var request = ImageRequest(url: ImageURL(url))
        request.options.callbackTarget = .immediate
        request.options.isProgressive = isProgressive
        request.options.partialInterval = .zero
        return request
    }

    private func pixels(_ image: DecodedImage) -> [PixelColor] {
        (0..<image.size.height).flatMap { y in (0..<image.size.width).map { x in image.bitmap[x, y] } }
    }

    /// Where so many scans have begun: behind their markers (ITU T.81, B.1.1.3: SOS is FF DA).
    private func end(ofScans count: Int) throws -> Int {
        let starts = body.indices.dropLast().filter { body[$0] == 0xff && body[$0 + 1] == 0xda }
        return try #require(starts.count > count ? starts[count] : nil)
    }

    @Test("HTTP-05 previews go on in a resumed download, and the end is the picture of a download in one go")
    func resumed() async throws {
        let (first, second) = (try end(ofScans: 1), try end(ofScans: 3))
        let (resume, gate) = (LoopbackGate(), LoopbackGate())
        let number = Lock(0)
        server.handle("/a") { [body] request, connection in
            let mine = number.withLock { number in
                number += 1
                return number
            }
            guard mine > 1 else {
                connection.send(LoopbackResponse(headers: ["ETag": "\"a\""], framing: .claiming(body.count)).head)
                connection.send(body[..<first])
                return connection.close()
            }
            let rest = body[first...]
            let range = "bytes \(first)-\(body.count - 1)/\(body.count)"
            connection.send(
                LoopbackResponse(
                    status: 206, headers: ["ETag": "\"a\"", "Content-Range": range], framing: .claiming(rest.count)
                ).head)
            resume.wait()
            connection.send(body[first..<second])
            gate.wait()
            connection.send(body[second...])
        }
        server.serve("/whole", LoopbackResponse(body: body))
        var http = HTTPLoaderConfiguration()
        http.retry = RetryPolicy(maximumAttempts: 3)
        http.retry.baseDelay = .zero
        let manager = manager(http)
        let partials = Recorder<Int>()
        let task = manager.load(
            request(server.url("/a")),
            onEvent: { event in if case .partial(let image) = event { partials.add(image.size.width) } })
        await server.waitForRequests("/a", count: 2)
        let before = partials.all.count
        resume.open()
        while partials.all.count == before { await Task.yield() }
        gate.open()
        let resumed = try await task.image
        #expect(server.requests("/a").last?.headers["Range"] == "bytes=\(first)-")
        let whole = try await manager.image(for: request(server.url("/whole"), isProgressive: false))
        #expect(pixels(resumed) == pixels(whole.image))
    }

    @Test("3.4 one who joins a load that nobody watched gets a partial picture of what has come, at once")
    func lateJoiner() async throws {
        let part = try end(ofScans: 2)
        let gate = LoopbackGate()
        server.handle("/a") { [body] _, connection in
            connection.send(LoopbackResponse(framing: .claiming(body.count)).head + body[..<part])
            gate.wait()
            connection.send(body[part...])
        }
        let manager = manager()
        let received = Lock(0)
        let first = manager.load(
            request(server.url("/a"), isProgressive: false),
            onEvent: { event in if case .progress(let progress) = event { received.withLock { $0 = progress.received } }
            })
        while received.withLock({ $0 }) < part { await Task.yield() }
        let partials = Recorder<Int>()
        let second = manager.load(
            request(server.url("/a")),
            onEvent: { event in if case .partial(let image) = event { partials.add(image.size.width) } })
        while partials.all.isEmpty { await Task.yield() }
        gate.open()
        #expect(try await pixels(first.image) == pixels(second.image))
        #expect(server.count("/a") == 1)
    }
}
