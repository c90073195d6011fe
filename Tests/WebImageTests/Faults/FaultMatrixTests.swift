import FoundationEssentials
import Testing
import WebImage
import WebImageTesting

/// Every fault of the server with every fault of the disk, with and without memory, cancelled or not: the whole path.
@Suite(.timeLimit(.minutes(10)))
struct FaultMatrixTests {
    private let picture: [UInt8]

    init() throws {
        let bitmap = try Bitmap(PixelSize(width: 64, height: 64), color: PixelColor(red: 200, green: 10, blue: 90))
        let image = DecodedImage(bitmap: bitmap, info: ImageInfo(format: .png, size: bitmap.size))
        picture = Array(try CoderManager.standard.encode(image, context: EncodeContext(format: .png)))
    }

    @Test("each combination ends as the table says, once, and leaves nothing running", arguments: FaultCase.all)
    func combination(_ row: FaultCase) async throws {
        let folder = TemporaryFolder()
        let server = try LoopbackServer()
        let gate = LoopbackGate()
        install(row, on: server, gate)
        let manager = try await manager(row, folder)
        // Nobody listens on port 1; the port of a stopped server may be another test's by now.
        let address = row.server == .isGone ? "http://127.0.0.1:1/a" : server.url("/a")
        var request = ImageRequest(url: ImageURL(address))
        request.options.callbackTarget = .immediate
        request.options.waitsForStore = true
        if row.server == .stalls { request.options.transfer.idleTimeout = .milliseconds(300) }
        let ends = Counter()
        let task = manager.load(request) { _ in ends.add() }
        switch row.cancel {
        case .never: gate.open()
        case .atOnce: task.cancel()
        case .whileLoading:
            await server.waitForRequests("/a")
            task.cancel()
        }
        let outcome = await task.result
        gate.open()
        #expect(outcome.failureCode == row.expectedCode)
        #expect(ends.value == 1)
        if row.expectedCode == nil {
            let second = try await manager.image(for: request)
            #expect(second.source == row.secondSource)
            #expect(second.image.bitmap[32, 32] == PixelColor(red: 200, green: 10, blue: 90))
            #expect(server.count("/a") == (row.secondSource == .network ? 2 : 1))
        } else {
            // Nothing that failed is kept.
            request.options.cachePolicy = .cacheOnly
            request.options.retriesFailed = true
            #expect(await manager.load(request).result.failureCode == .notCached)
        }
        while manager.runningCount > 0 { await Task.yield() }
        #expect(ends.value == 1)
        server.stop()
    }

    private func install(_ row: FaultCase, on server: LoopbackServer, _ gate: LoopbackGate) {
        server.handle("/a") { [picture] request, connection in
            gate.wait()
            switch row.server {
            case .works, .isGone: connection.send(LoopbackResponse(body: picture), to: request)
            case .notFound: connection.send(LoopbackResponse(status: 404, text: "no"), to: request)
            case .serverError: connection.send(LoopbackResponse(status: 500, text: "no"), to: request)
            case .reset:
                connection.send(LoopbackResponse(body: picture).head)
                connection.reset()
            case .short:
                connection.send(LoopbackResponse(body: picture.dropLast(20), framing: .claiming(picture.count)))
            case .html: connection.send(LoopbackResponse(text: "<!doctype html><p>no"), to: request)
            case .corrupt:
                let broken = picture.prefix(40) + picture.dropFirst(40).map { $0 ^ 0x55 }
                connection.send(LoopbackResponse(body: Array(broken)), to: request)
            case .empty: connection.send(LoopbackResponse(body: []), to: request)
            case .loops: connection.send(.redirect(to: "/a"), to: request)
            case .stalls: connection.waitForClientToLeave()
            }
        }
    }

    private func manager(_ row: FaultCase, _ folder: TemporaryFolder) async throws -> ImageManager {
        var options = HTTPLoaderConfiguration()
        options.resumeStore = nil
        var disk: DiskCache?
        switch row.disk {
        case .isMissing: break
        case .isBlockedByFile:
            try Data("in the way".utf8).write(to: URL(filePath: folder("cache")))
            disk = DiskCache(path: folder("cache"))
        case .works: disk = DiskCache(path: folder("cache"))
        case .wasRemoved:
            let cache = DiskCache(path: folder("cache"))
            try await cache.store(CacheEntry(data: Data([1, 2, 3]), metadata: CacheMetadata()), for: "before")
            // In one step: removing file by file would race with the cache, which uses the folder.
            try FileManager.default.moveItem(atPath: folder("cache"), toPath: folder.path + "/elsewhere")
            disk = cache
        case .hasGarbageIndex:
            try await DiskCache(path: folder("cache")).store(
                CacheEntry(data: Data([1, 2, 3]), metadata: CacheMetadata()), for: "before")
            for name in try FileManager.default.contentsOfDirectory(atPath: folder("cache"))
            where name.contains("index") {
                // As another file: one that is cut while another connection has it mapped ends the process.
                try Data(repeating: 0x5A, count: 4096).write(
                    to: URL(filePath: folder("cache") + "/" + name), options: .atomic)
            }
            disk = DiskCache(path: folder("cache"))
        }
        let cache = StandardImageCache(memory: row.hasMemory ? MemoryCache(pressureSource: nil) : nil, disk: disk)
        let manager = ImageManager(ImageManager.Configuration(cache: cache, loader: LoaderManager.standard(options)))
        return manager
    }
}
