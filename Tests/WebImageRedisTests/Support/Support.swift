#if Redis
    import FoundationEssentials
    import WebImageCore
    import WebImageTesting

    @testable import WebImageRedis

    /// Lines of a log.
    final class LogLines: Sendable {
        private let state = Lock([String]())

        var lines: [String] { state.withLock { $0 } }

        func append(_ line: String) { state.withLock { $0.append(line) } }
    }

    extension RedisLimits {
        /// Limits that a busy machine keeps.
        static var patient: RedisLimits {
            var limits = RedisLimits()
            (limits.connectMilliseconds, limits.answerMilliseconds, limits.poolWaitMilliseconds) = (
                20_000, 20_000, 20_000
            )
            return limits
        }

        /// Limits that a stopped server does not keep.
        static var short: RedisLimits {
            var limits = RedisLimits()
            (limits.connectMilliseconds, limits.answerMilliseconds, limits.poolWaitMilliseconds) = (100, 100, 100)
            return limits
        }
    }

    extension RedisImageCache {
        static func forTests(
            _ endpoints: RedisEndpoint..., limits: RedisLimits = .patient, log: LogLines = LogLines(),
            _ change: (inout Configuration) -> Void = { _ in }
        ) -> RedisImageCache {
            var configuration = Configuration(servers: endpoints)
            configuration.limits = limits
            configuration.log = { log.append($0) }
            change(&configuration)
            return RedisImageCache(configuration)
        }
    }

    enum Samples {
        /// Bytes that begin like a PNG, all different for different seeds.
        static func picture(_ count: Int = 1000, seed: Int = 1) -> Data {
            var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            var state = UInt64(bitPattern: Int64(seed)) &* 0x9E37_79B9_7F4A_7C15
            while bytes.count < count {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                bytes.append(UInt8(truncatingIfNeeded: state >> 56))
            }
            return Data(bytes)
        }

        static func entry(_ count: Int = 1000, seed: Int = 1) -> CacheEntry {
            var metadata = CacheMetadata(url: "http://example.org/a.png")
            metadata.etag = "\"e\(seed)\""
            metadata.headers = ["cache-control": "max-age=60", "etag": "\"e\(seed)\""]
            metadata.responseDate = Date(timeIntervalSince1970: 1_767_225_600)
            metadata.fileName = "a.png"
            metadata.extended = Data([1, 2, 3])
            return CacheEntry(data: picture(count, seed: seed), metadata: metadata)
        }
    }

    /// One machine of a fleet: a loader over a shared cache, and a disk of its own.
    struct Machine: Sendable {
        let source: FakeLoader
        let disk: FakeCache
        let shared: RedisImageCache
        let loader: FleetLoader

        init(
            _ shared: RedisImageCache, source: FakeLoader = FakeLoader(),
            _ change: (inout FleetLoader.Configuration) -> Void = { _ in }
        ) {
            var configuration = FleetLoader.Configuration()
            configuration.lockLifetime = .seconds(20)
            change(&configuration)
            let disk = FakeCache()
            self.shared = shared
            self.source = source
            self.disk = disk
            loader = FleetLoader(
                source, cache: FleetImageCache(local: disk, shared: shared), configuration: configuration)
        }

        func load(_ url: ImageURL, retriesFailed: Bool = false) async throws -> LoadedData {
            try await loader.load(
                LoaderRequest(url),
                context: LoaderContext(
                    sharedLoad: SharedLoad(key: CacheKey(url.string), retriesFailed: retriesFailed)))
        }
    }

    /// Asks again until it is so: for what another process or thread does without telling.
    func eventually(_ isSo: () async throws -> Bool) async rethrows {
        while try await !isSo() { try? await Task.sleep(for: .milliseconds(2)) }
    }
#endif
