import FoundationEssentials
import Testing
import WebImageCore

@testable import WebImageCoders

@Suite(.timeLimit(.minutes(5)))
struct ICOCoderTests {
    let coder = ICOCoder()

    @Test(
        "alpha, masks, cursors and PNG inside",
        arguments: ["icon-alpha", "icon-mask", "icon-indexed", "cursor", "icon-sizes", "icon-broken"])
    func kinds(_ name: String) throws {
        let fixture = try FrameFixture("BMP/\(name).ico")
        let image = try coder.decode(fixture.data, context: DecodeContext())
        #expect(fixture.largestDifference(image.bitmap) <= 1 && image.info.format == .ico)
        #expect(ContentKind(of: fixture.data) == .image(.ico))
    }

    @Test("D-43 the best picture for the size: the smallest that needn't be enlarged, else the largest")
    func sizes() throws {
        let data = try FrameFixture("BMP/icon-sizes.ico").data
        func size(_ box: Int) throws -> Int {
            let options = DecodeOptions(thumbnail: ThumbnailSize(box))
            let image = try coder.decode(data, context: DecodeContext(options: options))
            return image.info.size.width
        }
        #expect(try size(5) == 13 && size(13) == 13 && size(14) == 52 && size(500) == 52)
        #expect(try coder.info(of: data, context: DecodeContext()).size == PixelSize(width: 52, height: 36))
    }

    @Test("flipped and missing bytes give an answer")
    func mutated() throws {
        for name in ["icon-alpha", "icon-mask", "icon-indexed", "icon-sizes"] {
            let data = try FrameFixture("BMP/\(name).ico").data
            var random = SeededGenerator(seed: 7)
            var options = DecodeOptions()
            options.limits = DecodeLimits(maximumPixels: 1 << 16)
            for round in 0..<150 {
                let bytes = data.damaged(round, from: 4, to: 80, using: &random)
                options.allowsTruncated = round.isMultiple(of: 2)
                _ = try? coder.info(of: bytes, context: DecodeContext(options: options))
                _ = try? coder.decode(bytes, context: DecodeContext(options: options))
            }
        }
    }
}
