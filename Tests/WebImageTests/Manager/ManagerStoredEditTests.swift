import FoundationEssentials
import Testing
import WebImage
import WebImageTesting

/// Edited pictures that were kept on disk, read by a manager that starts later.
@Suite(.timeLimit(.minutes(5)))
struct ManagerStoredEditTests {
    /// An F whose stored pixels lie on their side; `.rgba` beside it is the upright one, 24×32.
    private static func photo() throws -> Data {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Fixtures/JPEG")
        return try Data(contentsOf: folder.appending(path: "orientation-6.jpg"))
    }

    private func load(_ cache: FakeCache, _ data: Data, _ format: ImageFormat) async throws -> LoadedImage {
        let loader = FakeLoader()
        let url = ImageURL("https://example.org/photo.jpg")
        loader.answer(url, with: FakeLoader.Answer(data))
        let manager = ImageManager(
            ImageManager.Configuration(cache: cache, loader: loader, coder: CoderManager.standard))
        var request = ImageRequest(url: url, editor: .thumbnail(16) + .flip(horizontally: true))
        request.options.callbackTarget = .immediate
        request.options.waitsForStore = true
        request.options.storeTiers = [.memory, .disk]
        request.options.originalStoreTiers = []
        request.options.storeFormat = format
        return try await manager.image(for: request)
    }

    @Test(
        "XFORM-06 a turned photo that was resized and kept is the same after a restart",
        arguments: [ImageFormat.png, .jpeg, .webp, .bmp, .gif])
    func restart(format: ImageFormat) async throws {
        let cache = FakeCache()
        let photo = try Self.photo()
        let first = try await load(cache, photo, format)
        #expect(first.image.size == PixelSize(width: 12, height: 16) && first.source == .network)
        try await cache.removeAll(context: CacheContext(tiers: .memory))
        let second = try await load(cache, photo, format)
        #expect(second.source == .disk && second.image.size == first.image.size)
        #expect(second.image.info.orientation == .up)
        // The stem of the mirrored F is on the right, and its top is at the top.
        #expect(second.image.bitmap[8, 8].green < 120 && second.image.bitmap[2, 14].green > 150)
        let lossless = format == .png || format == .bmp
        let most = lossless ? 0 : 60
        for y in 0..<16 {
            for x in 0..<12 {
                let (left, right) = (first.image.bitmap[x, y], second.image.bitmap[x, y])
                #expect(abs(Int(left.green) - Int(right.green)) <= most)
            }
        }
    }
}
