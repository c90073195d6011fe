import FoundationEssentials
import Testing
import WebImageCore

@testable import WebImageCoders

@Suite(.timeLimit(.minutes(5)))
struct WebPEncoderTests {
    let coder = WebPCoder()

    private func encoded(_ image: DecodedImage, _ options: EncodeOptions) throws -> Data {
        try coder.encode(image, context: EncodeContext(format: .webp, options: options))
    }

    private func fixture(_ name: String) throws -> (FrameFixture, DecodedImage) {
        let fixture = try FrameFixture("WebP/\(name).webp")
        return (fixture, try coder.decode(fixture.data, context: DecodeContext()))
    }

    @Test("without loss pixels come back as they were", arguments: WebPCoderTests.stills)
    func lossless(_ name: String) throws {
        let (_, image) = try fixture(name)
        let data = try encoded(image, EncodeOptions(isLossless: true))
        let back = try coder.decode(data, context: DecodeContext())
        #expect(back.bitmap.hasSamePixels(as: image.bitmap))
        #expect(back.info.colorModel == .rgb && back.info.hasAlpha == !image.bitmap.isOpaque)
    }

    @Test("COD-86 quality counts, and the limits of bytes and pixels hold")
    func limits() throws {
        let (_, image) = try fixture("lossless")
        let sizes = try [0.05, 0.5, 1].map { try encoded(image, EncodeOptions(quality: $0)).count }
        #expect(sizes == sizes.sorted() && sizes[0] < sizes[2])
        var options = EncodeOptions(quality: 1)
        options.maximumBytes = sizes[1]
        let limited = try encoded(image, options).count
        #expect(limited <= sizes[1] && limited >= sizes[0])
        options.maximumBytes = 70
        #expect(try encoded(image, options).count <= 70)
        options.maximumBytes = 5
        #expect { try encoded(image, options) } throws: { ($0 as? WebImageError)?.code == .encodeFailed }
        options = EncodeOptions()
        options.maximumPixelSize = PixelSize(width: 20, height: 20)
        let small = try coder.decode(encoded(image, options), context: DecodeContext())
        #expect(small.size == PixelSize(width: 20, height: 16))
    }

    @Test("D-44 animations keep frames, times and plays", arguments: WebPCoderTests.animations)
    func animations(_ name: String) throws {
        let (fixture, image) = try fixture(name)
        let data = try encoded(image, EncodeOptions(isLossless: true))
        let back = try coder.decode(data, context: DecodeContext())
        let animation = try #require(back.animation)
        #expect(animation.frameCount == image.info.frameCount && back.info.loopCount == image.info.loopCount)
        #expect(back.info.durations == image.info.durations)
        for index in 0..<animation.frameCount {
            let frame = try animation.frame(at: index, token: CancellationToken())
            #expect(fixture.largestDifference(frame, frame: index) <= 2, "frame \(index)")
        }
    }

    @Test("the first frame alone is a still")
    func firstFrameOnly() throws {
        let (_, image) = try fixture("animated")
        var options = EncodeOptions()
        options.firstFrameOnly = true
        #expect(try coder.decode(encoded(image, options), context: DecodeContext()).animation == nil)
    }

    @Test("a cancelled token stops the work")
    func cancelled() throws {
        let token = CancellationToken()
        token.cancel()
        let context = EncodeContext(format: .webp, token: token)
        for name in ["lossy", "animated"] {
            let (_, image) = try fixture(name)
            #expect { try coder.encode(image, context: context) } throws: { ($0 as? WebImageError)?.code == .cancelled }
        }
    }
}
