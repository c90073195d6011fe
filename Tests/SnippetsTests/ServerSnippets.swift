import FoundationEssentials
import Testing
import WebImage
import WebImageTesting

#if Redis
    import WebImageRedis
#endif

/// Serving pictures.
struct ServerSnippets {
    @Test("A thumbnail for whoever asks")
    func thumbnailer() async throws {
        let place = try SnippetPlace()
        defer { place.remove() }
        let file = try await thumbnail(of: "https://example.org/photo.jpg", side: 200, manager: place.manager)
        let info = try CoderManager.standard.info(of: file, context: DecodeContext())
        #expect(info.format == .webp)
        #expect(max(info.size.width, info.size.height) == 200)
    }

    @Test("Addresses of users don't reach into the server's own network")
    func guarded() async throws {
        let place = try SnippetPlace()
        defer { place.remove() }
        let manager = makeThumbnailManager(cachePath: place.folder + "/thumbnails")
        let outcome = await manager.load(ImageRequest("http://127.0.0.1:1/secret.png")).result
        guard case .failure(let error) = outcome else {
            Issue.record("the guard let a loopback address through")
            return
        }
        #expect(error.code == .addressRefused)
    }

    @Test("What a server tells of itself")
    func statistics() async throws {
        let place = try SnippetPlace()
        defer { place.remove() }
        let manager = place.manager
        _ = try await manager.image(for: ImageRequest("https://example.org/photo.jpg"))
        // snippet statistics
        let statistics = manager.statistics
        print(statistics.loads, "loads,", statistics.results[.memory, default: 0], "from memory,")
        print(statistics.decodings, "decodings,", statistics.failures, "failures")
        // end
        #expect(statistics.loads == 1)
        #expect(statistics.decodings == 1)
    }

    @Test("A large body is read piece by piece")
    func stream() async throws {
        let server = try LoopbackServer()
        server.serve("/large.tif", LoopbackResponse(body: Array(repeating: 7, count: 100_000)))
        let address = ImageURL(server.url("/large.tif"))
        var received = 0
        // snippet stream
        let loader = HTTPLoader()
        for try await piece in try await loader.bytes(for: LoaderRequest(address)) {
            received += piece.count
        }
        // end
        #expect(received == 100_000)
    }
}

// snippet guard
func makeThumbnailManager(cachePath: String) -> ImageManager {
    var http = HTTPLoaderConfiguration()
    http.maximumConcurrentLoads = 64
    var configuration = ImageManager.Configuration.standard(cachePath: cachePath, http: http)
    configuration.decodeBudget = 256 << 20
    configuration.requestProcessor = { request in
        var request = request
        request.options.transfer.refusesPrivateAddresses = true
        request.options.transfer.maximumBytes = 20 << 20
        request.options.transfer.totalTimeout = .seconds(20)
        request.options.decode.limits = DecodeLimits(maximumPixels: 50_000_000, maximumFrames: 500)
        return request
    }
    return ImageManager(configuration)
}
// end

// snippet thumbnailer
/// Encoding takes long: it stays away from the threads that Swift's tasks share.
let encoders = WorkerPool(name: "encode")

/// The body of `GET /thumbnail?url=…&size=…`.
func thumbnail(of url: String, side: Int, manager: ImageManager) async throws -> Data {
    let request = ImageRequest(url, editor: .thumbnail(min(side, 1024)))
    let image = try await manager.image(for: request).image
    return try await encoders.run { token in
        let context = EncodeContext(format: .webp, options: EncodeOptions(quality: 0.8), token: token)
        return try CoderManager.standard.encode(image, context: context)
    }
}
// end

#if Redis
    /// A fleet of servers. Needs a server: compiled only.
    struct FleetSnippets {
        static func fleet() throws {
            // snippet fleet
            let manager = ImageManager(
                .shared(
                    redis: [try RedisEndpoint("redis://:password@cache.internal:6379/0")],
                    cachePath: "/var/cache/thumbnails"))
            // end
            _ = manager
        }

        @Test("Edited pictures for the whole fleet")
        func sharing() {
            // snippet sharing
            var request = ImageRequest("https://images.example.org/large.jpg", editor: .thumbnail(256))
            request.options.storeTiers = [.memory, .disk, .shared]
            request.options.storeFormat = .webp
            request.options.originalStoreTiers = .disk  // where the originals are too large to share
            // end
            #expect(request.options.storeTiers == .all)
        }
    }
#endif
