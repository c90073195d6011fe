#if Redis
    internal import CWebImageHiredis
    internal import Glibc

    /// Connects and logs in; blocks, so it runs on a thread of its own.
    enum RedisDial {
        /// The descriptor of a connection that is ready for commands, set not to block.
        static func open(_ endpoint: RedisEndpoint, _ limits: RedisLimits) -> Result<Int32, RedisFailure> {
            blockBrokenPipeSignal()
            let limit = time(limits.connectMilliseconds)
            let context: UnsafeMutablePointer<redisContext>? =
                switch endpoint.address {
                case .host(let host, let port): redisConnectWithTimeout(host, Int32(port), limit)
                case .socket(let path): redisConnectUnixWithTimeout(path, limit)
                }
            guard let context else { return .failure(RedisFailure(.cannotConnect, "There is no memory to connect.")) }
            if let failure = prepare(context, endpoint, limit) {
                redisFree(context)
                return .failure(failure)
            }
            let descriptor = redisFreeKeepFd(context)
            let flags = fcntl(descriptor, F_GETFL)
            _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            return .success(descriptor)
        }

        private static func prepare(
            _ context: UnsafeMutablePointer<redisContext>, _ endpoint: RedisEndpoint, _ limit: timeval
        ) -> RedisFailure? {
            if let failure = failure(of: context) { return failure }
            redisSetTimeout(context, limit)
            if case .host = endpoint.address { redisEnableKeepAlive(context) }
            var commands: [RedisCommand] = []
            switch (endpoint.user, endpoint.password) {
            case (let user?, let password): commands.append(RedisCommand("AUTH", user, password ?? ""))
            case (nil, let password?): commands.append(RedisCommand("AUTH", password))
            case (nil, nil): break
            }
            if endpoint.database != 0 { commands.append(RedisCommand("SELECT", "\(endpoint.database)")) }
            // A server that takes connections but is stopped, loads its data or wants a password tells so here.
            commands.append(RedisCommand("PING"))
            for command in commands {
                command.bytes.withUnsafeBytes { bytes in
                    _ = redisAppendFormattedCommand(
                        context, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
                }
            }
            for _ in commands {
                var pointer: UnsafeMutableRawPointer?
                guard redisGetReply(context, &pointer) == REDIS_OK, let pointer else { return failure(of: context) }
                if let failure = RedisReply(owning: pointer).value.failure { return failure }
            }
            return nil
        }

        private static func failure(of context: UnsafeMutablePointer<redisContext>) -> RedisFailure? {
            guard context.pointee.err != 0 else { return nil }
            return RedisFailure(.cannotConnect, String(cString: wi_redis_error_text(context)))
        }

        private static func time(_ milliseconds: Int) -> timeval {
            let milliseconds = max(1, milliseconds)
            return timeval(tv_sec: milliseconds / 1000, tv_usec: (milliseconds % 1000) * 1000)
        }

        /// hiredis writes by write(2): to a server that has just gone that would end the whole process.
        private static func blockBrokenPipeSignal() {
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
        }
    }
#endif
