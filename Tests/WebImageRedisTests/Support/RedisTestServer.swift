#if Redis
    import Glibc
    import WebImageCore
    import WebImageTesting

    @testable import WebImageRedis

    /// A redis-server of Debian's package on a free port, without persistence, that ends with the test.
    final class RedisTestServer: Sendable {
        static let program = "/usr/bin/redis-server"
        static var isInstalled: Bool { access(program, X_OK) == 0 }

        private struct State {
            var process: ChildProcess?
            /// Closing it ends the server, also when the test crashes.
            var leash: Int32 = -1
        }

        let port: Int
        private let options: [String]
        private let state = Lock(State())

        init(_ options: String...) throws {
            port = try Self.freePort()
            self.options = options
            try start()
        }

        deinit { kill() }

        var endpoint: RedisEndpoint { RedisEndpoint(.host("127.0.0.1", port: port)) }

        /// Starts it (again), and returns when it takes commands.
        func start() throws {
            var leash: [Int32] = [0, 0]
            guard pipe(&leash) == 0 else { throw Failure("no pipe") }
            let command =
                ([Self.program, "--port \(port) --bind 127.0.0.1 --save '' --appendonly no --daemonize no"] + options)
                .joined(separator: " ")
            let script = "exec 3<&0; \(command) </dev/null >/dev/null 2>&1 & p=$!; read _ <&3; kill -9 $p; wait $p"
            defer { close(leash[0]) }
            let process = try ChildProcess(
                "/bin/sh", ["-c", script], environment: ["PATH=/usr/bin:/bin"], files: [0: .descriptor(leash[0])])
            state.withLock { $0 = State(process: process, leash: leash[1]) }
            var limits = RedisLimits()
            limits.connectMilliseconds = 5000
            for _ in 0..<2000 {
                switch RedisDial.open(endpoint, limits) {
                case .success(let descriptor):
                    close(descriptor)
                    return
                // A server with a password answers so when it is ready.
                case .failure(let failure) where failure.message.hasPrefix("NOAUTH"): return
                case .failure: usleep(5000)
                }
            }
            throw Failure("redis-server does not start")
        }

        /// Ends it as `kill -9` does.
        func kill() {
            let state = state.withLock { state in
                defer { state = State() }
                return state
            }
            guard let process = state.process else { return }
            close(state.leash)
            process.waitForEnd()
        }

        /// Runs a command and gives the answer.
        @discardableResult
        func run(_ words: String...) async throws -> RedisValue {
            var bytes = Array("*\(words.count)\r\n".utf8)
            for word in words { bytes += Array("$\(word.utf8.count)\r\n\(word)\r\n".utf8) }
            return try await run(raw: bytes)
        }

        private func run(raw bytes: [UInt8]) async throws -> RedisValue {
            var limits = RedisLimits()
            (limits.connectMilliseconds, limits.answerMilliseconds, limits.poolWaitMilliseconds) = (
                5000, 20_000, 20_000
            )
            let pool = RedisConnectionPool(endpoint, limits: limits, maximumAnswer: 64 << 20)
            let value = try await pool.run([RedisCommand(encoded: bytes)])[0]
            if let failure = value.failure { throw failure }
            return value
        }

        /// The names of all keys.
        func keys() async throws -> [String] {
            guard case .array(let values) = try await run("KEYS", "*") else { return [] }
            return values.compactMap { if case .bytes(let name) = $0 { name.text } else { nil } }.sorted()
        }

        /// A field of INFO, such as `total_commands_processed`.
        func info(_ field: String) async throws -> Int {
            guard case .bytes(let text) = try await run("INFO") else { return -1 }
            for line in text.text.split(whereSeparator: \.isNewline) where line.hasPrefix(field + ":") {
                return Int(line.dropFirst(field.count + 1)) ?? -1
            }
            return -1
        }

        struct Failure: Error {
            var text: String
            init(_ text: String) { self.text = text }
        }

        /// A port that nobody listens on.
        static func freePort() throws -> Int {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            guard descriptor >= 0 else { throw Failure("no socket") }
            defer { close(descriptor) }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            return try withUnsafeMutablePointer(to: &address) { pointer in
                try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                    guard bind(descriptor, pointer, length) == 0, getsockname(descriptor, pointer, &length) == 0 else {
                        throw Failure("no port")
                    }
                }
                return Int(UInt16(bigEndian: pointer.pointee.sin_port))
            }
        }
    }
#endif
