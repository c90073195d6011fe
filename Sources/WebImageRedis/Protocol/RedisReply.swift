#if Redis
    internal import CWebImageHiredis
    internal import FoundationEssentials

    /// An answer as hiredis made it; freed when the last value made of it is gone.
    final class RedisReply: Sendable {
        // Invariant behind `nonisolated(unsafe)`: the answer is complete when this is made, nobody writes to it
        // afterwards, and `deinit` alone frees it.
        private nonisolated(unsafe) let reply: UnsafeMutablePointer<redisReply>

        /// Takes over an answer from `redisReaderGetReply` or `redisGetReply`.
        init(owning pointer: UnsafeMutableRawPointer) {
            reply = pointer.assumingMemoryBound(to: redisReply.self)
        }

        deinit { freeReplyObject(reply) }

        var value: RedisValue { value(of: reply) }

        private func value(of reply: UnsafeMutablePointer<redisReply>) -> RedisValue {
            let count = Int(reply.pointee.len)
            switch reply.pointee.type {
            case REDIS_REPLY_INTEGER: return .integer(Int(reply.pointee.integer))
            case REDIS_REPLY_STATUS: return .status(text(of: reply))
            case REDIS_REPLY_ERROR: return .error(text(of: reply))
            case REDIS_REPLY_STRING:
                guard let base = reply.pointee.str else { return .null }
                return .bytes(RedisBytes(owner: self, base: UnsafeMutableRawPointer(base), count: count))
            case REDIS_REPLY_ARRAY:
                return .array(
                    (0..<Int(reply.pointee.elements)).map { index in
                        reply.pointee.element[index].map { value(of: $0) } ?? .null
                    })
            default: return .null
            }
        }

        private func text(of reply: UnsafeMutablePointer<redisReply>) -> String {
            guard let base = reply.pointee.str else { return "" }
            return String(
                decoding: UnsafeRawBufferPointer(start: UnsafeRawPointer(base), count: Int(reply.pointee.len)),
                as: UTF8.self)
        }
    }

    /// What a server answered.
    enum RedisValue: Sendable {
        case null
        case integer(Int)
        case status(String)
        case error(String)
        case bytes(RedisBytes)
        case array([RedisValue])

        /// The error that the server sent, if it is one.
        var failure: RedisFailure? {
            guard case .error(let text) = self else { return nil }
            return RedisFailure(serverError: text)
        }
    }

    /// The bytes of a string in an answer, used where hiredis put them.
    struct RedisBytes: Sendable {
        private let owner: RedisReply
        // Invariant behind `nonisolated(unsafe)`: points into `owner`, whose memory never changes.
        private nonisolated(unsafe) let base: UnsafeMutableRawPointer
        let count: Int

        fileprivate init(owner: RedisReply, base: UnsafeMutableRawPointer, count: Int) {
            self.owner = owner
            self.base = base
            self.count = count
        }

        func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
            withExtendedLifetime(owner) { body(UnsafeRawBufferPointer(start: base, count: count)) }
        }

        /// The bytes from `offset` on, without a copy.
        func data(from offset: Int) -> Data {
            Data(
                bytesNoCopy: base + offset, count: count - offset,
                deallocator: .custom { [owner] _, _ in withExtendedLifetime(owner) {} })
        }

        var text: String { withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
    }
#endif
