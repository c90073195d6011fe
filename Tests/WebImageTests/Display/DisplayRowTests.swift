import FoundationEssentials
import Testing
import WebImage
import WebImageTesting

/// Any object is a display, and all kinds behave alike.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct DisplayRowTests {
    private let fixture = ManagerFixture()
    private var options: DisplayOptions { DisplayOptions(manager: fixture.manager) }

    /// No view at all.
    private final class Badge: ImageDisplay {
        let displayState = DisplayState()
        var displaySize = DisplaySize.unlimited
        var trace: [DisplayUpdate.Kind] = []

        func show(_ update: DisplayUpdate) { trace.append(update.kind) }
    }

    @Test("A0-01 A1-21 A3-45 every kind of display gives the same trace for the same address, by one way in")
    func oneWay() async throws {
        let badge = Badge()
        let fake = FakeDisplay()
        for url in [fixture.url, ImageURL("https://example.org/none")] {
            let first = badge.setImage(with: url, options: options)
            _ = await first.result
            try await fixture.cache.removeAll(context: CacheContext())
            fixture.manager.failedURLs.removeAll()
            _ = await fake.setImage(with: url, options: options).result
        }
        #expect(badge.trace == fake.kinds && !badge.trace.isEmpty)
    }

    @Test("A0-06 A0-07 A1-02 A1-04 A1-05 key and address stand in the display right after the call")
    func address() async throws {
        let display = FakeDisplay()
        var options = options
        options.load.retriesFailed = true
        options.transition = .crossfade
        options.setter = { display.show($0) }
        let load = display.setImage(
            with: fixture.url, placeholder: .clear, options: options, editor: .thumbnail(10), progress: { _ in },
            completion: { _ in })
        #expect(display.imageURL() == fixture.url)
        #expect(options.key == .image)
        _ = try await load.result.get()
        #expect(display.image?.size.width == 10)
        options.key = .alternate
        let other = display.setImage(with: ImageURL("https://example.org/none"), options: options)
        #expect(display.imageURL() == fixture.url)
        #expect(display.imageURL(for: .alternate)?.string == "https://example.org/none")
        _ = await other.result
    }

    @Test("A3-02 one call downloads, shows and caches the original")
    func original() async throws {
        let display = FakeDisplay()
        var options = options
        options.load.waitsForStore = true
        let loaded = try await display.setImage(with: fixture.url, options: options).result.get()
        #expect(loaded.source == .network && display.color == ManagerFixture.red)
        #expect(fixture.cache.entries[fixture.key]?.data == fixture.body)
        #expect(fixture.manager.memoryImage(for: ImageRequest(url: fixture.url)) != nil)
    }

    @Test("A3-04 filter, rounded corners and border, in one chain, reach the display")
    func edits() async throws {
        let display = FakeDisplay()
        let blue = PixelColor(red: 0, green: 0, blue: 255)
        let green = PixelColor(red: 0, green: 255, blue: 0)
        let editor =
            ImageEditor.filter(key: "blue") { bitmap, _ in try Bitmap(bitmap.size, color: blue) }
            + .roundedCorners(8, border: Border(width: 2, color: green))
        _ = try await display.setImage(with: fixture.url, options: options, editor: editor).result.get()
        let bitmap = try #require(display.image?.bitmap)
        // Of 40 × 30 pixels: a corner, the middle of an edge, the middle.
        #expect(bitmap[0, 0].alpha == 0 && bitmap[20, 0] == green && bitmap[0, 15] == green && bitmap[20, 15] == blue)
    }

    @Test("A0-08 cancelling a key that nothing has does nothing; a load cancelled from 8 tasks ends once")
    func cancelByKey() async throws {
        let gate = TestGate()
        let url = ImageURL("https://example.org/slow.fake")
        fixture.loader.answer(url, with: .init(fixture.body, gate: gate))
        let display = FakeDisplay()
        var ends = 0
        let load = display.setImage(with: url, options: options) { _ in ends += 1 }
        display.cancelImageLoad(for: "nothing")
        #expect(load.isActive)
        await withTaskGroup { group in
            for _ in 0..<8 { group.addTask { await MainActor.run { display.cancelImageLoad() } } }
        }
        #expect(ends == 1 && !load.isActive)
        gate.open()
    }

    @Test("A1-08 the manager tells progress in the background, with bytes so far and in all")
    func progress() async throws {
        let seen = Recorder<LoadProgress>()
        let task = fixture.manager.load(fixture.request()) { _ in
        } onEvent: { event in
            guard case .progress(let progress) = event else { return }
            // On the main thread this would stand still: it is held until the load has ended.
            seen.add(progress)
        }
        while fixture.manager.runningCount > 0 {}
        _ = await task.result
        let total = fixture.body.count
        #expect(seen.all.last?.received == total && seen.all.last?.total == total)
    }

    @Test("A1-01 A1-06 A1-07 A1-11 A1-17 a setter instead of the display's own; the indicator can be taken away")
    func setter() async throws {
        let display = FakeDisplay()
        let indicator = FakeIndicator()
        display.displayState.indicator = indicator
        display.displayState.indicator = nil
        var kinds: [DisplayUpdate.Kind] = []
        var options = options
        options.indicatorDelay = .zero
        options.setter = { kinds.append($0.kind) }
        _ = await display.setImage(with: fixture.url, options: options).result
        #expect(kinds == [.placeholder, .final] && display.kinds.isEmpty && indicator.log.isEmpty)
    }
}
