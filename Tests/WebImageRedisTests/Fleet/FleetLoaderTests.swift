#if Redis
    import FoundationEssentials
    import Testing
    import WebImageCore
    import WebImageTesting

    @testable import WebImageRedis

    @Suite(.timeLimit(.minutes(5)), .enabled(if: RedisTestServer.isInstalled, "redis-server is not installed"))
    struct FleetLoaderTests {
        private let url: ImageURL = "http://example.org/a.png"

        /// Machines that share a server, and the origin that they load from.
        private func fleet(_ server: RedisTestServer, _ count: Int, _ source: FakeLoader) -> [Machine] {
            (0..<count).map { _ in Machine(.forTests(server.endpoint), source: source) }
        }

        private func error(_ body: () async throws -> LoadedData) async -> WebImageError? {
            do { _ = try await body() } catch { return error as? WebImageError }
            return nil
        }

        @Test("a picture that nobody has is loaded once, however many machines want it at once")
        func once() async throws {
            let server = try RedisTestServer()
            let (source, gate) = (FakeLoader(), TestGate())
            source.answer(url, with: .init(Samples.picture(), etag: "\"e\"", gate: gate))
            let machines = fleet(server, 6, source)
            try await withThrowingTaskGroup(of: LoadedData.self) { group in
                for machine in machines { group.addTask { try await machine.load(url) } }
                await gate.waitForArrivals()
                await eventually { machines.reduce(0) { $0 + $1.shared.statistics.waits } == 5 }
                gate.open()
                var origins: [LoadedData.Origin: Int] = [:]
                for try await answer in group {
                    #expect(answer.data == Samples.picture())
                    #expect(answer.headers["etag"] == "\"e\"")
                    origins[answer.origin, default: 0] += 1
                }
                #expect(origins == [.network: 1, .shared: 5])
            }
            #expect(source.count(of: url) == 1)
            // Those that waited keep it on their own disks; the one that loaded leaves that to its manager.
            #expect(machines.count { $0.disk.entries[CacheKey(url.string)]?.data == Samples.picture() } == 5)
            #expect(try await server.keys() == [machines[0].shared.name(of: CacheKey(url.string))], "no lock is left")
        }

        @Test("the access list that the documentation names is enough")
        func accessList() async throws {
            let server = try RedisTestServer()
            try await server.run(
                "ACL", "SETUSER", "thumbnails", "on", ">pw", "~webimage:*", "resetchannels", "-@all", "+get", "+set",
                "+exists", "+del", "+unlink", "+pexpire", "+eval", "+ping", "+select", "+scan")
            var endpoint = server.endpoint
            (endpoint.user, endpoint.password, endpoint.database) = ("thumbnails", "pw", 1)
            let machine = Machine(.forTests(endpoint))
            let key = CacheKey(url.string)
            machine.source.answer(url, with: .init(Samples.picture()))
            #expect(try await machine.load(url).origin == .network)
            #expect(try await machine.load(url).origin == .shared)
            #expect(await machine.shared.tiers(holding: key, context: CacheContext()) == .shared)
            try await machine.shared.remove(key, context: CacheContext())
            try await machine.shared.removeAll(context: CacheContext())
            #expect(machine.shared.statistics.servers[0].failures == 0)
        }

        @Test("what another machine has stored since is not loaded again")
        func lookAgain() async throws {
            let server = try RedisTestServer()
            let machine = Machine(.forTests(server.endpoint))
            let other = RedisImageCache.forTests(server.endpoint)
            try await other.store(Samples.entry(), for: CacheKey(url.string), context: CacheContext())
            #expect(try await machine.load(url).origin == .shared)
            #expect(machine.source.requests.isEmpty)
            #expect(try await server.keys().count == 1, "no lock is left")
        }

        @Test("a holder that died loses the lock after its expiry, and one other takes over")
        func takeover() async throws {
            let server = try RedisTestServer()
            let source = FakeLoader()
            source.answer(url, with: .init(Samples.picture()))
            let machines = fleet(server, 4, source)
            // The lock of a machine that is no more.
            try await server.run("SET", machines[0].shared.lockName(of: CacheKey(url.string)), "dead", "PX", "600000")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for machine in machines { group.addTask { _ = try await machine.load(url) } }
                await eventually { machines.allSatisfy { $0.shared.statistics.waits == 1 } }
                #expect(source.requests.isEmpty)
                try await server.run("PEXPIRE", machines[0].shared.lockName(of: CacheKey(url.string)), "1")
                try await group.waitForAll()
            }
            #expect(source.count(of: url) == 1)
            #expect(machines.reduce(0) { $0 + $1.shared.statistics.takeovers } == 1)
        }

        @Test("a load that takes longer than the lock's lifetime keeps its lock")
        func renewal() async throws {
            let server = try RedisTestServer()
            let (source, gate, time) = (FakeLoader(), TestGate(), ManualTimeSource())
            source.answer(url, with: .init(Samples.picture(), gate: gate))
            let machine = Machine(.forTests(server.endpoint) { $0.timeSource = time }, source: source) {
                $0.lockLifetime = .seconds(30)
            }
            let name = machine.shared.lockName(of: CacheKey(url.string))
            async let answer = machine.load(url)
            await gate.waitForArrivals()
            await time.waitForSleepers()
            try await server.run("PEXPIRE", name, "15000")
            time.advance(by: .seconds(10))
            try await eventually {
                guard case .integer(let left) = try await server.run("PTTL", name) else { return false }
                return left > 20_000
            }
            gate.open()
            _ = try await answer
        }

        @Test("only the holder's token gives a lock back or renews it")
        func token() async throws {
            let server = try RedisTestServer()
            let cache = RedisImageCache.forTests(server.endpoint)
            let redis = try #require(cache.server(for: "k"))
            let (mine, other) = (
                FleetLock(name: "lock", lifetime: .seconds(60)), FleetLock(name: "lock", lifetime: .seconds(60))
            )
            func isOne(_ command: RedisCommand) async throws -> Bool {
                if case .integer(1) = try await redis.run([command])[0] { true } else { false }
            }
            func isTaken(_ command: RedisCommand) async throws -> Bool {
                if case .status = try await redis.run([command])[0] { true } else { false }
            }
            #expect(try await isTaken(mine.acquire))
            #expect(try await !isTaken(other.acquire))
            #expect(try await !isOne(other.release))
            #expect(try await !isOne(other.renew))
            #expect(try await isOne(mine.renew))
            #expect(try await isOne(mine.release))
            #expect(try await isTaken(other.acquire))
            #expect(try await !isOne(mine.release))
        }

        @Test("an address's own failure is shared, with its status, until its time is up or a load insists")
        func failures() async throws {
            let server = try RedisTestServer()
            let source = FakeLoader()
            let machines = fleet(server, 2, source)
            let first = await error { try await machines[0].load(url) }
            #expect(first?.code == .httpStatus && first?.status == 404)
            let second = await error { try await machines[1].load(url) }
            #expect(second?.code == .failedBefore && second?.status == 404 && second?.url == url)
            #expect(second?.underlying?.contains("httpStatus") == true)
            #expect(source.count(of: url) == 1)
            #expect(machines[1].shared.statistics.sharedFailures == 1)
            source.answer(url, with: .init(Samples.picture()))
            #expect(try await machines[1].load(url, retriesFailed: true).origin == .network)
            #expect(try await machines[0].load(url).origin == .shared)
        }

        @Test("a page that says it is no picture is a failure, and is not shared as a picture")
        func notAnImage() async throws {
            let server = try RedisTestServer()
            let source = FakeLoader()
            source.answer(url, with: .init(Data("<html><body>Not here</body></html>".utf8)))
            let machines = fleet(server, 2, source)
            let first = await error { try await machines[0].load(url) }
            let second = await error { try await machines[1].load(url) }
            #expect(first?.code == .notAnImage && second?.code == .failedBefore)
            #expect(try await machines[1].shared.entry(for: CacheKey(url.string), context: CacheContext()) == nil)
        }

        @Test("a failure that passes is not shared: those that waited go on by themselves, not one after the other")
        func passingFailure() async throws {
            let server = try RedisTestServer()
            let (source, gate) = (FakeLoader(), TestGate())
            let timeout = WebImageError(.timeout, "Too slow.")
            source.answer(
                url, with: .init(.failure(timeout), gate: gate), .init(Samples.picture()))
            let machines = fleet(server, 3, source)
            await withTaskGroup(of: WebImageError?.self) { group in
                for machine in machines { group.addTask { await error { try await machine.load(url) } } }
                await gate.waitForArrivals()
                await eventually { machines.reduce(0) { $0 + $1.shared.statistics.waits } == 2 }
                gate.open()
                var codes: [WebImageError.Code?] = []
                for await error in group { codes.append(error?.code) }
                #expect(codes.count { $0 == .timeout } == 1 && codes.count { $0 == nil } == 2)
            }
            #expect(source.count(of: url) == 3)
        }

        @Test("an answer that says no-store is not shared")
        func noStore() async throws {
            let server = try RedisTestServer()
            let source = FakeLoader()
            var answer = LoadedData(data: Samples.picture(), origin: .network)
            answer.headers = ["Cache-Control": "no-store"]
            source.answer(url, with: .init(.success(answer)))
            let machines = fleet(server, 2, source)
            #expect(try await machines[0].load(url).origin == .network)
            #expect(try await machines[1].load(url).origin == .network)
        }

        @Test("loads that must ask the source itself do")
        func passThrough() async throws {
            let server = try RedisTestServer()
            let machine = Machine(.forTests(server.endpoint))
            machine.source.answer(url, with: .init(Samples.picture()))
            _ = try await machine.load(url)
            let share = LoaderContext(sharedLoad: SharedLoad(key: CacheKey(url.string)))
            _ = try await machine.loader.load(LoaderRequest(url), context: LoaderContext())
            var conditional = LoaderRequest(url)
            conditional.etag = "\"e\""
            _ = try await machine.loader.load(conditional, context: share)
            _ = try await machine.loader.load(
                LoaderRequest(url, headers: ["Cache-Control": "no-cache"]), context: share)
            #expect(machine.source.requests.count == 4)
        }

        @Test("without a server, and with one that dies meanwhile, loads come from the source")
        func outage() async throws {
            let server = try RedisTestServer()
            let (source, gate) = (FakeLoader(), TestGate())
            source.answer(url, with: .init(Samples.picture(), gate: gate))
            let machines = fleet(server, 3, source)
            try await withThrowingTaskGroup(of: LoadedData.self) { group in
                for machine in machines { group.addTask { try await machine.load(url) } }
                await eventually { machines.reduce(0) { $0 + $1.shared.statistics.waits } == 2 }
                server.kill()
                await gate.waitForArrivals(3)
                gate.open()
                for try await answer in group { #expect(answer.origin == .network) }
            }
        }

        @Test("a load that is cancelled gives its lock back, and another machine goes on")
        func cancelled() async throws {
            let server = try RedisTestServer()
            let (source, gate) = (FakeLoader(), TestGate())
            source.answer(url, with: .init(Samples.picture(), gate: gate), .init(Samples.picture()))
            let machines = fleet(server, 2, source)
            let first = Task { try await machines[0].load(url) }
            await gate.waitForArrivals()
            let second = Task { try await machines[1].load(url) }
            await eventually { machines[1].shared.statistics.waits == 1 }
            first.cancel()
            await #expect(throws: (any Error).self) { try await first.value }
            #expect(try await second.value.data == Samples.picture())
        }

        @Test("one that waits can be cancelled")
        func cancelledWait() async throws {
            let server = try RedisTestServer()
            let machine = Machine(.forTests(server.endpoint))
            try await server.run("SET", machine.shared.lockName(of: CacheKey(url.string)), "other")
            let task = Task { try await machine.load(url) }
            await eventually { machine.shared.statistics.waits == 1 }
            task.cancel()
            await #expect(throws: (any Error).self) { try await task.value }
            #expect(machine.source.requests.isEmpty)
        }

        @Test("who waits too long loads by itself")
        func tooLong() async throws {
            let server = try RedisTestServer()
            let time = ManualTimeSource()
            let machine = Machine(.forTests(server.endpoint) { $0.timeSource = time })
            machine.source.answer(url, with: .init(Samples.picture()))
            try await server.run("SET", machine.shared.lockName(of: CacheKey(url.string)), "other")
            async let answer = machine.load(url)
            await time.waitForSleepers()
            time.advance(by: .seconds(60))
            #expect(try await answer.origin == .network)
        }
    }
#endif
