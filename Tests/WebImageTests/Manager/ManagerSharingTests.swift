import FoundationEssentials
import Testing
import WebImageTesting

@testable import WebImage

@Suite(.timeLimit(.minutes(5)))
struct ManagerSharingTests {
    @Test("A3-18 CONC-07 ten loads of one address: one request, one decoding, ten ends")
    func merge() async throws {
        let gate = TestGate()
        let fixture = ManagerFixture(
            answer: FakeLoader.Answer(FakeCoder.file(PixelSize(width: 9, height: 9), .white), gate: gate))
        let tasks = (0..<10).map { _ in fixture.manager.load(fixture.request()) }
        await gate.waitForArrivals()
        while fixture.manager.images.memberCount < 10 { await Task.yield() }
        gate.open()
        for task in tasks { #expect(try await task.image.size.width == 9) }
        #expect(fixture.loader.requests.count == 1)
        #expect(fixture.coder.decodeCount == 1)
        #expect(fixture.cache.stores.count == 1)
    }

    @Test("E-07 equal editors on one address edit once; a common beginning is edited once")
    func sharedPrefix() async throws {
        let gate = TestGate()
        let fixture = ManagerFixture(
            answer: FakeLoader.Answer(FakeCoder.file(PixelSize(width: 9, height: 9), .white), gate: gate))
        let common = Counter()
        let first = ImageEditor(key: "common") { bitmap, _ in
            common.add()
            return bitmap
        }
        let editors = [first + .paint(.black), first + .paint(.white), first]
        let tasks = (0..<12).map { fixture.manager.load(fixture.request(editor: editors[$0 % 3])) }
        await gate.waitForArrivals()
        // The 12 loads, the two paintings that wait for what they begin with, and that for the decoded picture.
        while fixture.manager.images.memberCount < 15 { await Task.yield() }
        gate.open()
        for task in tasks { _ = try await task.image }
        #expect(common.value == 1)
        #expect(fixture.coder.decodeCount == 1)
    }

    @Test("CONC-04 B-32 cancelling one of several never disturbs the others; cancelling the last stops the request")
    func cancelOne() async throws {
        let gate = TestGate()
        let fixture = ManagerFixture(
            answer: FakeLoader.Answer(FakeCoder.file(PixelSize(width: 9, height: 9), .white), gate: gate))
        let tasks = (0..<3).map { _ in fixture.manager.load(fixture.request()) }
        await gate.waitForArrivals()
        tasks[0].cancel()
        tasks[1].cancel()
        #expect(fixture.loader.cancelledCount == 0)
        gate.open()
        #expect(try await tasks[2].image.size.width == 9)
        for task in tasks[..<2] {
            if case .failure(let error) = await task.result {
                #expect(error.code == .cancelled)
            } else {
                Issue.record("not cancelled")
            }
        }
        #expect(fixture.loader.requests.count == 1)
    }

    @Test("A2-10 CONC-04 cancel all, then load again: the new load has a request and an answer of its own")
    func cancelThenRestart() async throws {
        let gate = TestGate()
        let fixture = ManagerFixture()
        fixture.loader.answer(
            fixture.url, with: FakeLoader.Answer(FakeCoder.file(PixelSize(width: 1, height: 1), .black), gate: gate),
            FakeLoader.Answer(fixture.body))
        let old = fixture.manager.load(fixture.request())
        await gate.waitForArrivals()
        old.cancel()
        let new = try await fixture.manager.image(for: fixture.request())
        gate.open()
        #expect(new.image.size.width == 40)
        #expect(fixture.loader.requests.count == 2)
    }

    @Test("A3-28 PREF-04 the shared request takes the highest priority of those that wait, and falls back")
    func priority() async throws {
        let gate = TestGate()
        let fixture = ManagerFixture(
            answer: FakeLoader.Answer(FakeCoder.file(PixelSize(width: 9, height: 9), .white), gate: gate))
        var low = fixture.request()
        low.priority = .preload
        let first = fixture.manager.load(low)
        await gate.waitForArrivals()
        #expect(fixture.loader.priority(of: fixture.url) == .preload)
        var high = fixture.request(editor: .paint(.black))
        high.priority = .high
        let second = fixture.manager.load(high)
        while fixture.loader.priority(of: fixture.url) != .high { await Task.yield() }
        second.cancel()
        while fixture.loader.priority(of: fixture.url) != .preload { await Task.yield() }
        first.priority = .normal
        #expect(fixture.loader.priority(of: fixture.url) == .normal)
        gate.open()
        _ = try await first.image
    }

    @Test("DLO requests that differ in Authorization, Cookie or Accept share nothing")
    func varying() async throws {
        let fixture = ManagerFixture()
        var keys: Set<CacheKey> = []
        for headers: HTTPHeaders in [
            [:], ["Authorization": "a"], ["Authorization": "b"], ["Cookie": "c"], ["accept": "image/webp"],
        ] {
            var request = fixture.request()
            request.headers = headers
            _ = try await fixture.manager.image(for: request)
            keys.insert(fixture.manager.cacheKeys(for: request).original)
        }
        #expect(keys.count == 5 && fixture.loader.requests.count == 5)
        #expect(!keys.contains { $0.string.contains("Authorization") || $0.string.hasSuffix("=a") })
    }

    @Test("A0-34 a slow read of the disk goes on while one load wants it, and is cancelled with the last")
    func cancelsRead() async throws {
        let gate = TestGate()
        let cache = FakeCache(readGate: gate)
        let fixture = ManagerFixture { $0.cache = cache }
        let loads = (0..<2).map { _ in fixture.manager.load(fixture.request()) }
        while fixture.manager.images.memberCount < 2 { await Task.yield() }
        await gate.waitForArrivals()
        loads[0].cancel()
        while fixture.manager.images.memberCount > 1 { await Task.yield() }
        #expect(gate.waitingCount == 1)
        loads[1].cancel()
        // The gate stays closed: only a cancel lets the read go.
        while gate.waitingCount > 0 { await Task.yield() }
        #expect(cache.reads.count == 1 && fixture.loader.requests.isEmpty)
        for load in loads { #expect(await load.result.failureCode == .cancelled) }
    }
}
