import FoundationEssentials
import Testing
import WebImageCore

@testable import WebImageCoders

@Suite(.timeLimit(.minutes(5)))
struct JPEGCoderTests {
    let coder = JPEGCoder()

    @Test(
        "COD:test02 pixels are those of an independent decoder",
        arguments: ["ycbcr444", "ycbcr422", "ycbcr420", "rgb", "progressive", "restart", "gray"])
    func pixels(name: String) throws {
        let fixture = try FrameFixture("JPEG/\(name).jpg")
        let image = try coder.decode(fixture.data, context: DecodeContext())
        #expect(fixture.largestDifference(image.bitmap) <= 1)
        #expect(image.bitmap.isOpaque)
        #expect(!image.isAnimated && !image.isTruncated)
    }

    @Test("DEC-15 a profile becomes sRGB", arguments: ["profile", "split-profile", "gray-profile"])
    func profiles(name: String) throws {
        let fixture = try FrameFixture("JPEG/\(name).jpg")
        let image = try coder.decode(fixture.data, context: DecodeContext())
        #expect(fixture.largestDifference(image.bitmap) <= 3)
        #expect(image.info.profile?.hasSuffix("for tests") == true)
    }

    @Test("DEC-01 inks with and without Adobe's marker", arguments: ["cmyk", "cmyk-plain", "ycck"])
    func inks(name: String) throws {
        let fixture = try FrameFixture("JPEG/\(name).jpg")
        let image = try coder.decode(fixture.data, context: DecodeContext())
        #expect(fixture.largestDifference(image.bitmap) <= 6)
        #expect(image.info.colorModel == (name == "ycck" ? .ycck : .cmyk))
    }

    @Test("THUMB-01 B-53 every orientation is upright, at full size and as a thumbnail", arguments: 1...8)
    func orientations(tag: Int) throws {
        let fixture = try FrameFixture("JPEG/orientation-\(tag).jpg")
        let image = try coder.decode(fixture.data, context: DecodeContext())
        #expect(image.info.orientation.rawValue == tag)
        #expect(image.size == PixelSize(width: 24, height: 32))
        #expect(fixture.largestDifference(image.bitmap) <= 12)
        let options = DecodeOptions(thumbnail: ThumbnailSize(16))
        let small = try coder.decode(fixture.data, context: DecodeContext(options: options))
        #expect(small.size == PixelSize(width: 12, height: 16))
        // The letter's stem is on the left, its arm on top.
        #expect(small.bitmap[3, 12].green < 90 && small.bitmap[9, 12].green > 200 && small.bitmap[8, 3].green < 90)
    }

    @Test("COD:test29 an orientation that only XMP says")
    func orientationOfXMP() throws {
        let fixture = try FrameFixture("JPEG/orientation-xmp.jpg")
        let image = try coder.decode(fixture.data, context: DecodeContext())
        #expect(image.info.orientation == .down)
        #expect(fixture.largestDifference(image.bitmap) <= 12)
    }

    @Test("12 bits a channel are a clear error")
    func twelveBits() throws {
        let fixture = try FrameFixture("JPEG/twelve-bits.jpg")
        let error = #expect(throws: WebImageError.self) { try coder.decode(fixture.data, context: DecodeContext()) }
        #expect(error?.code == .unsupportedFormat)
        #expect(error?.message.contains("12 bits") == true)
    }

    @Test("info needs only the header")
    func info() throws {
        let fixture = try FrameFixture("JPEG/progressive.jpg")
        let start = try #require(fixture.data.firstRange(of: Data([0xFF, 0xDA])))
        let info = try coder.info(of: fixture.data.prefix(start.upperBound + 14), context: DecodeContext())
        #expect(info.size == PixelSize(width: 45, height: 35))
        #expect(info.isProgressive && info.colorModel == .ycbcr && info.bitDepth == 8 && info.frameCount == 1)
        let error = #expect(throws: WebImageError.self) {
            try coder.info(of: fixture.data.prefix(20), context: DecodeContext())
        }
        #expect(error?.code == .truncated)
    }

    @Test("a picture over the limit is refused before it is decoded")
    func limits() throws {
        let fixture = try FrameFixture("JPEG/ycbcr444.jpg")
        var options = DecodeOptions()
        options.limits.maximumPixels = 45 * 35 - 1
        let error = #expect(throws: WebImageError.self) {
            try coder.decode(fixture.data, context: DecodeContext(options: options))
        }
        #expect(error?.code == .tooManyPixels)
    }

    @Test("DEC-02 a cut file is an error, or its whole part", arguments: ["ycbcr444", "progressive"])
    func truncated(name: String) throws {
        let fixture = try FrameFixture("JPEG/\(name).jpg")
        let cut = fixture.data.prefix(fixture.data.count * 3 / 4)
        let error = #expect(throws: WebImageError.self) { try coder.decode(cut, context: DecodeContext()) }
        #expect(error?.code == .truncated)
        var options = DecodeOptions()
        options.allowsTruncated = true
        let part = try coder.decode(cut, context: DecodeContext(options: options))
        #expect(part.isTruncated)
        let whole = try coder.decode(fixture.data, context: DecodeContext())
        #expect(part.bitmap[5, 0].distance(to: whole.bitmap[5, 0]) <= (name == "progressive" ? 60 : 0))
        // Never black: what isn't there is clear, or coarse.
        let last = part.bitmap[20, 34]
        #expect(name == "progressive" ? last.distance(to: whole.bitmap[20, 34]) <= 80 : last == .clear)
    }

    @Test("only the end marker is missing: that is a whole picture", arguments: ["ycbcr444", "progressive"])
    func missingEnd(name: String) throws {
        let fixture = try FrameFixture("JPEG/\(name).jpg")
        let image = try coder.decode(fixture.data.dropLast(2), context: DecodeContext())
        #expect(!image.isTruncated)
        #expect(fixture.largestDifference(image.bitmap) <= 1)
    }

    @Test("a cancelled decode ends")
    func cancelled() throws {
        let fixture = try FrameFixture("JPEG/progressive.jpg")
        let context = DecodeContext()
        context.token.cancel()
        let error = #expect(throws: WebImageError.self) { try coder.decode(fixture.data, context: context) }
        #expect(error?.code == .cancelled)
    }

    @Test("COD-60 a limit of bytes makes the picture smaller; COD:test07 down to one pixel", arguments: [4, 400, 2000])
    func limitBytes(limit: Int) throws {
        let fixture = try FrameFixture("JPEG/ycbcr444.jpg")
        var options = DecodeOptions()
        options.limitBytes = limit
        let image = try coder.decode(fixture.data, context: DecodeContext(options: options))
        #expect(image.size.width * image.size.height * 4 <= limit)
        #expect(image.info.size == PixelSize(width: 45, height: 35))
    }
}

extension PixelColor {
    /// The largest difference of a channel.
    func distance(to other: PixelColor) -> Int {
        zip([red, green, blue, alpha], [other.red, other.green, other.blue, other.alpha]).map { abs(Int($0) - Int($1)) }
            .max() ?? 0
    }
}
