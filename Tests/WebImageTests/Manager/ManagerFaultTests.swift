import FoundationEssentials
import Testing
import WebImage
import WebImageTesting

@Suite(.timeLimit(.minutes(5)))
struct ManagerFaultTests {
    struct Foreign: Error {}

    @Test("a foreign error of a loader ends the load once, inside ours, with the address")
    func foreignLoader() async throws {
        let fixture = ManagerFixture(answer: FakeLoader.Answer(.failure(Foreign())))
        let ends = Counter()
        let task = fixture.manager.load(fixture.request()) { _ in ends.add() }
        guard case .failure(let error) = await task.result else { throw Foreign() }
        #expect(error.code == .customPartFailed && error.url == fixture.url)
        #expect(error.underlying?.contains("Foreign") == true)
        #expect(ends.value == 1)
    }

    @Test("an editor that throws gives editFailed; the original is still cached")
    func foreignEditor() async throws {
        let fixture = ManagerFixture()
        let broken = ImageEditor(key: "broken") { _, _ in throw Foreign() }
        guard case .failure(let error) = await fixture.manager.load(fixture.request(editor: broken)).result else {
            throw Foreign()
        }
        #expect(error.code == .editFailed)
        #expect(fixture.cache.memoryKeys.isEmpty)
    }

    @Test("a broken cache never fails a load")
    func brokenCache() async throws {
        let fixture = ManagerFixture()
        fixture.cache.failure = WebImageError(.cacheFailed, "The disk is broken.")
        #expect(try await fixture.manager.image(for: fixture.request()).source == .network)
    }

    @Test("CACHE-01 AF 3329 what can't be decoded is not stored")
    func undecodable() async throws {
        let html = ManagerFixture(answer: FakeLoader.Answer(Data("<!doctype html><p>sign in".utf8)))
        guard case .failure(let error) = await html.manager.load(html.request()).result else { throw Foreign() }
        #expect(error.code == .notAnImage && error.message.contains("HTML"))
        let corrupt = ManagerFixture(answer: FakeLoader.Answer(Data("fake broken".utf8)))
        guard case .failure(let second) = await corrupt.manager.load(corrupt.request()).result else { throw Foreign() }
        #expect(second.code == .corruptImage)
        #expect(html.cache.stores.isEmpty && corrupt.cache.stores.isEmpty)
    }

    @Test("CACHE-02 E-12 a damaged entry goes, and the same load asks the source")
    func damagedEntry() async throws {
        let fixture = ManagerFixture()
        fixture.cache.plant(CacheEntry(data: Data("fake broken".utf8), metadata: CacheMetadata()), for: fixture.key)
        let loaded = try await fixture.manager.image(for: fixture.request())
        #expect(loaded.source == .network && loaded.image.size.width == 40)
        #expect(fixture.cache.entries[fixture.key]?.data == fixture.body)
    }

    @Test("A0-35 VIEW-04 a cancel during the cache query ends the load once with cancelled")
    func cancelDuringQuery() async throws {
        let fixture = ManagerFixture()
        let gate = TestGate()
        let cache = FakeCache(readGate: gate)
        var request = fixture.request()
        request.parts.cache = cache
        let ends = Counter()
        let task = fixture.manager.load(request) { _ in ends.add() }
        await gate.waitForArrivals()
        task.cancel()
        task.cancel()
        guard case .failure(let error) = await task.result else { throw Foreign() }
        #expect(error.code == .cancelled && ends.value == 1)
        #expect(fixture.loader.requests.isEmpty)
    }

    @Test("DEC-15 CAN-03 a cancel during the edit ends the load with cancelled, and nothing is stored in memory")
    func cancelDuringEdit() async throws {
        let fixture = ManagerFixture()
        let started = TestGate()
        let release = Semaphore()
        let editor = ImageEditor(key: "slow") { bitmap, _ in
            Task { try await started.pass() }
            release.wait()
            return bitmap
        }
        let task = fixture.manager.load(fixture.request(editor: editor))
        await started.waitForArrivals()
        task.cancel()
        release.signal()
        guard case .failure(let error) = await task.result else { throw Foreign() }
        #expect(error.code == .cancelled)
        while fixture.manager.runningCount > 0 { await Task.yield() }
        #expect(fixture.cache.memoryKeys.isEmpty)
    }

    @Test("CONC-02 cancelling the surrounding task ends image(for:) with cancelled")
    func cancelTask() async throws {
        let gate = TestGate()
        let fixture = ManagerFixture(answer: FakeLoader.Answer(Data(), gate: gate))
        let request = fixture.request()
        let manager = fixture.manager
        let task = Task { try await manager.image(for: request) }
        await gate.waitForArrivals()
        task.cancel()
        await #expect(throws: WebImageError.self) { try await task.value }
        #expect(fixture.manager.runningCount <= 1)
    }

    @Test("a manager that is let go while it loads still ends its loads")
    func managerGone() async throws {
        let gate = TestGate()
        var fixture: ManagerFixture? = ManagerFixture(
            answer: FakeLoader.Answer(FakeCoder.file(PixelSize(width: 2, height: 2), .white), gate: gate))
        let task = fixture.map { $0.manager.load($0.request()) }
        await gate.waitForArrivals()
        fixture = nil
        gate.open()
        #expect(try await task?.image.size.width == 2)
    }
}
