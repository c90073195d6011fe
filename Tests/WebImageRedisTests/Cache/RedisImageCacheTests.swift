#if Redis
    import FoundationEssentials
    import Glibc
    import Testing
    import WebImageCore
    import WebImageTesting

    @testable import WebImageRedis

    @Suite(.timeLimit(.minutes(5)), .enabled(if: RedisTestServer.isInstalled, "redis-server is not installed"))
    struct RedisImageCacheTests {
        private let key = CacheKey("http://example.org/a.png")
        private let context = CacheContext()

        @Test(
            "what one machine stores, another finds with all that stands beside it",
            arguments: [9, 1000, 200_000, 2_000_000])
        func roundTrip(_ size: Int) async throws {
            let server = try RedisTestServer()
            let (first, second) = (RedisImageCache.forTests(server.endpoint), RedisImageCache.forTests(server.endpoint))
            let entry = Samples.entry(size)
            try await first.store(entry, for: key, context: context)
            let found = try #require(try await second.entry(for: key, context: context))
            #expect(found.data == entry.data)
            #expect(found.metadata == entry.metadata)
            #expect(found.tier == .shared)
            #expect(await second.tiers(holding: key, context: context) == .shared)
            #expect(first.statistics.stores == 1 && second.statistics.hits == 1)
            #expect(second.statistics.bytesRead == size)
        }

        @Test("a picture beyond the limit is not kept")
        func sizeLimit() async throws {
            let server = try RedisTestServer()
            let cache = RedisImageCache.forTests(server.endpoint) { $0.maximumValueBytes = 1000 }
            try await cache.store(Samples.entry(1001), for: key, context: context)
            #expect(try await cache.entry(for: key, context: context) == nil)
            try await cache.store(Samples.entry(1000), for: key, context: context)
            #expect(try await cache.entry(for: key, context: context) != nil)
            #expect(cache.statistics.tooLarge == 1)
        }

        @Test("other tiers than the shared one are none of its business")
        func otherTiers() async throws {
            let server = try RedisTestServer()
            let cache = RedisImageCache.forTests(server.endpoint)
            let disk = CacheContext(tiers: [.memory, .disk])
            try await cache.store(Samples.entry(), for: key, context: disk)
            #expect(try await server.keys() == [])
            try await cache.store(Samples.entry(), for: key, context: context)
            #expect(try await cache.entry(for: key, context: disk) == nil)
            #expect(await cache.tiers(holding: key, context: disk) == [])
            try await cache.remove(key, context: disk)
            try await cache.removeAll(context: disk)
            #expect(try await cache.entry(for: key, context: context) != nil)
        }

        @Test("an entry ends when its own time is up, and is there for revalidation")
        func expiry() async throws {
            let server = try RedisTestServer()
            let time = ManualTimeSource()
            let cache = RedisImageCache.forTests(server.endpoint) { $0.timeSource = time }
            var entry = Samples.entry()
            entry.metadata.expires = time.date + 60
            try await cache.store(entry, for: key, context: context)
            time.advance(by: .seconds(59))
            #expect(try await cache.entry(for: key, context: context) != nil)
            time.advance(by: .seconds(1))
            #expect(try await cache.entry(for: key, context: context) == nil)
            #expect(try await cache.entry(for: key, context: CacheContext(allowsExpired: true)) != nil)
        }

        @Test("the server forgets a picture after the lifetime, and one without validators after its own")
        func lifetime() async throws {
            let server = try RedisTestServer()
            let time = ManualTimeSource()
            let cache = RedisImageCache.forTests(server.endpoint) {
                $0.timeSource = time
                $0.lifetime = .seconds(1000)
            }
            try await cache.store(Samples.entry(), for: key, context: context)
            func left() async throws -> Int {
                if case .integer(let left) = try await server.run("PTTL", cache.name(of: key)) { left } else { -1 }
            }
            let long = try await left()
            #expect((900_000...1_000_000).contains(long))
            var entry = Samples.entry()
            (entry.metadata.etag, entry.metadata.expires) = (nil, time.date + 100)
            try await cache.store(entry, for: key, context: context)
            let short = try await left()
            #expect((50_000...100_000).contains(short))
        }

        @Test("metadata is replaced beside the same bytes, and not where there is no entry")
        func update() async throws {
            let server = try RedisTestServer()
            let cache = RedisImageCache.forTests(server.endpoint)
            var metadata = CacheMetadata(url: key.string)
            metadata.etag = "\"new\""
            try await cache.update(metadata, for: key, context: context)
            #expect(try await server.keys() == [])
            try await cache.store(Samples.entry(), for: key, context: context)
            try await cache.update(metadata, for: key, context: context)
            let entry = try #require(try await cache.entry(for: key, context: context))
            #expect(entry.metadata == metadata)
            #expect(entry.data == Samples.picture())
        }

        @Test("namespaces share a database and don't see each other, also when one is cleared")
        func namespaces() async throws {
            let server = try RedisTestServer()
            let first = RedisImageCache.forTests(server.endpoint) { $0.namespace = "shop*" }
            let second = RedisImageCache.forTests(server.endpoint) { $0.namespace = "shop2" }
            for number in 0..<1200 {
                try await first.store(Samples.entry(20), for: CacheKey("k\(number)"), context: context)
            }
            try await second.store(Samples.entry(20), for: key, context: context)
            #expect(try await first.entry(for: key, context: context) == nil)
            try await first.removeAll(context: context)
            #expect(try await server.keys() == [second.name(of: key)])
        }

        @Test("long keys are kept under a digest, and told apart")
        func longKeys() async throws {
            let server = try RedisTestServer()
            let cache = RedisImageCache.forTests(server.endpoint)
            let stem = "http://example.org/" + String(repeating: "a", count: 5000)
            try await cache.store(Samples.entry(seed: 1), for: CacheKey(stem + "1"), context: context)
            try await cache.store(Samples.entry(seed: 2), for: CacheKey(stem + "2"), context: context)
            #expect(
                try await cache.entry(for: CacheKey(stem + "1"), context: context)?.data == Samples.picture(seed: 1))
            #expect(
                try await cache.entry(for: CacheKey(stem + "2"), context: context)?.data == Samples.picture(seed: 2))
            #expect(try await server.keys().allSatisfy { $0.utf8.count < 100 })
        }

        @Test("a password, a database and a socket's path are used")
        func login() async throws {
            let path = "/tmp/wi-redis-\(getpid()).sock"
            let server = try RedisTestServer("--requirepass s3cret", "--unixsocket \(path)")
            var endpoint = try RedisEndpoint("redis://:s3cret@127.0.0.1:\(server.port)/5")
            let first = RedisImageCache.forTests(endpoint)
            try await first.store(Samples.entry(), for: key, context: context)
            endpoint = try RedisEndpoint("unix://\(path)?db=5&user=default&password=s3cret")
            #expect(try await RedisImageCache.forTests(endpoint).entry(for: key, context: context) != nil)
            endpoint.database = 4
            #expect(try await RedisImageCache.forTests(endpoint).entry(for: key, context: context) == nil)
        }

        @Test("keys are spread over several servers, and one server's loss costs its share alone")
        func severalServers() async throws {
            let servers = [try RedisTestServer(), try RedisTestServer(), try RedisTestServer()]
            let log = LogLines()
            let cache = RedisImageCache.forTests(
                servers[0].endpoint, servers[1].endpoint, servers[2].endpoint, log: log
            ) { $0.retryTime = .seconds(3600) }
            let keys = (0..<300).map { CacheKey("http://example.org/\($0).png") }
            for key in keys { try await cache.store(Samples.entry(100), for: key, context: context) }
            var counts: [Int] = []
            for server in servers { counts.append(try await server.keys().count) }
            #expect(counts.reduce(0, +) == 300 && counts.allSatisfy { $0 > 60 }, "\(counts)")
            servers[1].kill()
            await eventually {
                for key in keys { _ = try? await cache.entry(for: key, context: context) }
                return cache.statistics.servers[1].state == .open
            }
            var found = 0
            for key in keys {
                if try await cache.entry(for: key, context: context) != nil { found += 1 }
            }
            #expect(found == 300 - counts[1])
            // Its keys have a place elsewhere meanwhile.
            for key in keys { try await cache.store(Samples.entry(100), for: key, context: context) }
            for key in keys { #expect(try await cache.entry(for: key, context: context) != nil) }
            #expect(log.lines.count == 1)
        }

        @Test("many at once share few connections, and each gets its own answer")
        func pipelined() async throws {
            let server = try RedisTestServer()
            let cache = RedisImageCache.forTests(server.endpoint)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<500 {
                    group.addTask {
                        let key = CacheKey("k\(number)")
                        let entry = Samples.entry(20 + number * 100, seed: number)
                        try await cache.store(entry, for: key, context: CacheContext())
                        let found = try await cache.entry(for: key, context: CacheContext())
                        #expect(found?.data == entry.data)
                    }
                }
                try await group.waitForAll()
            }
            #expect(cache.statistics.servers[0].connections <= cache.configuration.limits.connections)
            #expect(cache.statistics.servers[0].failures == 0)
        }
    }
#endif
