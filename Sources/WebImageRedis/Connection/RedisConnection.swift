#if Redis
    internal import Glibc
    internal import WebImageCore

    /// One connection that is ready for commands: any thread sends, the pool's own thread receives.
    ///
    /// Nothing here blocks. Answers come in the order of the commands; after any failure the connection is closed,
    /// since nobody could tell any more which answer belongs to which command.
    final class RedisConnection: Sendable {
        private struct State {
            /// Those that were sent, in order, and when.
            var pending: [(exchange: RedisExchange, sent: Duration)] = []
            /// What the socket has not taken yet.
            var unsent: ArraySlice<UInt8> = []
            /// Those that will be sent in a moment.
            var reserved = 0
            var isClosed = false
        }

        let descriptor: Int32
        private let state = Lock(State())
        private let reader: Lock<RedisReader>

        /// Takes over a descriptor that doesn't block.
        init?(_ descriptor: Int32, maximumAnswer: Int) {
            guard let reader = RedisReader(limit: maximumAnswer) else { return nil }
            self.descriptor = descriptor
            self.reader = Lock(reader)
        }

        // Only here, when no thread can use the number any more, which the system gives to the next socket.
        deinit { Glibc.close(descriptor) }

        /// How many exchanges are under way.
        var load: Int { state.withLock { $0.pending.count + $0.reserved } }

        var isClosed: Bool { state.withLock { $0.isClosed } }

        /// Whether the socket did not take everything yet.
        var hasUnsent: Bool { state.withLock { !$0.unsent.isEmpty } }

        /// When the oldest exchange was sent; nil where none is under way.
        var oldestSent: Duration? { state.withLock { $0.pending.first?.sent } }

        /// Counts an exchange that is about to be sent.
        func reserve() { state.withLock { $0.reserved += 1 } }

        /// Sends a reserved exchange as far as the socket takes it.
        func send(_ exchange: RedisExchange, at now: Duration) {
            let failure = state.withLock { state -> RedisFailure? in
                state.reserved -= 1
                guard !state.isClosed else { return RedisFailure(.connectionLost, "The connection was closed.") }
                state.pending.append((exchange, now))
                // The order of what is sent must be that of `pending`: both change under the lock.
                if state.unsent.isEmpty {
                    state.unsent = exchange.bytes[...]
                    write(&state)
                } else {
                    state.unsent += exchange.bytes
                }
                return nil
            }
            if let failure { exchange.fail(failure) }
        }

        /// Sends more of what the socket did not take.
        func flush() { state.withLock { write(&$0) } }

        private func write(_ state: inout State) {
            while !state.unsent.isEmpty {
                let count = state.unsent.withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                // A broken connection shows when it is read.
                guard count > 0 else { return }
                state.unsent = state.unsent.dropFirst(count)
            }
            state.unsent = []
        }

        /// Reads what has come and ends the exchanges that are complete; on the pool's thread alone.
        ///
        /// - Throws: ``RedisFailure`` where the connection is of no more use.
        func receive(into buffer: UnsafeMutableRawBufferPointer) throws(RedisFailure) {
            while true {
                let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
                if count == 0 { throw RedisFailure(.connectionLost, "The server closed the connection.") }
                guard count > 0 else {
                    if errno == EAGAIN || errno == EINTR { return }
                    throw RedisFailure(.connectionLost, String(cString: strerror(errno)))
                }
                try take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                if count < buffer.count { return }
            }
        }

        private func take(_ bytes: UnsafeRawBufferPointer) throws(RedisFailure) {
            let replies = try reader.withLock { reader throws(RedisFailure) -> [RedisReply] in
                try reader.feed(bytes)
                var replies: [RedisReply] = []
                while let reply = try reader.next() { replies.append(reply) }
                return replies
            }
            for reply in replies {
                guard let exchange = state.withLock({ $0.pending.first?.exchange }) else {
                    throw RedisFailure(.foreignAnswer, "The server sent an answer that nobody asked for.")
                }
                guard exchange.take(reply.value) else { continue }
                state.withLock { _ = $0.pending.removeFirst() }
                exchange.finish()
            }
        }

        /// Gives the connection up and ends all that wait for it.
        func close(_ failure: RedisFailure) {
            let pending = state.withLock { state in
                state.isClosed = true
                state.unsent = []
                defer { state.pending = [] }
                return state.pending
            }
            shutdown(descriptor, Int32(SHUT_RDWR))
            for entry in pending { entry.exchange.fail(failure) }
        }
    }
#endif
