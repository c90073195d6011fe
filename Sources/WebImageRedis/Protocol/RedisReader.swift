#if Redis
    internal import CWebImageHiredis

    /// Cuts what a server sends into answers.
    struct RedisReader: ~Copyable, Sendable {
        // Invariant behind `nonisolated(unsafe)`: this value can't be copied and is the only one that knows the pointer.
        private nonisolated(unsafe) let reader: UnsafeMutablePointer<redisReader>
        private let limit: Int
        private var unread = 0

        /// - Parameter limit: The most bytes that one answer may have.
        init?(limit: Int) {
            guard let reader = redisReaderCreate() else { return nil }
            self.reader = reader
            self.limit = limit
        }

        deinit { redisReaderFree(reader) }

        /// Takes the next bytes.
        ///
        /// - Throws: ``RedisFailure`` where they are no answer, or one that is too long.
        mutating func feed(_ bytes: UnsafeRawBufferPointer) throws(RedisFailure) {
            unread += bytes.count
            guard unread <= limit else {
                throw RedisFailure(.foreignAnswer, "An answer is longer than \(limit) bytes.")
            }
            let base = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            guard redisReaderFeed(reader, base, bytes.count) == REDIS_OK else { throw failure }
        }

        /// The next whole answer, or nil where more bytes are needed.
        mutating func next() throws(RedisFailure) -> RedisReply? {
            var pointer: UnsafeMutableRawPointer?
            guard redisReaderGetReply(reader, &pointer) == REDIS_OK else { throw failure }
            guard let pointer else { return nil }
            unread = reader.pointee.len - reader.pointee.pos
            return RedisReply(owning: pointer)
        }

        private var failure: RedisFailure {
            RedisFailure(.foreignAnswer, "The server does not speak the Redis protocol.")
        }
    }
#endif
