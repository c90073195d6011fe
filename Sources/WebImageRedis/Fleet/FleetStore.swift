#if Redis
    internal import FoundationEssentials
    internal import WebImageCore
    internal import WebImageLoader

    /// What the loads of a fleet tell each other through the server that holds a picture's key.
    struct FleetStore: Sendable {
        /// What there is about a picture.
        enum Finding {
            case picture(CacheEntry)
            case failure(WebImageError)
            /// The one that loaded it could not share the outcome.
            case notShared
            /// Another machine loads it.
            case locked
            /// Nobody has it and nobody loads it; in answer to ``FleetStore/take(_:retriesFailed:)`` the lock is now
            /// ours.
            case free
            case unavailable
        }

        /// For how long those that wait for a load hear that its outcome can't be shared.
        private static let notSharedMilliseconds = 2000

        let cache: RedisImageCache
        let server: RedisServer
        let key: CacheKey
        let url: ImageURL

        /// Looks once more and takes the lock, in one round trip.
        func take(_ lock: FleetLock, retriesFailed: Bool) async -> Finding {
            guard let values = try? await server.run([lock.acquire, get], writes: true) else { return .unavailable }
            var isOurs = false
            if case .status = values[0] { isOurs = true }
            if let finding = finding(values[1], retriesFailed: retriesFailed) {
                if isOurs { _ = try? await server.run([lock.release]) }
                return finding
            }
            return isOurs ? .free : .locked
        }

        /// Looks whether the one that has the lock is done, in one round trip.
        func look(_ lockName: String, retriesFailed: Bool) async -> Finding {
            guard let values = try? await server.run([RedisCommand("EXISTS", lockName), get]) else {
                return .unavailable
            }
            if let finding = finding(values[1], retriesFailed: retriesFailed) { return finding }
            guard case .integer(0) = values[0] else { return .locked }
            return .free
        }

        /// Stores what was loaded, for all, and gives the lock back.
        func finish(_ answer: LoadedData, _ request: LoaderRequest, _ lock: FleetLock) async {
            let metadata = CacheMetadata(answer: answer, request: request, date: cache.time.date)
            guard metadata.isStorable(for: request),
                let command = cache.storing(CacheEntry(data: answer.data, metadata: metadata), for: key)
            else { return await finishUnshared(lock) }
            guard (try? await server.run([command, lock.release], writes: true)) != nil else {
                // Too much for the server just now; the small word of it may still get through.
                return await finishUnshared(lock)
            }
            cache.noteStored(answer.data, for: key)
        }

        /// Lets all know how it failed, and gives the lock back.
        func finish(_ error: WebImageError, _ lock: FleetLock) async {
            if error.code == .cancelled {
                // Nothing is known: one of those that wait is to take over.
                _ = try? await server.run([lock.release])
                return
            }
            guard FailedURLStore.isOwnFault(error) else { return await finishUnshared(lock) }
            let milliseconds = cache.configuration.failureLifetime.milliseconds
            await tell(.failure, SharedFailure.encode(error), max(1, milliseconds), lock)
        }

        /// Lets those that wait go on by themselves, all at once.
        func finishUnshared(_ lock: FleetLock) async {
            await tell(.notShared, Data(), Self.notSharedMilliseconds, lock)
        }

        private func tell(_ kind: SharedValue.Kind, _ payload: Data, _ milliseconds: Int, _ lock: FleetLock) async {
            let value = SharedValue(kind: kind, payload: payload, stored: cache.time.date)
            guard let bytes = value.encoded(key: key.string) else { return }
            let set = RedisCommand.set(cache.name(of: key), bytes, milliseconds: milliseconds)
            if (try? await server.run([set, lock.release], writes: true)) == nil {
                _ = try? await server.run([lock.release])
            }
        }

        private var get: RedisCommand { RedisCommand("GET", cache.name(of: key)) }

        private func finding(_ answer: RedisValue, retriesFailed: Bool) -> Finding? {
            guard let value = cache.value(answer, for: key) else { return nil }
            switch value.kind {
            case .picture: return cache.picture(value, for: key, server).map { .picture($0) }
            case .failure:
                return retriesFailed ? nil : SharedFailure.decode(value.payload, url: url).map { .failure($0) }
            case .notShared: return .notShared
            }
        }
    }
#endif
