#if Redis
    import FoundationEssentials
    import Testing
    import WebImageCore

    @testable import WebImageRedis

    @Suite(.timeLimit(.minutes(5)), .enabled(if: RedisTestServer.isInstalled, "redis-server is not installed"))
    struct SharedValueTests {
        private let key = CacheKey("http://example.org/a.png")

        private func stored(_ server: RedisTestServer, _ cache: RedisImageCache, _ size: Int = 200) async throws
            -> [UInt8]
        {
            try await cache.store(Samples.entry(size), for: key, context: CacheContext())
            guard case .bytes(let bytes) = try await server.run("GET", cache.name(of: key)) else { return [] }
            return bytes.withUnsafeBytes { Array($0) }
        }

        private func plant(_ bytes: [UInt8], _ cache: RedisImageCache, name: String? = nil) async throws {
            _ = try await cache.server(for: key)?.run([.set(name ?? cache.name(of: key), bytes, milliseconds: 100_000)])
        }

        @Test("a value that was cut anywhere is a miss")
        func cut() async throws {
            let server = try RedisTestServer()
            let cache = RedisImageCache.forTests(server.endpoint)
            let bytes = try await stored(server, cache)
            for length in 0..<bytes.count {
                try await plant(Array(bytes[..<length]), cache)
                let entry = try await cache.entry(for: key, context: CacheContext())
                #expect(entry?.data == nil, "\(length) bytes")
            }
            #expect(cache.statistics.invalidValues == bytes.count)
        }

        @Test("a value with any byte changed is a miss")
        func changed() async throws {
            let server = try RedisTestServer()
            let cache = RedisImageCache.forTests(server.endpoint)
            let bytes = try await stored(server, cache)
            for index in bytes.indices {
                var damaged = bytes
                damaged[index] ^= 0x41
                try await plant(damaged, cache)
                let entry = try await cache.entry(for: key, context: CacheContext())
                #expect(entry?.data == nil, "byte \(index)")
            }
        }

        @Test("another program's value, and another key's, is a miss")
        func foreign() async throws {
            let server = try RedisTestServer()
            let cache = RedisImageCache.forTests(server.endpoint)
            let bytes = try await stored(server, cache)
            let other = CacheKey("http://example.org/b.png")
            try await plant(bytes, cache, name: cache.name(of: other))
            #expect(try await cache.entry(for: other, context: CacheContext()) == nil)
            try await plant(Array("hello".utf8), cache)
            #expect(try await cache.entry(for: key, context: CacheContext()) == nil)
            try await server.run("DEL", cache.name(of: key))
            try await server.run("LPUSH", cache.name(of: key), "x")
            #expect(try await cache.entry(for: key, context: CacheContext()) == nil)
            #expect(cache.statistics.invalidValues == 3)
            #expect(cache.statistics.servers[0].state == .closed)
        }
    }
#endif
