#if Redis
    import Testing
    import WebImageCore

    @testable import WebImageRedis

    @Suite(.timeLimit(.minutes(5)))
    struct RedisEndpointTests {
        private static let addresses: [(String, String, Int, String?, String?, Int)] = [
            ("redis://cache.local:6380/3", "cache.local", 6380, nil, nil, 3),
            ("redis://cache.local", "cache.local", 6379, nil, nil, 0),
            ("redis://cache.local/", "cache.local", 6379, nil, nil, 0),
            ("REDIS://h/2", "h", 6379, nil, nil, 2),
            ("valkey://h", "h", 6379, nil, nil, 0),
            ("redis://:secret@h/1", "h", 6379, nil, "secret", 1),
            ("redis://ann:p%40ss@h", "h", 6379, "ann", "p@ss", 0),
            ("redis://ann:p@ss@h:1", "h", 1, "ann", "p@ss", 0),
            ("redis://[::1]:7000/4", "::1", 7000, nil, nil, 4),
            ("redis://[fe80::1]", "fe80::1", 6379, nil, nil, 0),
        ]

        @Test("addresses are read")
        func reads() throws {
            for (text, host, port, user, password, database) in Self.addresses {
                let expected = RedisEndpoint(
                    .host(host, port: port), user: user, password: password, database: database)
                #expect(try RedisEndpoint(text) == expected, "\(text)")
            }
        }

        @Test("the path of a socket is read")
        func readsSocket() throws {
            #expect(
                try RedisEndpoint("unix:///run/redis.sock?db=2")
                    == RedisEndpoint(.socket("/run/redis.sock"), database: 2))
            #expect(try RedisEndpoint("unix:/run/redis.sock") == RedisEndpoint(.socket("/run/redis.sock")))
        }

        @Test(
            "what is no address is refused",
            arguments: [
                "", "h:1", "redis:h", "redis://", "redis://:0", "redis://h:0", "redis://h:70000", "redis://h:x",
                "redis://h/x",
                "redis://h/-1", "redis://u@h", "redis://[::1", "redis://h?x=1", "http://h", "unix://relative",
                "unix:///a?x=1",
            ])
        func refuses(_ text: String) {
            let error = #expect(throws: WebImageError.self) { try RedisEndpoint(text) }
            #expect(error?.code == .invalidURL)
        }

        @Test("TLS is refused with words that say so")
        func refusesTLS() {
            let error = #expect(throws: WebImageError.self) { try RedisEndpoint("rediss://h") }
            #expect(error?.message.contains("TLS") == true)
        }

        @Test("user and password stand in no description and no error")
        func hidesSecrets() throws {
            #expect(try RedisEndpoint("redis://ann:secret@h:1/2").description == "redis://h:1/2")
            let error = #expect(throws: WebImageError.self) { try RedisEndpoint("redis://ann:secret@h:x") }
            #expect(error?.description.contains("secret") == false)
        }
    }
#endif
