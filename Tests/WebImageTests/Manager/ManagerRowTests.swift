import FoundationEssentials
import Testing
import WebImage
import WebImageTesting

/// What a program counts on whenever it loads a picture.
@Suite(.timeLimit(.minutes(5)))
struct ManagerRowTests {
    private let fixture = ManagerFixture()

    @Test("A0-15 a manager whose loads have ended is let go")
    func noCycle() async throws {
        weak var manager: ImageManager?
        do {
            let fixture = ManagerFixture()
            manager = fixture.manager
            _ = try await fixture.manager.image(for: fixture.request())
            _ = await fixture.manager.load(ImageRequest("https://example.org/none")).result
        }
        while manager != nil { await Task.yield() }
        #expect(manager == nil)
    }

    @Test("A0-16 A1-09 the outcome has picture, bytes, source and address; or the error and the address")
    func outcome() async throws {
        var request = fixture.request()
        request.options.deliversData = true
        let loaded = try await fixture.manager.image(for: request)
        #expect(loaded.data == fixture.body && loaded.source == .network && loaded.url == fixture.url)
        #expect(loaded.image.size == PixelSize(width: 40, height: 30))
        #expect(try await fixture.manager.image(for: fixture.request()).source == .memory)
        try await fixture.cache.removeAll(context: CacheContext(tiers: .memory))
        #expect(try await fixture.manager.image(for: fixture.request()).source == .disk)
        let none = await fixture.manager.load(ImageRequest("https://example.org/none")).result
        guard case .failure(let error) = none else { throw error(none) }
        #expect(error.url?.string == "https://example.org/none" && error.status == 404)
    }

    private func error(_ outcome: LoadTask.Outcome) -> WebImageError {
        WebImageError(.customPartFailed, "unexpected: \(outcome)")
    }

    @Test("A0-17 A0-19 a load needs no completion, and there is always a task, also where it failed at once")
    func taskAlways() async throws {
        let empty = fixture.manager.load(ImageRequest(url: ImageURL("")))
        #expect(empty.outcome != nil)
        let plain = fixture.manager.load(fixture.request())
        #expect(try await plain.image.size.width == 40)
    }

    @Test("A0-20 A0-22 A0-23 a failed address is not asked again, unless the options say so")
    func failedBefore() async throws {
        var request = ImageRequest("https://example.org/none")
        #expect(await fixture.manager.load(request).result.failureCode == .httpStatus)
        #expect(await fixture.manager.load(request).result.failureCode == .failedBefore)
        #expect(fixture.loader.count(of: request.url) == 1)
        request.options.retriesFailed = true
        #expect(await fixture.manager.load(request).result.failureCode == .httpStatus)
        #expect(fixture.loader.count(of: request.url) == 2)
    }

    @Test("A0-30 the transfer options reach the loader as they were given")
    func options() async throws {
        var request = fixture.request()
        request.options.transfer.maximumBytes = 12_345
        request.options.transfer.idleTimeout = .seconds(7)
        request.options.transfer.acceptableMediaTypes = ["image/*"]
        _ = try await fixture.manager.image(for: request)
        #expect(fixture.loader.requests.map(\.options) == [request.options.transfer])
    }

    @Test("A0-36 A3-07 an original on disk and a new editor: no request, one decoding, one edit")
    func originalFirst() async throws {
        _ = try await fixture.manager.image(for: fixture.request())
        try await fixture.cache.removeAll(context: CacheContext(tiers: .memory))
        let before = fixture.manager.statistics
        let edits = Counter()
        let editor = ImageEditor(key: "counted") { bitmap, _ in
            edits.add()
            return bitmap
        }
        #expect(try await fixture.manager.image(for: fixture.request(editor: editor)).source == .disk)
        #expect(fixture.loader.count(of: fixture.url) == 1 && edits.value == 1)
        #expect(fixture.manager.statistics.decodings - before.decodings == 1)
    }

    @Test("A3-06 original and edited picture are found again, without a key made by hand")
    func noKeys() async throws {
        let blue = PixelColor(red: 0, green: 0, blue: 255)
        for round in 0..<2 {
            let original = try await fixture.manager.image(for: fixture.request())
            let edited = try await fixture.manager.image(for: fixture.request(editor: .paint(blue)))
            #expect(original.image.bitmap[0, 0] == ManagerFixture.red && edited.image.bitmap[0, 0] == blue)
            #expect((round == 1) == (edited.source == .memory && original.source == .memory))
        }
        #expect(fixture.loader.count(of: fixture.url) == 1)
    }

    @Test("A0-03 A3-01 A3-10 A3-57 cache, coder, editor and loader work alone, without a manager")
    func partsAlone() async throws {
        let size = PixelSize(width: 6, height: 4)
        let bitmap = try Bitmap(size, color: PixelColor(red: 9, green: 8, blue: 7))
        let coder = CoderManager.standard
        let image = DecodedImage(bitmap: bitmap, info: ImageInfo(format: .png, size: size))
        let data = try coder.encode(image, context: EncodeContext(format: .png))
        let decoded = try coder.decode(data, context: DecodeContext())
        #expect(decoded.bitmap[5, 3] == PixelColor(red: 9, green: 8, blue: 7))
        let edited = try ImageEditor.resize(PixelSize(width: 3, height: 2))
            .edit(decoded.bitmap, context: EditContext(info: decoded.info))
        #expect(edited.size == PixelSize(width: 3, height: 2))
        let memory = MemoryCache(pressureSource: nil)
        memory.store(decoded, for: "a")
        #expect(memory.image(for: "a")?.size == size)
        let url = ImageURL("data:image/png;base64," + data.base64EncodedString())
        let loaded = try await LoaderManager.standard().load(LoaderRequest(url), context: LoaderContext())
        #expect(loaded.data == data)
    }

    @Test("ANIM-09 animation and first frame of one address: each gets what it asked for, one download in all")
    func stillAndAnimated() async throws {
        for stillFirst in [false, true] {
            let fixture = ManagerFixture(
                answer: .init(FakeCoder.file(PixelSize(width: 4, height: 4), ManagerFixture.red, frames: 3)))
            var still = fixture.request()
            still.options.decode.firstFrameOnly = true
            for tiers in [CacheTiers.all, .memory] {
                // The second round comes from disk.
                for isStill in [stillFirst, !stillFirst, stillFirst] {
                    let loaded = try await fixture.manager.image(for: isStill ? still : fixture.request())
                    #expect(loaded.image.isAnimated == !isStill)
                }
                try await fixture.cache.removeAll(context: CacheContext(tiers: tiers.intersection(.memory)))
            }
            #expect(fixture.loader.count(of: fixture.url) == 1)
        }
    }

    @Test("A3-09 a format of a custom coder animates, and the main thread decodes nothing")
    @MainActor
    func customAnimation() async throws {
        let start = Semaphore()
        let coder = FakeCoder(start: start)
        let body = FakeCoder.file(PixelSize(width: 4, height: 4), ManagerFixture.red, frames: 3)
        let fixture = ManagerFixture(coder: coder, answer: .init(body))
        var request = fixture.request()
        request.options.callbackTarget = .mainActor
        let task = fixture.manager.load(request)
        // The decoding waits for this; on the main thread both would stand still.
        start.signal()
        let loaded = try await task.result.get()
        #expect(loaded.image.animation?.frameCount == 3 && coder.decodeCount == 1)
    }
}
