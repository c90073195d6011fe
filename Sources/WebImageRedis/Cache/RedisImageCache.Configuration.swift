#if Redis
    internal import Glibc
    public import WebImageCore

    extension RedisImageCache {
        /// The servers and the rules of a shared cache.
        public struct Configuration: Sendable {
            /// Each key has its place on one of them; all machines must name the same servers, in any order.
            public var servers: [RedisEndpoint]
            /// Begins every key, so that programs can share a database. Default: `webimage`.
            public var namespace = "webimage"
            /// How long a picture stays that nobody uses. Default: 7 days.
            public var lifetime: Duration = .seconds(7 * 86_400)
            /// The most bytes of one picture; larger ones are not kept here. Default: 4 MiB.
            public var maximumValueBytes = 4 << 20
            /// How long an address that failed by its own fault is not asked again by any machine. Default: 10 minutes.
            public var failureLifetime: Duration = .seconds(600)
            /// What the cache may take of a load's time.
            public var limits = RedisLimits()
            /// So many failures one after the other keep loads away from a server. Default: 3.
            public var failureThreshold = 3
            /// The time after which a failed server is tried again, in the background; it doubles with each failure.
            /// Default: 1 s.
            public var retryTime: Duration = .seconds(1)
            /// Default: 30 s.
            public var maximumRetryTime: Duration = .seconds(30)
            /// Told once when a server fails, and once when it is back. Default: a line on the standard error output.
            public var log: @Sendable (String) -> Void = { line in
                let bytes = Array((line + "\n").utf8)
                _ = write(STDERR_FILENO, bytes, bytes.count)
            }
            /// The clock of outages and locks. Default: the machine's.
            public var timeSource: any TimeSource = .system

            /// Makes a configuration with all defaults; at least one server is needed.
            public init(servers: [RedisEndpoint]) { self.servers = servers }
        }
    }
#endif
