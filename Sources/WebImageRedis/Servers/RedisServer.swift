#if Redis
    internal import WebImageCore

    /// One server: its connections, and what is known about its state.
    final class RedisServer: Sendable {
        private struct Record {
            var failures = 0
            var timeouts = 0
            var rejectedWrites = 0
            var outages = 0
            var lastFailure: String?
        }

        let endpoint: RedisEndpoint
        private let pool: RedisConnectionPool
        private let breaker: CircuitBreaker
        /// Open while the server takes no writes, since its memory is full.
        private let writeBreaker: CircuitBreaker
        private let record = Lock(Record())
        private let log: @Sendable (String) -> Void

        init(_ endpoint: RedisEndpoint, _ configuration: RedisImageCache.Configuration) {
            self.endpoint = endpoint
            log = configuration.log
            pool = RedisConnectionPool(
                endpoint, limits: configuration.limits, maximumAnswer: configuration.maximumValueBytes + 1 << 20)
            breaker = CircuitBreaker(
                threshold: configuration.failureThreshold, openTime: configuration.retryTime,
                maximumOpenTime: configuration.maximumRetryTime, time: configuration.timeSource)
            writeBreaker = CircuitBreaker(
                threshold: 1, openTime: configuration.retryTime, maximumOpenTime: configuration.maximumRetryTime,
                time: configuration.timeSource)
        }

        var statistics: RedisImageCache.Statistics.Server {
            let record = record.withLock { $0 }
            return RedisImageCache.Statistics.Server(
                endpoint: endpoint.description, state: breaker.state, isFull: !writeBreaker.isClosed,
                connections: pool.connectionCount, failures: record.failures, timeouts: record.timeouts,
                rejectedWrites: record.rejectedWrites, outages: record.outages, lastFailure: record.lastFailure)
        }

        /// Whether loads ask it now. After an outage this also starts the probe that finds out whether it is back;
        /// loads never wait for that. O(1).
        func isUsable() -> Bool {
            switch breaker.admit() {
            case .pass: return true
            case .refuse: return false
            case .probe:
                pool.probe { [weak self] failure in self?.endProbe(failure) }
                return false
            }
        }

        /// Sends commands together and gives the answers, in order.
        ///
        /// - Parameter writes: Whether the commands take memory there.
        /// - Throws: ``RedisFailure``, also where an answer says that the server is of no use now, or is full. Any
        ///   other error is an answer.
        func run(_ commands: [RedisCommand], writes: Bool = false) async throws(RedisFailure) -> [RedisValue] {
            guard breaker.isClosed else { throw .unavailable }
            let write = writes ? writeBreaker.admit() : .pass
            guard write != .refuse else {
                record.withLock { $0.rejectedWrites += 1 }
                throw RedisFailure(.full, "The server's memory is full.")
            }
            let values: [RedisValue]
            do {
                values = try await pool.run(commands)
            } catch {
                if write == .probe { writeBreaker.fail(isProbe: true) }
                fail(error)
                throw error
            }
            let failure = values.lazy.compactMap(\.failure).first { $0.isOutage || $0.kind == .full }
            if let failure, failure.isOutage {
                fail(failure)
            } else {
                breaker.succeed()
            }
            if writes { endWrite(failure, isProbe: write == .probe) }
            if let failure { throw failure }
            return values
        }

        private func fail(_ failure: RedisFailure) {
            let isNew = breaker.fail()
            record.withLock { record in
                record.failures += 1
                if failure.kind == .timeout || failure.kind == .poolWait { record.timeouts += 1 }
                if isNew { record.outages += 1 }
                record.lastFailure = failure.message
            }
            if isNew { log("The shared cache \(endpoint) can't be used; loads go on without it. (\(failure.message))") }
        }

        private func endProbe(_ failure: RedisFailure?) {
            if let failure {
                breaker.fail(isProbe: true)
                record.withLock { $0.lastFailure = failure.message }
            } else if breaker.succeed(isProbe: true) {
                log("The shared cache \(endpoint) is in use again.")
            }
        }

        private func endWrite(_ failure: RedisFailure?, isProbe: Bool) {
            guard failure?.kind == .full else {
                if writeBreaker.succeed(isProbe: isProbe) {
                    log("The shared cache \(endpoint) takes new pictures again.")
                }
                return
            }
            record.withLock { record in
                record.rejectedWrites += 1
                record.lastFailure = failure?.message
            }
            guard writeBreaker.fail(isProbe: isProbe) else { return }
            log(
                "The memory of the shared cache \(endpoint) is full; nothing new is kept there. Set an eviction policy."
            )
        }
    }
#endif
