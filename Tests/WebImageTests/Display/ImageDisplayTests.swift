import FoundationEssentials
import Glibc
import Testing
import WebImage
import WebImageTesting

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct ImageDisplayTests {
    private let fixture = ManagerFixture()
    private let display = FakeDisplay()
    private let notes = Notes()
    private static let green = PixelColor(red: 0, green: 255, blue: 0)
    private static let blue = PixelColor(red: 0, green: 0, blue: 255)

    private var options: DisplayOptions { DisplayOptions(manager: fixture.manager) }
    private var request: ImageRequest { ImageRequest(url: fixture.url) }

    // MARK: Order of steps

    @Test("A1-12 A0-09 VIW-05 placeholder first, then the picture; VIW:SetImageWithURL")
    func shows() async throws {
        let placeholder = try DecodedImage.plain(Self.blue)
        let load = display.setImage(with: request, placeholder: .image(placeholder), options: options)
        #expect(display.imageURL() == fixture.url)
        #expect(display.kinds == [.placeholder] && display.color == Self.blue)
        let loaded = try await load.result.get()
        #expect(loaded.source == .network && loaded.url == fixture.url)
        #expect(display.kinds == [.placeholder, .final] && display.color == ManagerFixture.red)
        #expect(display.updates[1].source == .network && display.updates[1].url == fixture.url)
        #expect(!display.displayState.isLoading)
    }

    @Test("DEC-27 VIW-05 no placeholder clears; keepCurrent keeps")
    func placeholders() async throws {
        let gate = TestGate()
        let slow = fixture.address("slow", Self.green, gate: gate)
        _ = await display.setImage(with: request, options: options).result
        display.setImage(with: slow, placeholder: .keepCurrent, options: options)
        #expect(display.color == ManagerFixture.red)
        display.cancelImageLoad()
        display.setImage(with: slow, options: options)
        #expect(display.updates.count == 3 && display.image == nil)
        gate.open()
    }

    @Test("VIEW-05 A1-15 VIW-12 a picture in memory is shown at once: no placeholder, no transition, no indicator")
    func memoryHit() async throws {
        let indicator = FakeIndicator()
        display.displayState.indicator = indicator
        _ = try await fixture.manager.image(for: request)
        var options = options
        options.transition = .crossfade
        options.indicatorDelay = .zero
        display.setImage(with: request, options: options, completion: notes.outcome("a"))
        #expect(display.kinds == [.final] && display.color == ManagerFixture.red)
        #expect(display.updates[0].transition == nil)
        #expect(notes.all == ["a memory"] && indicator.log.isEmpty)
        options.transition?.isForced = true
        options.reloads = true
        display.setImage(with: request, options: options)
        #expect(display.updates[1].transition != nil)
    }

    @Test("VIW-41 a transition for pictures that had to be waited for")
    func transition() async throws {
        var options = options
        options.transition = DisplayTransition(.slide(from: .left), duration: .seconds(1))
        _ = await display.setImage(with: request, options: options).result
        #expect(display.updates.last?.transition?.duration == .seconds(1))
        var custom = 0
        options.transition = DisplayTransition(.custom { _, update in custom += update.kind == .final ? 1 : 0 })
        _ = await display.setImage(with: fixture.address("b", Self.blue), options: options).result
        #expect(custom == 1 && display.kinds == [.placeholder, .final, .placeholder])
    }

    // MARK: Cancel and replace

    @Test("A0-04 VIEW-02 VIW-03 a replaced load ends once, before the new one, and never touches the display")
    func replaced() async throws {
        let gate = TestGate()
        let slow = fixture.address("slow", Self.green, gate: gate)
        display.setImage(with: slow, options: options, completion: notes.outcome("slow"))
        await gate.waitForArrivals()
        let load = display.setImage(with: request, options: options, completion: notes.outcome("fast"))
        #expect(notes.all == ["slow cancelled"])
        _ = await load.result
        gate.open()
        #expect(notes.all == ["slow cancelled", "fast network"])
        #expect(display.color == ManagerFixture.red && display.kinds == [.placeholder, .placeholder, .final])
    }

    @Test("A0-05 keys are independent; AutoCancel")
    func keys() async throws {
        let gate = TestGate()
        let slow = fixture.address("slow", Self.green, gate: gate)
        var alternate = options
        alternate.key = .alternate
        let first = display.setImage(with: slow, options: options, completion: notes.outcome("image"))
        let second = display.setImage(with: slow, options: alternate, completion: notes.outcome("alternate"))
        display.cancelImageLoad(for: .image)
        display.cancelImageLoad(for: "unknown")
        #expect(!first.isActive && second.isActive)
        gate.open()
        _ = await second.result
        #expect(notes.all == ["image cancelled", "alternate network"])
        #expect(display.updates.last?.key == .alternate)
        #expect(display.imageURL(for: .alternate) == slow)
    }

    @Test("A1-10 VIEW-04 cancelling in any phase: one completion with a cancel error, indicator gone")
    func cancelPhases() async throws {
        let indicator = FakeIndicator()
        display.displayState.indicator = indicator
        var options = options
        options.indicatorDelay = .zero
        let gate = TestGate()
        let start = Semaphore()
        let slowCoder = FakeCoder(start: start)
        let decoding = ManagerFixture(coder: slowCoder)
        let network = fixture.address("slow", Self.green, gate: gate)
        display.setImage(with: network, options: options, completion: notes.outcome("queued"))
        display.cancelImageLoad()
        display.setImage(with: network, options: options, completion: notes.outcome("loading"))
        await gate.waitForArrivals(1)
        display.cancelImageLoad()
        options.manager = decoding.manager
        display.setImage(with: decoding.url, options: options, completion: notes.outcome("decoding"))
        while decoding.loader.count(of: decoding.url) == 0 { await Task.yield() }
        display.cancelImageLoad()
        start.signal()
        gate.open()
        #expect(notes.all == ["queued cancelled", "loading cancelled", "decoding cancelled"])
        let switches = indicator.log.filter { $0 == "start" || $0 == "stop" }
        #expect(switches == ["start", "stop", "start", "stop", "start", "stop"])
        #expect(display.kinds == [.placeholder, .placeholder, .placeholder] && !display.displayState.isLoading)
    }

    @Test("VIEW-10 a result that waits for the main thread is never applied after cancel and rebind")
    func queuedCompletion() async throws {
        let urls = (0..<100).map { fixture.address("queued\($0)", Self.green) }
        let other = fixture.address("other", Self.blue)
        for url in urls {
            try await fixture.cache.removeAll(context: CacheContext(tiers: .memory))
            let load = display.setImage(with: url, options: options, completion: notes.outcome("a"))
            // The main thread is held until the load is over: its result has to queue.
            while fixture.manager.runningCount > 0 { sched_yield() }
            display.cancelImageLoad()
            let second = display.setImage(with: other, options: options)
            _ = await second.result
            #expect(!load.isActive && display.color == Self.blue)
            display.clearImage()
        }
        #expect(notes.all == Array(repeating: "a cancelled", count: 100))
    }

    @Test("VIEW-03 cancel at random points: one completion each")
    func cancelRandomly() async throws {
        var counts: [Int: Int] = [:]
        for round in 0..<500 {
            try await fixture.cache.removeAll(context: CacheContext(tiers: .memory))
            let load = display.setImage(with: request, options: options) { _ in counts[round, default: 0] += 1 }
            for _ in 0..<(round % 23) { await Task.yield() }
            load.cancel()
            load.cancel()
        }
        #expect(counts.count == 500 && counts.values.allSatisfy { $0 == 1 })
    }

    @Test("A1-14 VIW-15 a display that goes away: its load is cancelled, its completion says so once")
    func weakDisplay() async throws {
        let gate = TestGate()
        let slow = fixture.address("slow", Self.green, gate: gate)
        var temporary: FakeDisplay? = FakeDisplay()
        weak let observed = temporary
        temporary?.setImage(with: slow, options: options, completion: notes.outcome("gone"))
        await gate.waitForArrivals()
        temporary = nil
        #expect(observed == nil && notes.all == ["gone cancelled"])
        while fixture.loader.cancelledCount == 0 { await Task.yield() }
    }

    // MARK: Same request

    @Test("VIEW-08 VIW-16 the same request again joins; each set gets its own completion")
    func sameRequest() async throws {
        let gate = TestGate()
        let slow = fixture.address("slow", Self.green, gate: gate)
        for index in 0..<5 {
            display.setImage(with: slow, options: options, completion: notes.outcome("\(index)"))
        }
        await gate.waitForArrivals()
        gate.open()
        _ = await display.imageLoad()?.result
        #expect(fixture.loader.count(of: slow) == 1)
        #expect(notes.all == (0..<5).map { "\($0) network" })
        #expect(display.kinds == [.placeholder, .final])
        display.setImage(with: slow, options: options, completion: notes.outcome("shown"))
        #expect(notes.all.last == "shown network" && display.kinds.count == 2)
        var again = options
        again.reloads = true
        _ = await display.setImage(with: slow, options: again).result
        #expect(display.kinds.count == 3)
    }

    @Test("another editor is another request")
    func otherEditor() async throws {
        _ = await display.setImage(with: request, options: options).result
        _ = await display.setImage(with: request, options: options, editor: .paint(Self.blue)).result
        #expect(display.color == Self.blue)
        #expect(fixture.loader.count(of: fixture.url) == 1)
    }

    // MARK: Failure

    @Test("A1-20 VIW-06 no address: placeholder and an error, no operation")
    func noAddress() throws {
        let indicator = FakeIndicator()
        display.displayState.indicator = indicator
        display.setImage(with: nil, options: options, completion: notes.outcome("none"))
        display.setImage(with: ImageURL(" "), options: options, completion: notes.outcome("blank"))
        #expect(notes.all == ["none invalidURL", "blank invalidURL"])
        #expect(display.kinds == [.placeholder, .placeholder] && indicator.log.isEmpty)
        #expect(!display.displayState.isLoading)
    }

    @Test("VIW-11 A1-18 a failure leaves the placeholder, shows the error picture, or the delayed placeholder")
    func failures() async throws {
        let missing = ImageURL("https://example.org/missing.fake")
        _ = await display.setImage(with: missing, options: options, completion: notes.outcome("a")).result
        #expect(display.kinds == [.placeholder] && notes.all == ["a httpStatus"])
        var options = options
        options.errorImage = try .plain(Self.blue)
        options.reloads = true
        _ = await display.setImage(with: missing, placeholder: .keepCurrent, options: options).result
        #expect(display.kinds == [.placeholder, .failure] && display.color == Self.blue)
        options.errorImage = nil
        options.placeholderTime = .onFailure
        let load = display.setImage(with: missing, placeholder: .image(try .plain(Self.green)), options: options)
        #expect(display.kinds.count == 2)
        _ = await load.result
        #expect(display.kinds.last == .placeholder && display.color == Self.green)
    }

    @Test("VIW:CancelWithDelayPlaceholder")
    func cancelDelayedPlaceholder() async throws {
        let gate = TestGate()
        let slow = fixture.address("slow", Self.green, gate: gate)
        var options = options
        options.placeholderTime = .onFailure
        let placeholder = DisplayPlaceholder.image(try .plain(Self.blue))
        display.setImage(with: slow, placeholder: placeholder, options: options)
        #expect(display.updates.isEmpty)
        display.setImage(with: request, placeholder: placeholder, options: options)
        #expect(display.updates.isEmpty)
        display.cancelImageLoad()
        #expect(display.kinds == [.placeholder] && display.color == Self.blue)
    }

    // MARK: Setting

    @Test("A1-16 VIW-10 not showing the picture: the completion alone has it; without one it is shown")
    func avoidAutoSet() async throws {
        var options = options
        options.showsImage = false
        var image: DecodedImage?
        _ = await display.setImage(with: request, options: options) { image = try? $0.get().image }.result
        #expect(image?.bitmap[0, 0] == ManagerFixture.red && display.kinds == [.placeholder])
        options.reloads = true
        display.setImage(with: request, options: options)
        #expect(display.kinds == [.placeholder, .final])
    }

    @Test("A0-10 VIW-13 VIW:Internal a custom setter gets placeholder and picture with all that belongs to it")
    func customSetter() async throws {
        var options = options
        options.load.deliversData = true
        var updates: [DisplayUpdate] = []
        options.setter = { updates.append($0) }
        _ = await display.setImage(with: fixture.url, options: options).result
        #expect(display.updates.isEmpty)
        #expect(updates.map(\.kind) == [.placeholder, .final])
        #expect(updates[0].data == nil && updates[0].source == nil && updates[1].data == fixture.body)
        #expect(updates[1].source == .network && updates[1].url == fixture.url)
    }

    // MARK: Progress

    @Test("A0-11 A0-14 VIW-07 VIEW-09 progress: from zero, on the main actor, none after the end")
    func progress() async throws {
        let pieceGate = TestGate()
        let url = ImageURL("https://example.org/pieces.fake")
        var answer = FakeLoader.Answer(FakeCoder.file(PixelSize(width: 8, height: 8), Self.green))
        answer.pieces = [5, 5, 5, 1000]
        answer.pieceGate = pieceGate
        fixture.loader.answer(url, with: answer)
        let progress = display.imageProgress()
        var log: [Double] = []
        progress.onChange = { log.append($0.fraction) }
        var handed: [Int] = []
        var hasEnded = false
        let load = display.setImage(with: url, options: options) { step in
            #expect(!hasEnded)
            handed.append(step.received)
        } completion: { _ in
            hasEnded = true
        }
        for piece in 1...4 {
            await pieceGate.waitForArrivals(piece)
            pieceGate.letOneThrough()
        }
        _ = await load.result
        #expect(log.first == 0 && log.last == 1 && log == log.sorted())
        #expect(progress.fraction == 1 && progress.received == progress.total)
        #expect(handed == handed.sorted())
        display.setImage(with: request, options: options)
        #expect(progress.fraction == 0 && progress.received == 0 && progress.total == nil)
    }

    @Test("VIEW-07 A1-19 partial pictures take the place of what is shown; one completion")
    func partials() async throws {
        let pieceGate = TestGate()
        let url = ImageURL("https://example.org/partial.fake")
        var answer = FakeLoader.Answer(FakeCoder.file(PixelSize(width: 64, height: 8), Self.green))
        answer.pieces = [16, 4, 1000]
        answer.pieceGate = pieceGate
        fixture.loader.answer(url, with: answer)
        _ = await display.setImage(with: request, options: options).result
        var options = options
        options.load.isProgressive = true
        options.load.partialInterval = .zero
        let load = display.setImage(
            with: url, placeholder: .keepCurrent, options: options, completion: notes.outcome("a"))
        for count in 1...2 {
            await pieceGate.waitForArrivals(count)
            pieceGate.letOneThrough()
        }
        while display.kinds.last != .partial { await Task.yield() }
        #expect(load.isActive && notes.all.isEmpty)
        pieceGate.open()
        _ = await load.result
        #expect(display.kinds.last == .final && notes.all == ["a network"])
        #expect(display.kinds.prefix(2) == [.placeholder, .final])
    }

    @Test("VIEW-06 a refreshed picture: the cached one by a marked update, one completion")
    func refreshed() async throws {
        let gate = TestGate()
        let changed = FakeLoader.Answer(FakeCoder.file(PixelSize(width: 8, height: 8), Self.green), gate: gate)
        fixture.loader.answer(fixture.url, with: .init(fixture.body), changed)
        var first = request
        first.options.waitsForStore = true
        _ = try await fixture.manager.image(for: first)
        var options = options
        options.load.cachePolicy = .refreshCached
        let load = display.setImage(with: fixture.url, options: options, completion: notes.outcome("a"))
        while display.kinds.last != .cached { await Task.yield() }
        #expect(load.isActive && notes.all.isEmpty)
        gate.open()
        _ = await load.result
        #expect(display.kinds == [.placeholder, .cached, .final])
        #expect(display.updates[1].image?.bitmap[0, 0] == ManagerFixture.red && display.color == Self.green)
        #expect(notes.all.count == 1)
    }

    // MARK: Indicator

    @Test("A0-12 A0-13 A1-13 VIW-08 the indicator comes after its delay and goes before the completion")
    func indicator() async throws {
        let gate = TestGate()
        let slow = fixture.address("slow", Self.green, gate: gate)
        let indicator = FakeIndicator()
        display.displayState.indicator = indicator
        let load = display.setImage(with: slow, options: options) { _ in #expect(indicator.log.last == "stop") }
        await fixture.time.waitForSleepers()
        #expect(indicator.log.isEmpty)
        fixture.time.advance(by: .milliseconds(200))
        while indicator.log.isEmpty { await Task.yield() }
        gate.open()
        _ = await load.result
        #expect(indicator.log.first == "start" && indicator.log.count { $0 == "stop" } == 1)
        display.setImage(with: request, options: options)
        display.cancelImageLoad()
        #expect(indicator.log.count { $0 == "start" } == 1)
    }

    // MARK: Size

    @Test("a picture is decoded at the display's size; the load waits for it")
    func fits() async throws {
        display.displaySize = .pending
        var options = options
        options.fit = .contain
        let load = display.setImage(with: fixture.address("a", Self.green), options: options)
        let large = ImageURL("https://example.org/large.fake")
        fixture.loader.answer(large, with: .init(FakeCoder.file(PixelSize(width: 1000, height: 500), Self.green)))
        let second = display.setImage(with: large, options: options)
        #expect(!load.isActive && second.isActive && fixture.loader.requests.isEmpty)
        display.displaySize = .pixels(PixelSize(width: 190, height: 190))
        display.displayState.sizeDidChange()
        let loaded = try await second.result.get()
        #expect(loaded.image.size == PixelSize(width: 192, height: 96))
        display.displaySize = .pixels(PixelSize(width: 100, height: 192))
        display.displayState.sizeDidChange()
        #expect(!display.displayState.isLoading)
        display.displaySize = .pixels(PixelSize(width: 400, height: 400))
        display.displayState.sizeDidChange()
        _ = await display.imageLoad()?.result
        #expect(display.image?.size == PixelSize(width: 416, height: 208))
        #expect(display.kinds == [.placeholder, .placeholder, .final, .final])
        #expect(fixture.loader.count(of: large) == 1)
    }

    @Test("a load under way is asked anew when the display grows, with one completion")
    func growsWhileLoading() async throws {
        let gate = TestGate()
        let url = ImageURL("https://example.org/large.fake")
        fixture.loader.answer(
            url, with: .init(FakeCoder.file(PixelSize(width: 1000, height: 500), Self.green), gate: gate))
        display.displaySize = .pixels(PixelSize(width: 64, height: 64))
        var options = options
        options.fit = .cover
        let load = display.setImage(with: url, options: options, completion: notes.outcome("a"))
        await gate.waitForArrivals()
        display.displaySize = .pixels(PixelSize(width: 128, height: 128))
        display.displayState.sizeDidChange()
        gate.open()
        let loaded = try await load.result.get()
        #expect(loaded.image.size.height == 128 && notes.all == ["a network"])
    }

    // MARK: Async

    @Test("the async form returns the picture, and its task's cancellation cancels the load")
    func asynchronous() async throws {
        let loaded = try await display.loadImage(with: request, options: options)
        #expect(loaded.image.bitmap[0, 0] == ManagerFixture.red && display.color == ManagerFixture.red)
        let gate = TestGate()
        let slow = fixture.address("slow", Self.green, gate: gate)
        let display = display
        let options = options
        let task = Task { try await display.loadImage(with: ImageRequest(url: slow), options: options) }
        await gate.waitForArrivals()
        task.cancel()
        await #expect(throws: WebImageError.self) { try await task.value }
        #expect(display.color == nil)
    }

    @Test("VIEW-01 recycled cells over 200 addresses never show a former address's picture")
    func recycling() async throws {
        let urls = (0..<200).map { index in
            fixture.address("cell\(index)", PixelColor(red: UInt8(index), green: UInt8(255 - index), blue: 7))
        }
        let cells = (0..<8).map { _ in FakeDisplay() }
        var random = SystemRandomNumberGenerator()
        for step in 0..<1000 {
            let first = step % 400 < 200 ? step % 200 : 199 - step % 200
            for (offset, cell) in cells.enumerated() {
                let url = urls[min(199, first + offset)]
                cell.setImage(with: url, options: options)
            }
            for _ in 0..<Int.random(in: 0..<6, using: &random) { await Task.yield() }
            for (offset, cell) in cells.enumerated() {
                let index = min(199, first + offset)
                #expect(cell.color == nil || cell.color?.red == UInt8(index))
            }
        }
        for cell in cells {
            _ = await cell.imageLoad()?.result
            #expect(cell.color?.red == 199)
        }
    }
}
