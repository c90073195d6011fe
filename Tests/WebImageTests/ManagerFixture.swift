import FoundationEssentials
import WebImage
import WebImageTesting

/// A manager over fakes, and one picture that its loader knows.
struct ManagerFixture {
    let cache = FakeCache()
    let loader = FakeLoader()
    let coder: FakeCoder
    let time = ManualTimeSource()
    let manager: ImageManager
    let url = ImageURL("https://example.org/red.fake")
    static let red = PixelColor(red: 255, green: 0, blue: 0)
    let body = FakeCoder.file(PixelSize(width: 40, height: 30), ManagerFixture.red)

    init(
        coder: FakeCoder = FakeCoder(), answer: FakeLoader.Answer? = nil,
        configure: (inout ImageManager.Configuration) -> Void = { _ in }
    ) {
        self.coder = coder
        var configuration = ImageManager.Configuration(cache: cache, loader: loader, coder: coder)
        configuration.timeSource = time
        configure(&configuration)
        manager = ImageManager(configuration)
        loader.answer(url, with: answer ?? FakeLoader.Answer(body))
    }

    /// Teaches the loader an address whose picture has one color.
    func address(_ name: String, _ color: PixelColor, gate: TestGate? = nil) -> ImageURL {
        let url = ImageURL("https://example.org/\(name).fake")
        loader.answer(url, with: .init(FakeCoder.file(PixelSize(width: 8, height: 8), color), gate: gate))
        return url
    }

    /// A request whose closures run at once, so that tests need no main loop.
    func request(editor: ImageEditor? = nil, policy: CachePolicy = .useCached) -> ImageRequest {
        var request = ImageRequest(url: url, editor: editor)
        request.options.callbackTarget = .immediate
        request.options.cachePolicy = policy
        request.options.waitsForStore = true
        return request
    }

    var key: CacheKey { CacheKey(url.string) }
}

extension ImageEditor {
    /// Paints everything in `color`; counts nothing, keeps the size.
    static func paint(_ color: PixelColor) -> ImageEditor {
        ImageEditor(key: "paint(\(color))") { bitmap, _ in try Bitmap(bitmap.size, color: color) }
    }
}
