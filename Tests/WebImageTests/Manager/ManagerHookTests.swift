import FoundationEssentials
import Testing
import WebImage
import WebImageTesting

@Suite(.timeLimit(.minutes(5)))
struct ManagerHookTests {
    private func code(_ outcome: LoadTask.Outcome) -> WebImageError.Code? {
        if case .failure(let error) = outcome { return error.code }
        return nil
    }

    @Test("MGR-26 DEC-12 the hook is asked only on a miss; its refusal is an outcome of its own")
    func refusal() async throws {
        let asked = Recorder<Bool>()
        let fixture = ManagerFixture { configuration in
            configuration.shouldLoad = { decision in
                asked.add(decision.isRefresh)
                return false
            }
        }
        #expect(code(await fixture.manager.load(fixture.request()).result) == .refused)
        fixture.cache.plant(CacheEntry(data: fixture.body, metadata: CacheMetadata()), for: fixture.key)
        #expect(try await fixture.manager.image(for: fixture.request()).source == .disk)
        #expect(asked.all == [false] && fixture.loader.requests.isEmpty)
        let refreshed = try await fixture.manager.image(for: fixture.request(policy: .refreshCached))
        #expect(refreshed.refreshError?.code == .refused && refreshed.image.size.width == 40)
        #expect(asked.all == [false, true])
    }

    @Test("statistics count loads by what they came to")
    func statistics() async throws {
        let fixture = ManagerFixture()
        _ = try await fixture.manager.image(for: fixture.request(editor: .paint(.white)))
        _ = try await fixture.manager.image(for: fixture.request(editor: .paint(.white)))
        _ = await fixture.manager.load(ImageRequest("https://example.org/none")).result
        _ = await fixture.manager.load(ImageRequest("")).result
        while fixture.manager.runningCount > 0 { await Task.yield() }
        while fixture.manager.statistics.failures < 2 { await Task.yield() }
        let statistics = fixture.manager.statistics
        #expect(statistics.loads == 4 && statistics.decodings == 1 && statistics.edits == 1)
        #expect(statistics.results == [.network: 1, .memory: 1])
    }

    @Test("invalidate ends what runs and what comes later; memory still answers")
    func invalidate() async throws {
        let gate = TestGate()
        let fixture = ManagerFixture()
        _ = try await fixture.manager.image(for: fixture.request())
        let slow: ImageURL = "https://example.org/slow"
        fixture.loader.answer(slow, with: FakeLoader.Answer(fixture.body, gate: gate))
        let running = fixture.manager.load(ImageRequest(url: slow))
        await gate.waitForArrivals()
        fixture.manager.invalidate()
        #expect(code(await running.result) == .cancelled)
        #expect(code(await fixture.manager.load(ImageRequest(url: slow)).result) == .cancelled)
        #expect(try await fixture.manager.image(for: fixture.request()).source == .memory)
    }

    @Test("remove takes the picture, its original and the steps between")
    func remove() async throws {
        let fixture = ManagerFixture()
        let request = fixture.request(editor: .paint(.white) + .paint(.black))
        _ = try await fixture.manager.image(for: request)
        _ = try await fixture.manager.image(for: fixture.request())
        try await fixture.manager.remove(request)
        #expect(fixture.cache.memoryKeys.isEmpty && fixture.cache.entries.isEmpty)
    }

    @Test("CTX-06 a request's own coder is used, and its pictures don't mix with others'")
    func ownCoder() async throws {
        let fixture = ManagerFixture()
        let own = FakeCoder(identifier: "own")
        var request = fixture.request()
        request.parts.coder = own
        _ = try await fixture.manager.image(for: request)
        #expect(own.decodeCount == 1 && fixture.coder.decodeCount == 0)
        _ = try await fixture.manager.image(for: fixture.request())
        #expect(fixture.coder.decodeCount == 1 && fixture.loader.requests.count == 1)
    }
}
