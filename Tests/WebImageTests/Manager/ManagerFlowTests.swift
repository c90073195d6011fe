import FoundationEssentials
import Testing
import WebImage
import WebImageTesting

@Suite(.timeLimit(.minutes(5)))
struct ManagerFlowTests {
    @Test("A3-35 A2-23 A1-03 the way is memory, disk, loader; each result is found one tier higher")
    func order() async throws {
        let fixture = ManagerFixture()
        #expect(try await fixture.manager.image(for: fixture.request()).source == .network)
        #expect(try await fixture.manager.image(for: fixture.request()).source == .memory)
        try await fixture.cache.removeAll(context: CacheContext(tiers: .memory))
        #expect(try await fixture.manager.image(for: fixture.request()).source == .disk)
        #expect(fixture.loader.count(of: fixture.url) == 1)
    }

    @Test("A0-02 A3-11 A3-17 a manager works with a fake cache and a fake loader, without a view")
    func withoutView() async throws {
        let fixture = ManagerFixture()
        let loaded = try await fixture.manager.image(for: fixture.request())
        #expect(loaded.image.bitmap[0, 0] == ManagerFixture.red)
        #expect(loaded.byteCount == fixture.body.count)
    }

    @Test("A3-40 A3-03 the original's bytes go to disk as they came, the edited picture to memory")
    func storesOriginal() async throws {
        let fixture = ManagerFixture()
        let loaded = try await fixture.manager.image(for: fixture.request(editor: .paint(.white)))
        #expect(loaded.image.bitmap[0, 0] == .white)
        #expect(fixture.cache.entries[fixture.key]?.data == fixture.body)
        #expect(fixture.cache.entries.count == 1)
        #expect(fixture.cache.memoryKeys.count == 1)
    }

    @Test("A3-36 loader and cache alone give bytes that nobody decoded; the manager decodes once")
    func decodesInManagerOnly() async throws {
        let fixture = ManagerFixture()
        let loaded = try await fixture.loader.load(LoaderRequest(fixture.url), context: LoaderContext())
        #expect(loaded.data == fixture.body)
        let entry = CacheEntry(data: loaded.data, metadata: CacheMetadata())
        try await fixture.cache.store(entry, for: fixture.key, context: CacheContext())
        let kept = try await fixture.cache.entry(for: fixture.key, context: CacheContext())
        #expect(kept?.data == fixture.body)
        #expect(fixture.coder.decodeCount == 0)
        #expect(try await fixture.manager.image(for: fixture.request()).source == .disk)
        #expect(fixture.coder.decodeCount == 1)
    }

    @Test("A3-31 still, partial, animated: every pixel comes from the coder, and stored edits go through it too")
    func codesByCoderOnly() async throws {
        let coder = FakeCoder()
        let animated = FakeCoder.file(PixelSize(width: 4, height: 3), ManagerFixture.red, frames: 3)
        let fixture = ManagerFixture(coder: coder, answer: FakeLoader.Answer(animated))
        // The format is one that only this coder knows.
        var request = fixture.request(editor: .paint(.white))
        request.options.storeTiers = [.memory, .disk]
        let loaded = try await fixture.manager.image(for: request)
        #expect(coder.decodeCount == 1 && coder.encodeCount == 1)
        #expect(loaded.image.bitmap[0, 0] == .white)
        let moving = try await fixture.manager.image(for: fixture.request())
        #expect(moving.image.animation?.frameCount == 3 && coder.decodeCount == 2)
    }

    @Test("A3-37 no editor: the original; an editor: made of the original, also when another edit was loaded before")
    func editorOfRequest() async throws {
        let fixture = ManagerFixture()
        let seen = Recorder<PixelColor>()
        let look = ImageEditor(key: "look") { bitmap, _ in
            seen.add(bitmap[0, 0])
            return bitmap
        }
        _ = try await fixture.manager.image(for: fixture.request(editor: .paint(.white)))
        let plain = try await fixture.manager.image(for: fixture.request(editor: nil))
        #expect(plain.image.editKey == nil && plain.image.bitmap[0, 0] == ManagerFixture.red)
        let looked = try await fixture.manager.image(for: fixture.request(editor: look))
        #expect(looked.image.editKey == "look" && seen.all == [ManagerFixture.red])
    }

    @Test(
        "THUMB-05 a box that no side meets exactly is found in memory again",
        arguments: [(176, 176), (64, 64), (101, 33)])
    func thumbnailHits(width: Int, height: Int) async throws {
        let giant = FakeCoder.file(PixelSize(width: 6549, height: 4366), ManagerFixture.red)
        let box = ThumbnailSize(PixelSize(width: width, height: height))
        for asEdit in [true, false] {
            let fixture = ManagerFixture(answer: FakeLoader.Answer(giant))
            var request = fixture.request(editor: asEdit ? .thumbnail(box) : nil)
            if !asEdit { request.options.decode.thumbnail = box }
            for round in 0..<5 {
                let loaded = try await fixture.manager.image(for: request)
                #expect((loaded.source == .memory) == (round > 0))
            }
            #expect(fixture.coder.decodeCount == 1)
        }
    }

    @Test("THUMB a coder that knows nothing of thumbnails: the picture has the size asked for all the same")
    func coderWithoutThumbnails() async throws {
        let answer = FakeLoader.Answer(FakeCoder.file(PixelSize(width: 90, height: 30), ManagerFixture.red, frames: 3))
        let fixture = ManagerFixture(answer: answer)
        fixture.coder.ignoresThumbnails = true
        var request = fixture.request()
        request.options.decode.thumbnail = ThumbnailSize(30)
        let image = try await fixture.manager.image(for: request).image
        #expect(image.size == PixelSize(width: 30, height: 10))
        #expect(image.editKey == nil)
        #expect(try image.animation?.frame(at: 2, token: CancellationToken()).size == image.size)
    }

    @Test("A3-05 an edit, then the original: no further request")
    func editThenOriginal() async throws {
        let fixture = ManagerFixture()
        _ = try await fixture.manager.image(for: fixture.request(editor: .paint(.white)))
        let original = try await fixture.manager.image(for: fixture.request())
        #expect(original.image.bitmap[0, 0] == ManagerFixture.red)
        #expect(fixture.loader.count(of: fixture.url) == 1)
    }

    @Test("A0-28 A0-38 the key is the URL's text, and whatever changes pixels is added")
    func keys() {
        let fixture = ManagerFixture()
        #expect(fixture.manager.cacheKeys(for: fixture.request()).image == fixture.key)
        var small = fixture.request()
        small.options.decode.thumbnail = ThumbnailSize(50)
        var smaller = small
        smaller.options.decode.thumbnail = ThumbnailSize(40)
        let keys = [small, smaller, fixture.request(editor: .paint(.white))].map {
            fixture.manager.cacheKeys(for: $0).image
        }
        #expect(Set(keys + [fixture.key]).count == 4)
        #expect(fixture.manager.cacheKeys(for: small).original == fixture.key)
    }

    @Test("DEC-19 first frame, scale, limits and memory limit are in the key")
    func completeKeys() {
        let fixture = ManagerFixture()
        let changes: [(inout DecodeOptions) -> Void] = [
            { $0.firstFrameOnly = true }, { $0.scale = 2 }, { $0.limitBytes = 1000 }, { $0.background = .white },
            { $0.page = 2 }, { $0.allowsTruncated = true }, { $0.limits.maximumPixels = 9 },
        ]
        var keys: Set<CacheKey> = [fixture.key]
        for change in changes {
            var request = fixture.request()
            change(&request.options.decode)
            keys.insert(fixture.manager.cacheKeys(for: request).image)
        }
        #expect(keys.count == changes.count + 1)
    }

    @Test("A0-28 CTX-26 a key filter makes the key; the request's own goes before the manager's")
    func keyFilter() async throws {
        let fixture = ManagerFixture { $0.keyFilter = { url in String(url.string.prefix { $0 != "?" }) } }
        let signed = ImageURL(fixture.url.string + "?token=1")
        #expect(fixture.manager.cacheKeys(for: ImageRequest(url: signed)).original == fixture.key)
        var own = ImageRequest(url: signed)
        own.parts.keyFilter = { _ in "mine" }
        #expect(fixture.manager.cacheKeys(for: own).original == "mine")
    }

    @Test("A0-33 A2-08 A2-20 OPT-16 reload asks the source although everything is cached, and stores what comes")
    func reload() async throws {
        let fixture = ManagerFixture()
        _ = try await fixture.manager.image(for: fixture.request())
        let again = try await fixture.manager.image(for: fixture.request(policy: .reload))
        #expect(again.source == .network)
        #expect(fixture.loader.count(of: fixture.url) == 2)
        #expect(fixture.cache.stores.count == 2)
    }

    @Test("A2-22 OPT-15 DEC-12 cache only: a miss is an error of its own, and nothing is asked")
    func cacheOnly() async throws {
        let fixture = ManagerFixture()
        await #expect(throws: WebImageError.self) {
            try await fixture.manager.image(for: fixture.request(policy: .cacheOnly))
        }
        let outcome = await fixture.manager.load(fixture.request(policy: .cacheOnly)).result
        #expect(throws: WebImageError.self) { try outcome.get() }
        if case .failure(let error) = outcome { #expect(error.code == .notCached) }
        #expect(fixture.loader.requests.isEmpty)
    }

    @Test("bypass neither reads nor writes a cache")
    func bypass() async throws {
        let fixture = ManagerFixture()
        _ = try await fixture.manager.image(for: fixture.request(policy: .bypass))
        _ = try await fixture.manager.image(for: fixture.request(policy: .bypass))
        #expect(fixture.loader.count(of: fixture.url) == 2)
        #expect(fixture.cache.stores.isEmpty && fixture.cache.memoryKeys.isEmpty && fixture.cache.reads.isEmpty)
    }

    @Test("A0-32 CTX-17 memory only: the disk is not touched")
    func queryTiers() async throws {
        let fixture = ManagerFixture()
        var request = fixture.request()
        request.options.queryTiers = .memory
        _ = try await fixture.manager.image(for: request)
        #expect(fixture.cache.reads.isEmpty)
    }

    @Test("A0-31 a request's own cache gets the store, the manager's does not")
    func ownCache() async throws {
        let fixture = ManagerFixture()
        let own = FakeCache()
        var request = fixture.request()
        request.parts.cache = own
        _ = try await fixture.manager.image(for: request)
        #expect(own.stores == [fixture.key] && fixture.cache.stores.isEmpty)
    }

    @Test("A0-29 CTX-27 the serializer's output is what is on disk")
    func serializer() async throws {
        let fixture = ManagerFixture { $0.serializer = { _, data, _ in Data(data.reversed()) } }
        _ = try await fixture.manager.image(for: fixture.request())
        #expect(fixture.cache.entries[fixture.key]?.data == Data(fixture.body.reversed()))
    }

    @Test("A2-12 a cache that refuses a picture doesn't keep it; it is delivered all the same")
    func cacheRefuses() async throws {
        let fixture = ManagerFixture { $0.cache = VetoingCache(base: $0.cache, vetoes: "red") }
        for _ in 0..<2 {
            let loaded = try await fixture.manager.image(for: fixture.request())
            #expect(loaded.image.size.width == 40 && loaded.source == .network)
        }
        #expect(fixture.cache.entries.isEmpty && fixture.cache.memoryKeys.isEmpty)
        #expect(fixture.loader.count(of: fixture.url) == 2)
    }

    @Test("A2-13 a closure that loads again gets a request of its own: the first load is over before it hears of it")
    func loadAgainFromCompletion() async throws {
        let fixture = ManagerFixture()
        let ends = Counter()
        let done = TestGate()
        let manager = fixture.manager
        let request = fixture.request(policy: .reload)
        manager.load(request) { _ in
            ends.add()
            manager.load(request) { outcome in
                if case .success = outcome { ends.add() }
                done.open()
            }
        }
        try await done.pass()
        #expect(ends.value == 2)
        #expect(fixture.loader.count(of: fixture.url) == 2)
    }

    @Test("A3-16 a picture without bytes of its own is encoded for the disk, whose bytes can be decoded again")
    func encodesForDisk() async throws {
        let fixture = ManagerFixture()
        var request = fixture.request(editor: .paint(.white))
        request.options.storeTiers = [.memory, .disk]
        request.options.originalStoreTiers = []
        _ = try await fixture.manager.image(for: request)
        #expect(fixture.coder.encodeCount == 1)
        let stored = try #require(fixture.cache.entries.values.first)
        let decoded = try FakeCoder().decode(stored.data, context: DecodeContext())
        #expect(decoded.size == PixelSize(width: 40, height: 30) && decoded.bitmap[0, 0] == .white)
    }

    @Test("DEC-04 originals are not stored where the options name no tier for them")
    func storesNothing() async throws {
        let fixture = ManagerFixture()
        var request = fixture.request()
        request.options.originalStoreTiers = []
        _ = try await fixture.manager.image(for: request)
        #expect(fixture.cache.stores.isEmpty && fixture.cache.memoryKeys == [fixture.key])
    }

    @Test("an edited picture goes to disk where asked, and comes back from there without a request or an edit")
    func storesEdited() async throws {
        let fixture = ManagerFixture()
        let edits = Counter()
        let editor = ImageEditor(key: "count") { bitmap, _ in
            edits.add()
            return try Bitmap(bitmap.size, color: .white)
        }
        var request = fixture.request(editor: editor)
        request.options.storeTiers = [.memory, .disk]
        _ = try await fixture.manager.image(for: request)
        #expect(fixture.cache.entries.count == 2)
        try await fixture.cache.removeAll(context: CacheContext(tiers: .memory))
        let again = try await fixture.manager.image(for: request)
        #expect(again.source == .disk && again.image.bitmap[0, 0] == .white && again.image.editKey == "count")
        #expect(edits.value == 1)
    }

    @Test("A0-26 MGR-11 the request processor rewrites requests")
    func processor() async throws {
        let fixture = ManagerFixture {
            $0.requestProcessor = { request in
                var request = request
                request.editor = .paint(.black)
                return request
            }
        }
        #expect(try await fixture.manager.image(for: fixture.request()).image.bitmap[0, 0] == .black)
    }

    @Test("A0-27 the manager's editor is used where a request has none")
    func defaultEditor() async throws {
        let fixture = ManagerFixture { $0.editor = .paint(.white) }
        #expect(try await fixture.manager.image(for: fixture.request()).image.bitmap[0, 0] == .white)
    }

    @Test("A0-18 A0-21 MGR-03 an empty address fails at once, once, with its code; a string with blanks is fine")
    func addresses() async throws {
        let fixture = ManagerFixture()
        let ends = Counter()
        let task = fixture.manager.load(ImageRequest("  ")) { _ in ends.add() }
        #expect(throws: WebImageError.self) { try task.outcome?.get() }
        if case .failure(let error) = task.outcome { #expect(error.code == .invalidURL) }
        let padded = ImageRequest(" \(fixture.url.string)\n")
        #expect(try await fixture.manager.image(for: padded).source == .network)
    }

    @Test("A0-25 the running count is 0 after success, failure and cancel")
    func runningCount() async throws {
        let gate = TestGate()
        let fixture = ManagerFixture(
            answer: FakeLoader.Answer(FakeCoder.file(PixelSize(width: 1, height: 1), .white), gate: gate))
        let task = fixture.manager.load(fixture.request())
        await gate.waitForArrivals()
        #expect(fixture.manager.runningCount == 1)
        task.cancel()
        _ = await task.result
        gate.open()
        let other = fixture.manager.load(ImageRequest("https://example.org/none"))
        _ = await other.result
        while fixture.manager.runningCount > 0 { await Task.yield() }
        #expect(fixture.manager.runningCount == 0)
    }

    @Test("alternative addresses are tried in order when the first fails for good")
    func alternatives() async throws {
        let fixture = ManagerFixture()
        var request = fixture.request()
        request.url = "https://example.org/none"
        request.alternatives = ["https://example.org/none-either", fixture.url]
        let loaded = try await fixture.manager.image(for: request)
        #expect(loaded.url == fixture.url)
        #expect(fixture.loader.requests.map(\.url) == [request.url] + request.alternatives)
    }
}

/// Keeps nothing whose key contains a word.
private struct VetoingCache: ImageCache {
    let base: any ImageCache
    let vetoes: String

    private func refuses(_ key: CacheKey) -> Bool { key.string.contains(vetoes) }

    func memoryImage(for key: CacheKey) -> DecodedImage? { base.memoryImage(for: key) }

    func storeInMemory(_ image: DecodedImage, for key: CacheKey) {
        if !refuses(key) { base.storeInMemory(image, for: key) }
    }

    func entry(for key: CacheKey, context: CacheContext) async throws -> CacheEntry? {
        try await base.entry(for: key, context: context)
    }

    func store(_ entry: CacheEntry, for key: CacheKey, context: CacheContext) async throws {
        if !refuses(key) { try await base.store(entry, for: key, context: context) }
    }

    func update(_ metadata: CacheMetadata, for key: CacheKey, context: CacheContext) async throws {
        try await base.update(metadata, for: key, context: context)
    }

    func tiers(holding key: CacheKey, context: CacheContext) async -> CacheTiers {
        await base.tiers(holding: key, context: context)
    }

    func remove(_ key: CacheKey, context: CacheContext) async throws { try await base.remove(key, context: context) }

    func removeAll(context: CacheContext) async throws { try await base.removeAll(context: context) }
}
