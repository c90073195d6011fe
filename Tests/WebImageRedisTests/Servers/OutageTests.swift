#if Redis
    import FoundationEssentials
    import Testing
    import WebImageCore
    import WebImageTesting

    @testable import WebImageRedis

    /// A server that is down, slow, full or wrong: the other tiers go on as if it weren't there.
    @Suite(.timeLimit(.minutes(5)), .enabled(if: RedisTestServer.isInstalled, "redis-server is not installed"))
    struct OutageTests {
        private let key = CacheKey("http://example.org/a.png")
        private let context = CacheContext()

        /// Asks until the breaker is open.
        private func askUntilOpen(_ cache: RedisImageCache) async {
            await eventually {
                _ = try? await cache.entry(for: key, context: context)
                return cache.statistics.servers[0].state == .open
            }
        }

        @Test("a server that is down costs a few failures, is logged once, and is found when it is back")
        func downAndBack() async throws {
            let server = try RedisTestServer()
            server.kill()
            let (log, time) = (LogLines(), ManualTimeSource())
            let cache = RedisImageCache.forTests(server.endpoint, log: log) { $0.timeSource = time }
            await askUntilOpen(cache)
            for _ in 0..<1000 { _ = try? await cache.entry(for: key, context: context) }
            let statistics = cache.statistics
            #expect(statistics.servers[0].failures == 3 && statistics.servers[0].outages == 1)
            #expect(statistics.refused >= 1000)
            #expect(log.lines.count == 1 && log.lines[0].contains(server.endpoint.description))
            try server.start()
            time.advance(by: .seconds(1))
            // This one starts the probe and does not wait for it.
            _ = try? await cache.entry(for: key, context: context)
            await eventually { cache.statistics.servers[0].state == .closed }
            try await cache.store(Samples.entry(), for: key, context: context)
            #expect(try await cache.entry(for: key, context: context) != nil)
            await eventually { log.lines.count == 2 }
        }

        @Test("a restarted server is used again, whatever was under way")
        func restarted() async throws {
            let server = try RedisTestServer()
            let cache = RedisImageCache.forTests(server.endpoint) { $0.retryTime = .milliseconds(10) }
            try await cache.store(Samples.entry(500_000), for: key, context: context)
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<40 {
                    group.addTask {
                        for _ in 0..<20 { _ = try? await cache.entry(for: key, context: CacheContext()) }
                        if number == 20 {
                            server.kill()
                            try? server.start()
                        }
                    }
                }
            }
            // It is empty now, and says so.
            await eventually {
                do { return try await cache.entry(for: key, context: context) == nil } catch { return false }
            }
            try await cache.store(Samples.entry(), for: key, context: context)
            #expect(try await cache.entry(for: key, context: context) != nil)
        }

        @Test("a paused server is left alone after its time limit")
        func paused() async throws {
            let server = try RedisTestServer()
            let time = ManualTimeSource()
            let cache = RedisImageCache.forTests(server.endpoint, limits: .short) { $0.timeSource = time }
            try await server.run("CLIENT", "PAUSE", "600000", "ALL")
            await askUntilOpen(cache)
            let failures = cache.statistics.servers[0].failures
            for _ in 0..<1000 { _ = try? await cache.entry(for: key, context: context) }
            #expect(cache.statistics.servers[0].failures == failures)
            // A probe of a paused server fails too: it connects, but gets no answer.
            time.advance(by: .seconds(1))
            _ = try? await cache.entry(for: key, context: context)
            await eventually { cache.statistics.servers[0].state == .open }
        }

        @Test("a host that never answers a connect is left alone")
        func blackHole() async throws {
            // TEST-NET-1 (RFC 5737): nobody is there.
            let cache = RedisImageCache.forTests(RedisEndpoint(.host("192.0.2.1", port: 6379)), limits: .short)
            await askUntilOpen(cache)
            #expect(cache.statistics.servers[0].lastFailure != nil)
        }

        @Test("a wrong password is an outage, and stands in no log")
        func wrongPassword() async throws {
            let server = try RedisTestServer("--requirepass right")
            let log = LogLines()
            var endpoint = server.endpoint
            endpoint.password = "wr0ng"
            let cache = RedisImageCache.forTests(endpoint, log: log)
            await askUntilOpen(cache)
            #expect(cache.statistics.servers[0].lastFailure?.hasPrefix("WRONGPASS") == true)
            #expect(log.lines.count == 1 && !log.lines[0].contains("wr0ng"))
            let silent = RedisImageCache.forTests(server.endpoint)
            await askUntilOpen(silent)
            #expect(silent.statistics.servers[0].lastFailure?.hasPrefix("NOAUTH") == true)
        }

        @Test("a full server still gives what it has, and is not filled further")
        func full() async throws {
            let server = try RedisTestServer("--maxmemory 5mb --maxmemory-policy noeviction")
            let (log, time) = (LogLines(), ManualTimeSource())
            let cache = RedisImageCache.forTests(server.endpoint, log: log) { $0.timeSource = time }
            for number in 0..<40 {
                try? await cache.store(Samples.entry(300_000), for: CacheKey("k\(number)"), context: context)
            }
            let statistics = cache.statistics
            #expect(statistics.servers[0].isFull && statistics.servers[0].state == .closed)
            #expect(statistics.servers[0].rejectedWrites > 20 && statistics.stores > 3)
            #expect(log.lines.count == 1)
            #expect(try await cache.entry(for: "k0", context: context) != nil)
            try await server.run("CONFIG", "SET", "maxmemory", "100mb")
            time.advance(by: .seconds(1))
            try await cache.store(Samples.entry(300_000), for: key, context: context)
            #expect(!cache.statistics.servers[0].isFull)
            #expect(log.lines.count == 2)
        }

        @Test("a server that evicts loses pictures and nothing else")
        func evicting() async throws {
            let server = try RedisTestServer("--maxmemory 5mb --maxmemory-policy allkeys-lru")
            let cache = RedisImageCache.forTests(server.endpoint)
            for number in 0..<40 {
                try await cache.store(Samples.entry(300_000), for: CacheKey("k\(number)"), context: context)
            }
            var found = 0
            for number in 0..<40 {
                if try await cache.entry(for: CacheKey("k\(number)"), context: context) != nil { found += 1 }
            }
            #expect((3...20).contains(found))
            #expect(cache.statistics.servers[0].failures == 0)
        }

        @Test("a peer that speaks another protocol is an outage")
        func foreignPeer() async throws {
            let peer = try LoopbackServer()
            let cache = RedisImageCache.forTests(RedisEndpoint(.host("127.0.0.1", port: peer.port)), limits: .short)
            await askUntilOpen(cache)
            #expect(cache.statistics.servers[0].failures >= 3)
        }

        @Test("a server that is down does not keep the disk from working, nor the other way round")
        func otherTiers() async throws {
            let server = try RedisTestServer()
            server.kill()
            let disk = FakeCache()
            let cache = FleetImageCache(local: disk, shared: .forTests(server.endpoint))
            try? await cache.store(Samples.entry(), for: key, context: context)
            #expect(try await cache.entry(for: key, context: context)?.data == Samples.picture())
            try server.start()
            let other = FleetImageCache(local: disk, shared: .forTests(server.endpoint))
            disk.failure = WebImageError(.cacheFailed, "The disk is broken.")
            try? await other.store(Samples.entry(), for: key, context: context)
            #expect(try await other.entry(for: key, context: context)?.tier == .shared)
        }
    }
#endif
