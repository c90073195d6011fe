#if Redis
    internal import FoundationEssentials
    public import WebImageCoders
    public import WebImageCore

    /// A loader for a fleet of machines: a picture that nobody has is loaded by one of them, and the others take it
    /// from the shared cache.
    ///
    /// Around each load it looks into the shared cache once more, takes a lock there, loads, stores the outcome for
    /// all and gives the lock back. Those that find the lock taken look again and again until the outcome is there. A
    /// machine that dies loses its lock, and another takes over. Failures that are the address's own fault are shared
    /// as well.
    ///
    /// Without the shared cache, and for loads that must ask the source itself (reloads, revalidations), it does
    /// nothing.
    public final class FleetLoader: ImageLoader {
        /// The rules of sharing.
        public struct Configuration: Sendable {
            /// The time after which a dead machine's lock falls to another; a living one renews its lock. Default: 5 s.
            public var lockLifetime: Duration = .seconds(5)
            /// The most time that a load waits for another machine; then it loads by itself. Default: 60 s.
            public var maximumWait: Duration = .seconds(60)
            /// The time between two looks, at first; it grows to ``maximumInterval``, and each is varied by chance so
            /// that the machines don't look all at once. Default: 10 ms.
            public var firstInterval: Duration = .milliseconds(10)
            /// Default: 200 ms.
            public var maximumInterval: Duration = .milliseconds(200)
            /// For how many pictures this process holds locks at once. Default: 8: a little more than a loader loads.
            public var concurrentLoads = 8

            /// Makes rules with all defaults.
            public init() {}
        }

        private let loader: any ImageLoader
        private let cache: FleetImageCache
        private let coder: any ImageCoder
        private let configuration: Configuration
        private let slots: LoadSlots

        /// Makes a loader that loads once for a fleet.
        ///
        /// - Parameters:
        ///   - loader: Loads from the source.
        ///   - cache: The cache of the manager that uses this loader.
        ///   - coder: Tells what is a picture: nothing else is shared.
        public init(
            _ loader: any ImageLoader, cache: FleetImageCache, coder: any ImageCoder = CoderManager.standard,
            configuration: Configuration = Configuration()
        ) {
            self.loader = loader
            self.cache = cache
            self.coder = coder
            self.configuration = configuration
            slots = LoadSlots(limit: configuration.concurrentLoads)
        }

        public func canLoad(_ request: LoaderRequest) -> Bool { loader.canLoad(request) }

        public func load(_ request: LoaderRequest, context: LoaderContext) async throws -> LoadedData {
            guard let share = context.sharedLoad, Self.isSharable(request),
                let server = cache.shared.server(for: share.key)
            else { return try await loader.load(request, context: context) }
            let store = FleetStore(cache: cache.shared, server: server, key: share.key, url: request.url)
            let outcome: Outcome
            do {
                outcome = try await self.outcome(request, share, context, store)
            } catch is CancellationError {
                throw WebImageError(.cancelled, "The load was cancelled.", url: request.url)
            }
            switch outcome {
            case .loaded(let data): return data
            case .found(let entry):
                await cache.keep(entry, for: share.key, tiers: share.tiers)
                return deliver(entry, context)
            case .alone: return try await loader.load(request, context: context)
            }
        }

        /// Requests for a part, conditional ones and those that ask for a fresh answer are for the source itself.
        private static func isSharable(_ request: LoaderRequest) -> Bool {
            request.url.isHTTP && request.method == "GET" && !request.isConditional
                && ["Range", "Cache-Control", "Pragma"].allSatisfy { request.headers[$0] == nil }
        }

        private enum Outcome {
            case loaded(LoadedData)
            case found(CacheEntry)
            /// This load goes on without the fleet.
            case alone
        }

        private func outcome(
            _ request: LoaderRequest, _ share: SharedLoad, _ context: LoaderContext, _ store: FleetStore
        ) async throws -> Outcome {
            let lock = FleetLock(name: cache.shared.lockName(of: share.key), lifetime: configuration.lockLifetime)
            let deadline = cache.shared.time.uptime + configuration.maximumWait
            var hasWaited = false
            while true {
                let slot = try await slots.take(context.priority)
                var finding = await store.take(lock, retriesFailed: share.retriesFailed)
                if case .free = finding {
                    defer { slots.release(slot) }
                    cache.shared.count { statistics in
                        statistics.locksTaken += 1
                        if hasWaited { statistics.takeovers += 1 }
                    }
                    return .loaded(try await loadForAll(request, context, store, lock))
                }
                slots.release(slot)
                if case .locked = finding {
                    if !hasWaited { cache.shared.count { $0.waits += 1 } }
                    hasWaited = true
                    finding = try await wait(for: lock.name, store, share, until: deadline)
                }
                switch finding {
                case .picture(let entry): return .found(entry)
                case .failure(let error):
                    cache.shared.count { $0.sharedFailures += 1 }
                    throw error
                case .notShared, .unavailable, .locked: return .alone
                case .free: continue
                }
            }
        }

        /// Looks until the holder of the lock is done or gone, or for too long: then it is still `locked`.
        private func wait(for lockName: String, _ store: FleetStore, _ share: SharedLoad, until deadline: Duration)
            async throws -> FleetStore.Finding
        {
            let time = cache.shared.time
            var interval = configuration.firstInterval
            while time.uptime < deadline {
                try await time.sleep(for: interval * Double.random(in: 0.5...1.5))
                let finding = await store.look(lockName, retriesFailed: share.retriesFailed)
                guard case .locked = finding else { return finding }
                interval = min(interval * 1.5, configuration.maximumInterval)
            }
            return .locked
        }

        private func loadForAll(
            _ request: LoaderRequest, _ context: LoaderContext, _ store: FleetStore, _ lock: FleetLock
        ) async throws -> LoadedData {
            let time = cache.shared.time
            let renewal = Task { await lock.keep(on: store.server, time: time) }
            defer { renewal.cancel() }
            do {
                let answer = try await loader.load(request, context: context)
                try checkPicture(answer, request)
                await store.finish(answer, request, lock)
                return answer
            } catch {
                await store.finish(
                    WebImageError.wrapping(error, as: .customPartFailed, "A custom part failed.", url: request.url),
                    lock)
                throw error
            }
        }

        /// What is no picture, such as a page that says so with a status of success, must not reach other machines.
        private func checkPicture(_ answer: LoadedData, _ request: LoaderRequest) throws(WebImageError) {
            guard case .other(let reason) = ContentKind(of: answer.data), !coder.canDecode(nil, head: answer.data)
            else {
                return
            }
            throw WebImageError(.notAnImage, reason.explanation, url: request.url, status: answer.status)
        }

        private func deliver(_ entry: CacheEntry, _ context: LoaderContext) -> LoadedData {
            var answer = LoadedData(data: entry.data, origin: .shared)
            answer.status = 200
            for (name, value) in entry.metadata.headers.sorted(by: { $0.key < $1.key }) {
                answer.headers.append(name, value)
            }
            if let received = entry.metadata.responseDate {
                // The answer is as old as it was there, and the time since (RFC 9111, 4.2.3).
                let told = answer.headers["age"].flatMap { Int($0) } ?? 0
                let since = max(0, cache.shared.time.date.timeIntervalSince(received))
                answer.headers["age"] = "\(told + Int(min(since, 1e9)))"
            }
            context.onData?(entry.data)
            context.onProgress?(LoadProgress(received: entry.data.count, total: entry.data.count))
            return answer
        }
    }
#endif
