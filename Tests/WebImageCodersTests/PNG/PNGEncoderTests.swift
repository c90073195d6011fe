import FoundationEssentials
import Testing
import WebImageCore

@testable import WebImageCoders

@Suite(.timeLimit(.minutes(5)))
struct PNGEncoderTests {
    let coder = PNGCoder()

    private func encode(_ image: DecodedImage, _ change: (inout EncodeOptions) -> Void = { _ in }) throws -> Data {
        var options = EncodeOptions()
        change(&options)
        return try coder.encode(image, context: EncodeContext(format: .png, options: options))
    }

    @Test(
        "a round trip keeps every pixel, in the smallest kind",
        arguments: [
            ("PNG/type6-8.png", ImageInfo.ColorModel.rgb, true), ("PNG/gamma-srgb.png", .rgb, false),
            ("PNG/type0-8.png", .gray, false), ("PNG/clear3-4.png", .indexed, true),
            ("PNG/orientation-6.png", .indexed, false),
        ], [false, true])
    func roundTrip(expected: (String, ImageInfo.ColorModel, Bool), interlaced: Bool) throws {
        let (path, model, hasAlpha) = expected
        let image = try coder.decode(FrameFixture(path).data, context: DecodeContext())
        let data = try encode(image) { $0.isProgressive = interlaced }
        let again = try coder.decode(data, context: DecodeContext())
        #expect(again.info.colorModel == model)
        #expect(again.info.hasAlpha == hasAlpha && again.info.isProgressive == interlaced)
        #expect(again.bitmap.hasSamePixels(as: image.bitmap))
    }

    @Test("the most bytes are kept by a smaller picture")
    func maximumBytes() throws {
        let image = try coder.decode(FrameFixture("PNG/gamma-srgb.png").data, context: DecodeContext())
        let limit = try encode(image).count - 1
        let data = try encode(image) { $0.maximumBytes = limit }
        #expect(data.count <= limit)
        #expect(try coder.info(of: data, context: DecodeContext()).size.width < 32)
    }
}
