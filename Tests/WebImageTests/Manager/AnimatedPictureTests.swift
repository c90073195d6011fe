import FoundationEssentials
import Testing
import WebImage
import WebImageTesting

/// An animated picture is a picture: it has no functions of its own to be called.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct AnimatedPictureTests {
    private nonisolated static let colors = [
        PixelColor(red: 255, green: 0, blue: 0), PixelColor(red: 0, green: 255, blue: 0),
        PixelColor(red: 0, green: 0, blue: 255),
    ]

    /// GIF of three frames, 6 × 4 pixels, written byte by byte after the GIF89a specification: a frame of one palette color
    /// each, 50 ms, 80 ms, 120 ms, for ever.
    private static let gif: Data = {
        var bytes: [UInt8] = Array("GIF89a".utf8) + [6, 0, 4, 0, 0x91, 0, 0]
        for color in colors { bytes += [color.red, color.green, color.blue] }
        bytes += [0, 0, 0, 0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
        for (index, hundredths) in [5, 8, 12].enumerated() {
            bytes += [0x21, 0xF9, 4, 0, UInt8(hundredths), 0, 0, 0]
            bytes += [0x2C, 0, 0, 0, 0, 6, 0, 4, 0, 0, 2]
            // Codes of 3 bits, a clear (4) before each pair of pixels so that their width never grows; 5 ends.
            let codes = (0..<12).flatMap { _ in [4, index, index] } + [5]
            var packed = [UInt8](repeating: 0, count: (codes.count * 3 + 7) / 8)
            for (place, code) in codes.enumerated() {
                for bit in 0..<3 where code >> bit & 1 == 1 {
                    packed[(place * 3 + bit) / 8] |= 1 << ((place * 3 + bit) % 8)
                }
            }
            bytes += [UInt8(packed.count)] + packed + [0]
        }
        return Data(bytes + [0x3B])
    }()

    private var request: ImageRequest {
        var request = ImageRequest(url: ImageURL("data:image/gif;base64," + Self.gif.base64EncodedString()))
        request.options.callbackTarget = .immediate
        return request
    }

    private func manager(coder: any ImageCoder = CoderManager.standard) -> ImageManager {
        let cache = StandardImageCache(memory: MemoryCache(pressureSource: nil), disk: nil)
        return ImageManager(.init(cache: cache, loader: LoaderManager.standard(), coder: coder))
    }

    @Test("A3-47 whatever takes a still takes an animation: cache, editors, encoders, displays")
    func isAPicture() async throws {
        let manager = manager()
        var options = DisplayOptions(manager: manager)
        options.fit = nil
        let display = FakeDisplay()
        let loaded = try await display.setImage(with: request, options: options).result.get()
        #expect(loaded.image.animation?.frameCount == 3 && loaded.image.info.frameCount == 3)
        #expect(display.image?.isAnimated == true && display.color == Self.colors[0])
        let again = manager.load(request)
        #expect(try again.outcome?.get().source == .memory)
        #expect(try again.outcome?.get().image.animation?.frameCount == 3)
        let context = EditContext(info: loaded.image.info)
        #expect(
            try ImageEditor.flip(horizontally: true).edit(loaded.image.bitmap, context: context).size
                == loaded.image.size)
        var still = EncodeOptions()
        still.firstFrameOnly = true
        let png = try CoderManager.standard.encode(loaded.image, context: EncodeContext(format: .png, options: still))
        #expect(try CoderManager.standard.decode(png, context: DecodeContext()).bitmap[5, 3] == Self.colors[0])
    }

    @Test(
        "A3-48 without a coder the shared manager's is asked; a coder of one's own is used; none that can is an error")
    func coder() async throws {
        // The shared manager reads by `CoderManager.standard`, as the data alone does.
        #expect(ImageManager.shared.coder is CoderManager)
        let image = try CoderManager.standard.decode(Self.gif, context: DecodeContext())
        let source = try #require(image.animation)
        #expect(
            source.durations == [.milliseconds(50), .milliseconds(80), .milliseconds(120)] && source.loopCount == 0)
        for (index, color) in Self.colors.enumerated() {
            #expect(try source.frame(at: index, token: CancellationToken())[5, 3] == color)
        }
        #expect(AnimationPlayer(image) != nil)

        let manager = manager()
        var own = request
        let coder = AnyDataCoder()
        own.parts.coder = coder
        let loaded = try await manager.image(for: own)
        #expect(loaded.image.animation?.frameCount == 2 && loaded.image.size == PixelSize(width: 1, height: 1))

        var none = request
        none.parts.coder = CoderManager(coders: [])
        none.options.cachePolicy = .bypass
        let error = await #expect(throws: WebImageError.self) { try await manager.image(for: none) }
        #expect(error?.code == .unsupportedFormat)
    }

    /// Makes two frames of whatever it is given.
    private final class AnyDataCoder: ImageCoder {
        let identifier = "any"

        func canDecode(_ format: ImageFormat?, head: Data) -> Bool { true }

        func info(of data: Data, context: DecodeContext) throws -> ImageInfo {
            ImageInfo(format: .gif, size: PixelSize(width: 1, height: 1))
        }

        func decode(_ data: Data, context: DecodeContext) throws -> DecodedImage {
            let frames = try AnimatedPictureTests.colors.prefix(2).map {
                try Bitmap(PixelSize(width: 1, height: 1), color: $0)
            }
            let source = try FrameListSource(Array(frames), durations: [.seconds(1), .seconds(1)])
            return DecodedImage(bitmap: frames[0], animation: source, info: try info(of: data, context: context))
        }
    }
}
