import FoundationEssentials
import Glibc
import Testing
import WebImage
import WebImageTesting

/// What users of other libraries have met, from the wire to both caches: real loader and caches, a coder of one line.
@Suite(.timeLimit(.minutes(5)))
struct CacheCaseTests {
    let server: LoopbackServer
    let folder = TemporaryFolder()

    init() throws { server = try LoopbackServer() }

    /// A manager on the folder's disk cache: another one is what the next start of a program sees.
    func manager(
        coder: any ImageCoder = FakeCoder(), _ configure: (inout ImageManager.Configuration) -> Void = { _ in }
    ) -> ImageManager {
        var disk = DiskCache.Configuration()
        disk.inlineThreshold = 0
        var configuration = ImageManager.Configuration(
            cache: StandardImageCache(
                memory: MemoryCache(pressureSource: nil), disk: DiskCache(path: folder("cache"), configuration: disk)),
            loader: LoaderManager.standard(HTTPLoaderConfiguration()), coder: coder)
        configure(&configuration)
        return ImageManager(configuration)
    }

    func request(_ url: String, editor: ImageEditor? = nil) -> ImageRequest {
        var request = ImageRequest(url: ImageURL(url), editor: editor)
        request.options.callbackTarget = .immediate
        request.options.waitsForStore = true
        return request
    }

    static func file(_ side: Int = 4, _ color: PixelColor = .white) -> [UInt8] {
        Array(FakeCoder.file(PixelSize(width: side, height: side), color))
    }

    func entryFiles() throws -> [String] {
        let all = try FileManager.default.subpathsOfDirectory(atPath: folder("cache"))
        return all.filter { $0.hasPrefix("data") && $0.split(separator: "/").count == 3 }
    }

    @Test("CACHE-04 a long address of escaped CJK characters and a query of 8 kB are kept, under short names")
    func longNames() async throws {
        let body = Self.file()
        server.handleOthers { request, connection in connection.send(LoopbackResponse(body: body), to: request) }
        let name = String(repeating: "%E6%88%AA", count: 300)
        let url = server.url("/\(name).png?q=\(String(repeating: "x", count: 8000))")
        _ = try await manager().image(for: request(url))
        #expect(try await manager().image(for: request(url)).source == .disk)
        #expect(server.requests.count == 1)
        let files = try entryFiles()
        #expect(files.count == 1)
        #expect(files.allSatisfy { $0.split(separator: "/").allSatisfy { $0.utf8.count < 255 } })
    }

    @Test("CACHE-05 addresses that weak keys mix up have pictures of their own, in memory and on disk")
    func clashes() async throws {
        let other = try LoopbackServer()
        let targets = [
            "/Aa", "/BB", "/a.png", "/A.png", "/q?a=1&b=2", "/q?b=2&a=1", "/u?u=x%26y", "/u?u=x&y", "/p", "/p/",
        ]
        let pairs = [server, other].flatMap { server in targets.map { (server, $0) } }
        for (index, server) in [server, other].enumerated() {
            server.handleOthers { request, connection in
                let number = (targets.firstIndex(of: request.target) ?? 99) + index * 100
                let body = Self.file(4, PixelColor(red: UInt8(number), green: 9, blue: 9))
                connection.send(LoopbackResponse(body: body), to: request)
            }
        }
        let first = manager()
        for source in [LoadedImage.Source.network, .memory, .disk] {
            let manager = source == .disk ? manager() : first
            for (index, (server, target)) in pairs.enumerated() {
                let loaded = try await manager.image(for: request(server.url(target)))
                let number = index % targets.count + index / targets.count * 100
                #expect(loaded.source == source && Int(loaded.image.bitmap[0, 0].red) == number, "\(target)")
            }
        }
    }

    @Test("CACHE-13 a file that was overwritten, or replaced by an older one, is read again")
    func changedFile() async throws {
        let manager = manager()
        let path = folder("x.fake")
        func write(_ color: PixelColor, to path: String, seconds: Int) throws {
            try Data(Self.file(4, color)).write(to: URL(filePath: path))
            var times = [timeval(tv_sec: seconds, tv_usec: 0), timeval(tv_sec: seconds, tv_usec: 0)]
            utimes(path, &times)
        }
        func red() async throws -> UInt8 {
            try await manager.image(for: request(ImageURL(filePath: path).string)).image.bitmap[0, 0].red
        }
        try write(PixelColor(red: 200, green: 0, blue: 0), to: path, seconds: 1_700_000_000)
        #expect(try await red() == 200)
        #expect(try await red() == 200)
        try write(PixelColor(red: 100, green: 0, blue: 0), to: path, seconds: 1_700_000_001)
        #expect(try await red() == 100)
        try write(PixelColor(red: 150, green: 0, blue: 0), to: folder("new"), seconds: 1_600_000_000)
        #expect(rename(folder("new"), path) == 0)
        #expect(try await red() == 150)
    }

    @Test("CACHE-14 a filter takes a signature out of the key; the request still carries it")
    func keyFilter() async throws {
        let body = Self.file()
        server.handleOthers { request, connection in connection.send(LoopbackResponse(body: body), to: request) }
        let (one, two) = (server.url("/a?X-Amz-Signature=1"), server.url("/a?X-Amz-Signature=2"))
        func filtered() -> ImageManager {
            manager { $0.keyFilter = { $0.string.split(separator: "?").first.map(String.init) } }
        }
        let first = filtered()
        #expect(try await first.image(for: request(one)).source == .network)
        #expect(try await first.image(for: request(two)).source == .memory)
        #expect(try await filtered().image(for: request(two)).source == .disk)
        #expect(server.requests.map(\.target) == ["/a?X-Amz-Signature=1"])
        let plain = manager()
        for id in ["1", "2"] {
            #expect(try await plain.image(for: request(server.url("/b?id=\(id)"))).source == .network)
        }
        #expect(server.count("/b") == 2)
    }

    @Test("CACHE-15 two sizes of one address at once: one request, both right, one whole original on disk")
    func twoSizes() async throws {
        for round in 0..<30 {
            let body = Self.file(800)
            let half = LoopbackGate()
            server.handle("/\(round)") { _, connection in
                connection.send(LoopbackResponse(framing: .claiming(body.count)).head + body[..<8])
                half.wait()
                connection.send(body[8...])
            }
            let manager = manager()
            let url = server.url("/\(round)")
            let tasks = [100, 400].map { manager.load(request(url, editor: .thumbnail($0))) }
            await server.waitForRequests("/\(round)")
            half.open()
            for (task, side) in zip(tasks, [100, 400]) {
                #expect(try await task.image.size == PixelSize(width: side, height: side))
            }
            #expect(server.count("/\(round)") == 1)
            let files = try entryFiles()
            #expect(files.count == round + 1)
        }
        for name in try entryFiles() {
            #expect(try Data(contentsOf: URL(filePath: folder("cache/" + name))).starts(with: Self.file(800)))
        }
    }

    @Test(
        "CACHE-16 the bytes on disk and those handed out are the server's",
        arguments: ["JPEG/profile.jpg", "PNG/type2-16.png", "Codecs/icc.avif"])
    func sameBytes(name: String) async throws {
        let path = "\(#filePath)".split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/Fixtures/" + name
        let bytes = try Data(contentsOf: URL(filePath: path))
        server.serve("/a", LoopbackResponse(body: Array(bytes)))
        var request = request(server.url("/a"))
        request.options.deliversData = true
        let loaded = try await manager(coder: CoderManager.standard).image(for: request)
        #expect(loaded.data == bytes)
        let file = try #require(entryFiles().first)
        #expect(try Data(contentsOf: URL(filePath: folder("cache/" + file))).prefix(bytes.count) == bytes)
        let again = try await manager(coder: CoderManager.standard).image(for: request)
        #expect(again.source == .disk && again.data == bytes)
    }

    @Test("CACHE-17 an empty body is an error each time and stores nothing; the picture that comes then is loaded")
    func emptyBodies() async throws {
        server.serve(
            "/a",
            [
                LoopbackResponse(body: []), LoopbackResponse(status: 204, body: []),
                LoopbackResponse(body: [], framing: .chunked(size: 5)), LoopbackResponse(body: Self.file()),
            ])
        let manager = manager()
        var request = request(server.url("/a"))
        request.options.retriesFailed = true
        for _ in 0..<3 {
            let outcome = await manager.load(request).result
            guard case .failure(let error) = outcome else {
                Issue.record("an empty body is a picture")
                continue
            }
            #expect(error.code == .notAnImage)
        }
        #expect(try entryFiles().isEmpty)
        #expect(try await manager.image(for: request).image.size.width == 4)
        #expect(try entryFiles().count == 1)
        #expect(server.count("/a") == 4)
    }
}
