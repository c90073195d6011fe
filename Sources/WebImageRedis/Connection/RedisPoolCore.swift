#if Redis
    internal import CWebImageHiredis
    internal import Glibc
    internal import WebImageCore

    /// What the pool and its threads share: it outlives the pool until the last thread has ended.
    final class RedisPoolCore: Sendable {
        private struct State {
            var connections: [RedisConnection] = []
            /// How many connections are being opened.
            var opening = 0
            /// Those that no connection has taken yet, oldest first.
            var waiting: [RedisExchange] = []
            var hasThread = false
            /// Whether the thread sleeps without a time limit.
            var isParked = false
            var isClosed = false
        }

        /// How exactly time limits are kept, in milliseconds.
        private static let tick: Int32 = 10
        /// After so many ticks without work the thread sleeps until it is woken.
        private static let idleTicks = 100
        private static let lost = RedisFailure(.connectionLost, "The connections were closed.")

        let time = SystemTimeSource()
        private let endpoint: RedisEndpoint
        private let limits: RedisLimits
        private let maximumAnswer: Int
        private let wakeup = wi_redis_make_wakeup()
        private let state = Lock(State())

        init(_ endpoint: RedisEndpoint, limits: RedisLimits, maximumAnswer: Int) {
            self.endpoint = endpoint
            self.limits = limits
            self.maximumAnswer = maximumAnswer
        }

        deinit { if wakeup >= 0 { Glibc.close(wakeup) } }

        var connectionCount: Int { state.withLock { $0.connections.count { !$0.isClosed } } }

        func close() {
            state.withLock { $0.isClosed = true }
            wake()
        }

        // MARK: - Sending

        func submit(_ exchange: RedisExchange) {
            let (target, startsThread, opens, wakes, isClosed) = state.withLock { state in
                guard !state.isClosed, wakeup >= 0 else { return (nil as RedisConnection?, false, false, false, true) }
                let target = pick(&state)
                if target == nil { state.waiting.append(exchange) }
                defer { (state.hasThread, state.isParked) = (true, false) }
                return (target, !state.hasThread, opensAnother(&state), state.isParked, false)
            }
            if isClosed { return exchange.fail(Self.lost) }
            target?.send(exchange, at: exchange.start)
            if startsThread { Thread.start(named: "webimage.redis") { [self] in work() } }
            if opens { open() }
            // What was not sent whole needs the thread to look for room, and a parked one must look at the time.
            if wakes || target?.hasUnsent == true { wake() }
        }

        /// The connection with the least to do that has room, with a place on it reserved.
        private func pick(_ state: inout State) -> RedisConnection? {
            state.connections.removeAll(where: \.isClosed)
            let best = state.connections.map { ($0, $0.load) }.min { $0.1 < $1.1 }
            guard let (connection, load) = best, load < limits.pipelineDepth else { return nil }
            connection.reserve()
            return connection
        }

        /// Whether another connection is to be opened: the first one, or where all have several exchanges under way.
        private func opensAnother(_ state: inout State) -> Bool {
            guard state.connections.count + state.opening < max(1, limits.connections) else { return false }
            guard state.connections.isEmpty ? state.opening == 0 : state.connections.allSatisfy({ $0.load > 4 }) else {
                return false
            }
            state.opening += 1
            return true
        }

        // MARK: - Opening

        func probe(_ completion: @escaping @Sendable (RedisFailure?) -> Void) {
            state.withLock { $0.opening += 1 }
            open(completion)
        }

        private func open(_ completion: (@Sendable (RedisFailure?) -> Void)? = nil) {
            // Looking up a name has no time limit of its own: those that wait are ended by the other thread.
            Thread.start(named: "webimage.dial") { [self] in
                let connection = dial()
                adopt(connection)
                if case .failure(let failure) = connection { completion?(failure) } else { completion?(nil) }
            }
        }

        private func dial() -> Result<RedisConnection, RedisFailure> {
            switch RedisDial.open(endpoint, limits) {
            case .failure(let failure): return .failure(failure)
            case .success(let descriptor):
                if let connection = RedisConnection(descriptor, maximumAnswer: maximumAnswer) {
                    return .success(connection)
                }
                Glibc.close(descriptor)
                return .failure(RedisFailure(.cannotConnect, "There is no memory to connect."))
            }
        }

        private func adopt(_ result: Result<RedisConnection, RedisFailure>) {
            let (startsThread, abandoned) = state.withLock { state -> (Bool, [RedisExchange]) in
                state.opening -= 1
                if case .success(let connection) = result, !state.isClosed {
                    state.connections.append(connection)
                    defer { state.hasThread = true }
                    return (!state.hasThread, [])
                }
                guard state.connections.isEmpty, state.opening == 0 else { return (false, []) }
                defer { state.waiting = [] }
                return (false, state.waiting)
            }
            if case .failure(let failure) = result { for exchange in abandoned { exchange.fail(failure) } }
            sendWaiting()
            if startsThread { Thread.start(named: "webimage.redis") { [self] in work() } }
            wake()
        }

        private func sendWaiting() {
            while true {
                let next = state.withLock { state -> (RedisConnection, RedisExchange)? in
                    guard !state.waiting.isEmpty, let connection = pick(&state) else { return nil }
                    return (connection, state.waiting.removeFirst())
                }
                guard let (connection, exchange) = next else { return }
                connection.send(exchange, at: time.uptime)
            }
        }

        // MARK: - Receiving

        private func wake() {
            state.withLock { $0.isParked = false }
            var one: UInt64 = 1
            _ = write(wakeup, &one, 8)
        }

        /// The life of the pool's thread.
        private func work() {
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
            defer { buffer.deallocate() }
            var idle = 0
            while true {
                let (connections, timeout, isClosed) = state.withLock { state -> ([RedisConnection], Int32, Bool) in
                    state.connections.removeAll(where: \.isClosed)
                    let isBusy = !state.waiting.isEmpty || state.connections.contains { $0.load > 0 }
                    idle = isBusy ? 0 : idle + 1
                    state.isParked = idle > Self.idleTicks
                    return (state.connections, state.isParked ? -1 : Self.tick, state.isClosed)
                }
                if isClosed { return end() }
                wait(for: connections, timeout, buffer)
                expire(connections)
                sendWaiting()
            }
        }

        private func wait(
            for connections: [RedisConnection], _ timeout: Int32, _ buffer: UnsafeMutableRawBufferPointer
        ) {
            var polls = [pollfd(fd: wakeup, events: Int16(POLLIN), revents: 0)]
            for connection in connections {
                let events = connection.hasUnsent ? POLLIN | POLLOUT : POLLIN
                polls.append(pollfd(fd: connection.descriptor, events: Int16(events), revents: 0))
            }
            guard poll(&polls, nfds_t(polls.count), timeout) > 0 else { return }
            if polls[0].revents != 0 {
                var count: UInt64 = 0
                _ = read(wakeup, &count, 8)
            }
            for (connection, poll) in zip(connections, polls.dropFirst()) where poll.revents != 0 {
                if Int32(poll.revents) & POLLOUT != 0 { connection.flush() }
                guard Int32(poll.revents) & ~POLLOUT != 0 else { continue }
                do { try connection.receive(into: buffer) } catch { connection.close(error) }
            }
        }

        /// Ends what has waited too long.
        private func expire(_ connections: [RedisConnection]) {
            let now = time.uptime
            for connection in connections {
                guard let sent = connection.oldestSent, now - sent > limits.answer else { continue }
                connection.close(
                    RedisFailure(.timeout, "There was no answer within \(limits.answerMilliseconds) ms."))
            }
            let late = state.withLock { state -> [RedisExchange] in
                let late = state.waiting.prefix { now - $0.start > limits.poolWait }
                state.waiting.removeFirst(late.count)
                return Array(late)
            }
            for exchange in late {
                exchange.fail(
                    RedisFailure(.poolWait, "There was no connection within \(limits.poolWaitMilliseconds) ms."))
            }
        }

        private func end() {
            let (connections, waiting) = state.withLock { state in
                defer { (state.connections, state.waiting) = ([], []) }
                return (state.connections, state.waiting)
            }
            for connection in connections { connection.close(Self.lost) }
            for exchange in waiting { exchange.fail(Self.lost) }
        }
    }
#endif
