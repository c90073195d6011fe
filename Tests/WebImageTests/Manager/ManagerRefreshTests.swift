import FoundationEssentials
import Testing
import WebImage
import WebImageTesting

@Suite(.timeLimit(.minutes(5)))
struct ManagerRefreshTests {
    private let newBody = FakeCoder.file(PixelSize(width: 8, height: 8), .black)

    private func primed() async throws -> ManagerFixture {
        let fixture = ManagerFixture()
        fixture.loader.answer(fixture.url, with: FakeLoader.Answer(fixture.body, etag: "\"v1\""))
        _ = try await fixture.manager.image(for: fixture.request())
        return fixture
    }

    private func cachedEvents(of fixture: ManagerFixture) async -> (LoadTask.Outcome, [LoadedImage.Source]) {
        let cached = Recorder<LoadedImage.Source>()
        let ends = Counter()
        let task = fixture.manager.load(
            fixture.request(policy: .refreshCached),
            completion: { _ in ends.add() },
            onEvent: { event in if case .cached(let image) = event { cached.add(image.source) } })
        let outcome = await task.result
        #expect(ends.value == 1)
        return (outcome, cached.all)
    }

    @Test("HTTP-01 VIEW-06 A0-37 304: the cached picture as an event, then one success that is marked")
    func notModified() async throws {
        let fixture = try await primed()
        var answer = LoadedData(data: Data(), origin: .network)
        answer.isNotModified = true
        answer.status = 304
        fixture.loader.answer(fixture.url, with: FakeLoader.Answer(.success(answer)))
        let (outcome, cached) = await cachedEvents(of: fixture)
        let loaded = try outcome.get()
        #expect(loaded.isRevalidated && loaded.image.size.width == 40)
        #expect(cached == [.memory])
        #expect(fixture.loader.requests.last?.etag == "\"v1\"")
        #expect(fixture.cache.entries[fixture.key]?.data == fixture.body)
    }

    @Test("VIEW-06 CACHE-12 200 with new content: it replaces what was in memory and on disk")
    func modified() async throws {
        let fixture = try await primed()
        fixture.loader.answer(fixture.url, with: FakeLoader.Answer(newBody, etag: "\"v2\""))
        let (outcome, cached) = await cachedEvents(of: fixture)
        #expect(try outcome.get().image.size.width == 8)
        #expect(cached == [.memory])
        #expect(fixture.cache.entries[fixture.key]?.data == newBody)
        #expect(fixture.cache.memoryImage(for: fixture.key)?.size.width == 8)
    }

    @Test("HTTP-02 VIEW-06 a refresh that fails keeps the cached picture and says why")
    func failed() async throws {
        let fixture = try await primed()
        for error in [WebImageError(.httpStatus, "", status: 503), WebImageError(.cannotConnect, "")] {
            fixture.loader.answer(fixture.url, with: FakeLoader.Answer(.failure(error)))
            let (outcome, _) = await cachedEvents(of: fixture)
            let loaded = try outcome.get()
            #expect(loaded.image.size.width == 40)
            #expect(loaded.refreshError?.code == error.code)
        }
        fixture.loader.answer(fixture.url, with: FakeLoader.Answer(Data("<html>sign in</html>".utf8)))
        let (outcome, _) = await cachedEvents(of: fixture)
        #expect(try outcome.get().refreshError?.code == .notAnImage)
        #expect(fixture.cache.entries[fixture.key]?.data == fixture.body)
        #expect(fixture.cache.memoryKeys.contains(fixture.key))
    }

    @Test("refresh with nothing cached is a plain load")
    func nothingCached() async throws {
        let fixture = ManagerFixture()
        let (outcome, cached) = await cachedEvents(of: fixture)
        #expect(try outcome.get().source == .network)
        #expect(cached.isEmpty)
        #expect(fixture.loader.requests.first?.isConditional == false)
    }

    /// A fixture whose source answers with header fields.
    private func fixture(_ headers: HTTPHeaders) -> ManagerFixture {
        let fixture = ManagerFixture()
        var answer = LoadedData(data: fixture.body, origin: .network)
        answer.status = 200
        answer.headers = headers
        fixture.loader.answer(fixture.url, with: FakeLoader.Answer(.success(answer)))
        return fixture
    }

    @Test("A2-18 A2-19 the protocol's own rules: no request while fresh, one with validators when stale")
    func protocolRules() async throws {
        let fixture = fixture(["Cache-Control": "max-age=60", "ETag": "\"a\""])
        for _ in 0..<3 { _ = try await fixture.manager.image(for: fixture.request(policy: .followHTTPCaching)) }
        #expect(fixture.loader.requests.count == 1)
        fixture.time.advance(by: .seconds(61))
        var confirmed = LoadedData(data: Data(), origin: .network)
        confirmed.isNotModified = true
        confirmed.status = 304
        confirmed.headers = ["Cache-Control": "max-age=60"]
        fixture.loader.answer(fixture.url, with: FakeLoader.Answer(.success(confirmed)))
        #expect(
            try await fixture.manager.image(for: fixture.request(policy: .followHTTPCaching)).image.size.width == 40)
        #expect(fixture.loader.requests.count == 2 && fixture.loader.requests.last?.etag == "\"a\"")
        _ = try await fixture.manager.image(for: fixture.request(policy: .followHTTPCaching))
        #expect(fixture.loader.requests.count == 2)
    }

    @Test("A2-08 A2-21 A2-22 what is cached is used whatever its age, with and without leave to load")
    func whateverItsAge() async throws {
        let fixture = fixture(["Cache-Control": "max-age=1"])
        _ = try await fixture.manager.image(for: fixture.request())
        fixture.time.advance(by: .seconds(1_000_000))
        for policy in [CachePolicy.useCached, .cacheOnly] {
            #expect(try await fixture.manager.image(for: fixture.request(policy: policy)).image.size.width == 40)
        }
        try await fixture.cache.removeAll(context: CacheContext(tiers: .memory))
        #expect(try await fixture.manager.image(for: fixture.request(policy: .cacheOnly)).source == .disk)
        #expect(fixture.loader.requests.count == 1)
    }
}
