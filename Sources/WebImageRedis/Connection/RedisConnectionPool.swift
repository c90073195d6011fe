#if Redis
    internal import WebImageCore

    /// The connections to one server.
    ///
    /// Commands are sent by the thread that asks, without blocking; one thread of the pool's own waits for all answers
    /// and for time limits, and connecting has a thread of its own for as long as it takes. Nothing runs before the
    /// first command.
    final class RedisConnectionPool: Sendable {
        private let core: RedisPoolCore

        /// - Parameter maximumAnswer: The most bytes of one answer.
        init(_ endpoint: RedisEndpoint, limits: RedisLimits, maximumAnswer: Int) {
            core = RedisPoolCore(endpoint, limits: limits, maximumAnswer: maximumAnswer)
        }

        deinit { core.close() }

        /// How many connections are open.
        var connectionCount: Int { core.connectionCount }

        /// Sends commands together and gives their answers, in order; an error that the server sends is an answer.
        ///
        /// - Throws: ``RedisFailure``, at the latest when the limits for waiting and answering are over.
        func run(_ commands: [RedisCommand]) async throws(RedisFailure) -> [RedisValue] {
            let outcome = await withCheckedContinuation { continuation in
                core.submit(RedisExchange(commands, start: core.time.uptime, continuation))
            }
            return try outcome.get()
        }

        /// Opens a new connection and tells whether that worked.
        func probe(_ completion: @escaping @Sendable (RedisFailure?) -> Void) { core.probe(completion) }
    }
#endif
