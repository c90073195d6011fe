#if Redis
    /// What a shared cache may take of a load's time, and of the server's connections.
    public struct RedisLimits: Sendable, Equatable {
        /// The most time to connect and to log in, in milliseconds. Default: 200.
        public var connectMilliseconds = 200
        /// The most time from a question to the end of its answer, in milliseconds. Default: 250.
        public var answerMilliseconds = 250
        /// The most time that a question waits for a connection, in milliseconds. Default: 250.
        public var poolWaitMilliseconds = 250
        /// The most connections to one server. Default: 4.
        public var connections = 4
        /// The most questions that are under way on one connection; further ones wait. Default: 64.
        public var pipelineDepth = 64

        /// Makes limits with all defaults.
        public init() {}

        var answer: Duration { .milliseconds(max(1, answerMilliseconds)) }
        var poolWait: Duration { .milliseconds(max(1, poolWaitMilliseconds)) }
    }
#endif
