#if Redis
    public import WebImageCore
    internal import FoundationEssentials

    /// Encoded pictures in Redis or Valkey servers that many machines share: the tier ``CacheTiers/shared``, and no
    /// other.
    ///
    /// Every call ends within the time limits of its configuration. A server that fails is left alone until a probe in
    /// the background has found it back; until then a call costs microseconds.
    public final class RedisImageCache: ImageCache {
        /// The servers and the rules this cache was made with.
        public let configuration: Configuration
        let time: any TimeSource
        let counters = Lock(Statistics())
        private let servers: [RedisServer]
        private let hash: RendezvousHash
        private let recentStores = RecentStores()

        /// Makes a cache; servers are asked from its first use on.
        ///
        /// - Precondition: The configuration names at least one server.
        public init(_ configuration: Configuration) {
            precondition(!configuration.servers.isEmpty, "A shared cache needs at least one server.")
            self.configuration = configuration
            time = configuration.timeSource
            servers = configuration.servers.map { RedisServer($0, configuration) }
            hash = RendezvousHash(configuration.servers.map(\.description))
        }

        /// What this process has done, and how the servers are. O(servers).
        public var statistics: Statistics {
            var statistics = counters.withLock { $0 }
            statistics.servers = servers.map(\.statistics)
            return statistics
        }

        // MARK: - Keys and servers

        /// The server that holds a key now; nil where all are out of use. O(servers).
        func server(for key: CacheKey) -> RedisServer? {
            hash.index(for: key.string) { servers[$0].isUsable() }.map { servers[$0] }
        }

        func count(_ change: (inout sending Statistics) -> Void) { counters.withLock { change(&$0) } }

        /// The name of a picture in the server: readable where it isn't long.
        func name(of key: CacheKey) -> String { name("v", key) }

        /// The name of the lock on loading a picture.
        func lockName(of key: CacheKey) -> String { name("l", key) }

        private func name(_ kind: String, _ key: CacheKey) -> String {
            let text = key.string.utf8.count <= 200 ? key.string : "sha256:" + StableHash.hexadecimal(key.string)
            return "\(configuration.namespace):\(SharedValue.version):\(kind):\(text)"
        }

        private func requireServer(for key: CacheKey) throws -> RedisServer {
            if let server = server(for: key) { return server }
            count { $0.refused += 1 }
            throw RedisFailure.unavailable.asWebImageError
        }

        private func run(_ server: RedisServer, _ commands: [RedisCommand], writes: Bool = false) async throws
            -> [RedisValue]
        {
            do {
                return try await server.run(commands, writes: writes)
            } catch {
                throw error.asWebImageError
            }
        }

        // MARK: - ImageCache

        /// Always nil: this cache is no memory cache.
        public func memoryImage(for key: CacheKey) -> DecodedImage? { nil }

        /// Does nothing: this cache is no memory cache.
        public func storeInMemory(_ image: DecodedImage, for key: CacheKey) {}

        public func entry(for key: CacheKey, context: CacheContext) async throws -> CacheEntry? {
            guard context.tiers.contains(.shared) else { return nil }
            try context.token.check()
            let server = try requireServer(for: key)
            let values = try await run(server, [RedisCommand("GET", name(of: key))])
            try context.token.check()
            guard let value = value(values[0], for: key),
                let entry = picture(value, for: key, server, allowsExpired: context.allowsExpired)
            else {
                count { $0.misses += 1 }
                return nil
            }
            return entry
        }

        public func store(_ entry: CacheEntry, for key: CacheKey, context: CacheContext) async throws {
            guard context.tiers.contains(.shared) else { return }
            try context.token.check()
            guard !recentStores.take(entry.data, key), let command = storing(entry, for: key) else { return }
            _ = try await run(try requireServer(for: key), [command], writes: true)
            countStore(entry.data)
        }

        public func update(_ metadata: CacheMetadata, for key: CacheKey, context: CacheContext) async throws {
            guard context.tiers.contains(.shared) else { return }
            let server = try requireServer(for: key)
            let values = try await run(server, [RedisCommand("GET", name(of: key))])
            guard let value = value(values[0], for: key), value.kind == .picture,
                let command = storing(
                    CacheEntry(data: value.payload, metadata: metadata), for: key, onlyExisting: true)
            else { return }
            _ = try await run(server, [command], writes: true)
        }

        public func tiers(holding key: CacheKey, context: CacheContext) async -> CacheTiers {
            guard context.tiers.contains(.shared), let server = server(for: key) else { return [] }
            let values = try? await server.run([RedisCommand("EXISTS", name(of: key))])
            guard case .integer(1) = values?.first else { return [] }
            return .shared
        }

        public func remove(_ key: CacheKey, context: CacheContext) async throws {
            guard context.tiers.contains(.shared) else { return }
            _ = try await run(try requireServer(for: key), [RedisCommand("UNLINK", name(of: key))])
        }

        /// Removes all pictures of this namespace, for all machines. O(keys in the database).
        public func removeAll(context: CacheContext) async throws {
            guard context.tiers.contains(.shared) else { return }
            for server in servers {
                guard server.isUsable() else { throw RedisFailure.unavailable.asWebImageError }
                try await removeAll(on: server)
            }
        }

        private func removeAll(on server: RedisServer) async throws {
            let pattern = configuration.namespace.map { "*?[]\\^".contains($0) ? "\\\($0)" : "\($0)" }.joined()
            var cursor = "0"
            repeat {
                let scan = RedisCommand(
                    "SCAN", cursor, "MATCH", "\(pattern):\(SharedValue.version):v:*", "COUNT", "500")
                guard case .array(let parts) = try await run(server, [scan])[0], parts.count == 2,
                    case .bytes(let next) = parts[0], case .array(let found) = parts[1]
                else { return }
                let names = found.compactMap { name -> RedisCommand? in
                    if case .bytes(let name) = name { RedisCommand("UNLINK", name.text) } else { nil }
                }
                if !names.isEmpty { _ = try await run(server, names) }
                cursor = next.text
            } while cursor != "0"
        }

        // MARK: - Values

        /// The value in an answer to GET; nil where there is none or it isn't ours.
        func value(_ answer: RedisValue, for key: CacheKey) -> SharedValue? {
            if case .null = answer { return nil }
            // An error stands for a value of another type, a list for example.
            if case .bytes(let bytes) = answer, let value = SharedValue(bytes, key: key.string) { return value }
            count { $0.invalidValues += 1 }
            return nil
        }

        /// The picture in a value, counted as a hit; nil where its time is up or it is none.
        func picture(_ value: SharedValue, for key: CacheKey, _ server: RedisServer, allowsExpired: Bool = false)
            -> CacheEntry?
        {
            guard value.kind == .picture, !value.payload.isEmpty else { return nil }
            var metadata = value.metadata
            if let expires = metadata.expires {
                if metadata.isSliding, let lifetime = metadata.lifetime {
                    metadata.expires = time.date + lifetime
                } else if expires <= time.date, !allowsExpired {
                    return nil
                }
            }
            extend(value, for: key, on: server)
            count { statistics in
                statistics.hits += 1
                statistics.bytesRead += value.payload.count
            }
            return CacheEntry(data: value.payload, metadata: metadata, tier: .shared)
        }

        /// Keeps a picture in use for another lifetime; not more than once a day each, since that is a write.
        private func extend(_ value: SharedValue, for key: CacheKey, on server: RedisServer) {
            let age = time.date.timeIntervalSince1970 - Double(value.stored) / 1000
            guard value.metadata.isSliding || age > 86_400 else { return }
            let command = RedisCommand("PEXPIRE", name(of: key), "\(lifetime(of: value.metadata))")
            Task { _ = try? await server.run([command]) }
        }

        /// The command that stores a picture; nil where it is too large or would be of no use.
        func storing(_ entry: CacheEntry, for key: CacheKey, onlyExisting: Bool = false) -> RedisCommand? {
            guard !entry.data.isEmpty else { return nil }
            guard entry.data.count <= configuration.maximumValueBytes else {
                count { $0.tooLarge += 1 }
                return nil
            }
            let lifetime = lifetime(of: entry.metadata)
            let value = SharedValue(
                kind: .picture, metadata: entry.metadata, payload: entry.data, stored: time.date)
            guard lifetime > 0, let bytes = value.encoded(key: key.string) else { return nil }
            return .set(name(of: key), bytes, milliseconds: lifetime, onlyExisting: onlyExisting)
        }

        /// How long the server keeps an entry, in milliseconds. One whose own time is up before stays where it can be
        /// revalidated.
        private func lifetime(of metadata: CacheMetadata) -> Int {
            let longest = max(1, configuration.lifetime.milliseconds)
            guard let expires = metadata.expires, metadata.etag == nil, metadata.lastModified == nil else {
                return longest
            }
            let own = metadata.isSliding ? metadata.lifetime : nil
            let seconds = own ?? expires.timeIntervalSince(time.date)
            return min(longest, Int((min(max(seconds, 0), 1e9) * 1000).rounded(.up)))
        }

        /// Notes that a loader has stored a picture, so that the manager's own storing of it costs nothing.
        func noteStored(_ data: Data, for key: CacheKey) {
            recentStores.add(data, key)
            countStore(data)
        }

        private func countStore(_ data: Data) {
            count { statistics in
                statistics.stores += 1
                statistics.bytesWritten += data.count
            }
        }
    }

    extension Duration {
        var milliseconds: Int {
            let parts = components
            let (product, overflow) = parts.seconds.multipliedReportingOverflow(by: 1000)
            return overflow ? .max : Int(product + parts.attoseconds / 1_000_000_000_000_000)
        }
    }
#endif
