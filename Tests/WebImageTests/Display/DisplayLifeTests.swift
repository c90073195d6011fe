import FoundationEssentials
import Testing
import WebImage
import WebImageTesting

/// A display that is cleared, shows pictures of the program's own, or gets its picture back.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct DisplayLifeTests {
    private let fixture = ManagerFixture()
    private let display = FakeDisplay()
    private static let green = PixelColor(red: 0, green: 255, blue: 0)
    private static let blue = PixelColor(red: 0, green: 0, blue: 255)

    private var options: DisplayOptions { DisplayOptions(manager: fixture.manager) }
    private var request: ImageRequest { ImageRequest(url: fixture.url) }

    @Test("VIEW-10 clearing a view: what the old load's completion sets stays, and is known")
    func clearingStartsAnother() async throws {
        let gate = TestGate()
        let slow = fixture.address("slow", Self.green, gate: gate)
        let other = fixture.address("other", Self.blue)
        var second: DisplayLoad?
        display.setImage(with: slow, options: options) { [display, options] _ in
            second = display.setImage(with: other, options: options)
        }
        display.clearImage()
        #expect(display.imageLoad() != nil && display.imageLoad() === second)
        display.clearImage()
        #expect(second?.isActive == false && display.imageLoad() == nil && display.image == nil)
        gate.open()
    }

    @Test("VIEW-11 a picture that the program shows itself makes what was shown before unknown")
    func ownShowing() async throws {
        let other = fixture.address("other", Self.blue)
        _ = await display.setImage(with: request, options: options).result
        var own = options
        own.showsImage = false
        _ = await display.setImage(with: other, placeholder: .keepCurrent, options: own) { _ in }.result
        let count = display.updates.count
        _ = await display.setImage(with: request, options: options).result
        #expect(display.updates.count > count && display.color == ManagerFixture.red)
    }

    @Test("A view whose picture can't be brought back tries again the next time")
    func restoreFails() async throws {
        _ = await display.setImage(with: request, options: options).result
        try await fixture.cache.removeAll(context: CacheContext())
        fixture.loader.answer(fixture.url, with: FakeLoader.Answer(Data()))
        display.displayState.restore()
        _ = await display.imageLoad()?.result
        #expect(display.displayState.canRestore(.image))
        fixture.loader.answer(fixture.url, with: FakeLoader.Answer(fixture.body))
        fixture.manager.failedURLs.removeAll()
        display.displayState.restore()
        guard case .success = try #require(await display.imageLoad()?.result) else {
            Issue.record("The picture did not come back.")
            return
        }
        #expect(display.color == ManagerFixture.red)
    }
}
