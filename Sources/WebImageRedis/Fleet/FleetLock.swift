#if Redis
    internal import WebImageCore

    /// The right to load a picture for the whole fleet, held in the server under a name with a random token and an
    /// expiry: when the holder dies, the right falls to another.
    ///
    /// Only the holder's own token gives the lock back or keeps it, by scripts that compare and change in one step: a
    /// holder that was too slow must not end the right of the one that came after it.
    struct FleetLock: Sendable {
        private static let releaseScript =
            "if redis.call('get',KEYS[1])==ARGV[1] then return redis.call('del',KEYS[1]) else return 0 end"
        private static let renewScript =
            "if redis.call('get',KEYS[1])==ARGV[1] then return redis.call('pexpire',KEYS[1],ARGV[2]) else return 0 end"

        let name: String
        let lifetime: Duration
        private let token: String

        init(name: String, lifetime: Duration) {
            self.name = name
            self.lifetime = lifetime
            token =
                String(UInt64.random(in: .min ... .max), radix: 36)
                + String(UInt64.random(in: .min ... .max), radix: 36)
        }

        /// Answers with a status if the lock is now ours, with null if another has it.
        var acquire: RedisCommand { RedisCommand("SET", name, token, "NX", "PX", "\(max(1, lifetime.milliseconds))") }

        /// Gives the lock back if it is still ours.
        var release: RedisCommand { RedisCommand("EVAL", Self.releaseScript, "1", name, token) }

        /// Holds the lock for another lifetime; answers 1 if it is still ours.
        var renew: RedisCommand {
            RedisCommand("EVAL", Self.renewScript, "1", name, token, "\(max(1, lifetime.milliseconds))")
        }

        /// Renews the lock until the task is cancelled or the lock is lost.
        func keep(on server: RedisServer, time: any TimeSource) async {
            while (try? await time.sleep(for: lifetime / 3)) != nil {
                // One lost answer is no lost lock: there is time for two more tries.
                guard let answer = try? await server.run([renew])[0] else { continue }
                guard case .integer(1) = answer else { return }
            }
        }
    }
#endif
