#if Redis
    extension RedisImageCache {
        /// What a shared cache has done in this process, and how its servers are.
        public struct Statistics: Sendable, Equatable {
            /// The state of one server.
            public struct Server: Sendable, Equatable {
                /// Without user and password.
                public var endpoint: String
                /// Whether it is in use.
                public var state: SharedServerState
                /// Whether it takes nothing new, since its memory is full and nothing may be evicted.
                public var isFull: Bool
                /// Connections that are open now.
                public var connections: Int
                /// Questions that failed, and connections that could not be made.
                public var failures: Int
                /// Those of ``failures`` that were a time limit.
                public var timeouts: Int
                /// Pictures that it did not take.
                public var rejectedWrites: Int
                /// How often loads began to go on without it.
                public var outages: Int
                /// Why the last question that failed did; nil where none has.
                public var lastFailure: String?
            }

            /// The servers, in the order of the configuration.
            public var servers: [Server] = []
            /// Look-ups that gave a picture.
            public var hits = 0
            /// Look-ups that did not, with a server in use.
            public var misses = 0
            /// Look-ups for which no server was in use.
            public var refused = 0
            /// Pictures that were stored.
            public var stores = 0
            /// Values that were cut, damaged or another program's, each counted as a miss too.
            public var invalidValues = 0
            /// Pictures beyond ``RedisImageCache/Configuration/maximumValueBytes``.
            public var tooLarge = 0
            /// Bytes of pictures in hits and in stores.
            public var bytesRead = 0
            /// Bytes of pictures that were stored.
            public var bytesWritten = 0
            /// Loads that this process did for the fleet.
            public var locksTaken = 0
            /// Loads that waited for another machine.
            public var waits = 0
            /// Waits after which this process took the load over: the other one had gone.
            public var takeovers = 0
            /// Loads that ended by another machine's failure.
            public var sharedFailures = 0
        }
    }
#endif
