import FoundationEssentials
import Testing
import WebImageCore

@testable import WebImageCoders

/// Color type and bit depth.
private let pngTypes = [
    "0-1", "0-2", "0-4", "0-8", "0-16", "2-8", "2-16", "3-1", "3-2", "3-4", "3-8", "4-8", "4-16", "6-8", "6-16",
]

@Suite(.timeLimit(.minutes(5)))
struct PNGCoderTests {
    let coder = PNGCoder()

    @Test("DEC-07 all 15 types, plain and interlaced", arguments: pngTypes)
    func types(name: String) throws {
        for path in ["PNG/type\(name).png", "PNG/type\(name)-adam7.png"] {
            let fixture = try FrameFixture(path)
            let image = try coder.decode(fixture.data, context: DecodeContext())
            #expect(fixture.largestDifference(image.bitmap) <= 1)
            #expect(image.info.isProgressive == path.contains("adam7"))
            #expect(image.info.bitDepth == Int(name.dropFirst(2)))
            #expect(image.info.hasAlpha == !image.bitmap.isOpaque)
        }
    }

    @Test(
        "DEC-06 a color or a palette that is transparent",
        arguments: pngTypes.filter { !$0.hasPrefix("4") && !$0.hasPrefix("6") })
    func transparency(name: String) throws {
        let fixture = try FrameFixture("PNG/clear\(name).png")
        let image = try coder.decode(fixture.data, context: DecodeContext())
        #expect(fixture.largestDifference(image.bitmap) <= 1)
        #expect(image.info.hasAlpha && !image.bitmap.isOpaque)
    }

    @Test("DEC-05 COD:test30 a palette with partial alpha reads straight")
    func indexedAlpha() throws {
        let fixture = try FrameFixture("PNG/indexed-alpha.png")
        let image = try coder.decode(fixture.data, context: DecodeContext())
        let expected = PixelColor(red: 154, green: 231, blue: 231, alpha: 50)
        #expect(image.bitmap[1, 0].distance(to: expected) <= 2)
        #expect(image.bitmap[0, 0] == .clear)
    }

    @Test(
        "DEC-15 cICP beats iCCP beats sRGB beats gAMA; a broken profile is passed over",
        arguments: [
            "gamma-linear", "gamma-usual", "gamma-srgb", "gamma-wide", "profile", "profile-gamma", "points",
            "points-profile", "profile-broken",
        ])
    func colors(name: String) throws {
        let fixture = try FrameFixture("PNG/\(name).png")
        let image = try coder.decode(fixture.data, context: DecodeContext())
        #expect(fixture.largestDifference(image.bitmap) <= 3)
    }

    @Test(
        "an orientation in eXIf, before and behind the pixels, and as ImageMagick writes it",
        arguments: ["6", "late", "text"])
    func orientation(name: String) throws {
        let fixture = try FrameFixture("PNG/orientation-\(name).png")
        let image = try coder.decode(fixture.data, context: DecodeContext())
        #expect(image.info.orientation == .right)
        #expect(fixture.largestDifference(image.bitmap) == 0)
        let thumbnail = DecodeOptions(thumbnail: ThumbnailSize(PixelSize(width: 10, height: 10), fit: .cover))
        let small = try coder.decode(fixture.data, context: DecodeContext(options: thumbnail))
        #expect(small.size == PixelSize(width: 10, height: 10))
        // The letter's stem.
        #expect(small.bitmap[2, 5].green < 120 && small.bitmap[8, 9].green > 200)
    }

    @Test("THUMB-03 THUMB-06 thumbnails of any shape", arguments: ["type6-8", "type6-8-adam7", "type2-8"])
    func thumbnails(name: String) throws {
        let fixture = try FrameFixture("PNG/\(name).png")
        let full = try coder.decode(fixture.data, context: DecodeContext())
        for (side, fit) in [(8, ThumbnailSize.Fit.contain), (8, .cover), (8, .fill), (1, .contain), (500, .contain)] {
            let thumbnail = ThumbnailSize(PixelSize(width: side, height: side), fit: fit)
            let image = try coder.decode(
                fixture.data, context: DecodeContext(options: DecodeOptions(thumbnail: thumbnail)))
            #expect(image.bitmap.hasSamePixels(as: try full.bitmap.resampled(thumbnail.plan(for: full.size))))
        }
    }

    @Test("a background lies below transparent pixels")
    func background() throws {
        let fixture = try FrameFixture("PNG/indexed-alpha.png")
        var options = DecodeOptions()
        options.background = PixelColor(red: 10, green: 20, blue: 30)
        let image = try coder.decode(fixture.data, context: DecodeContext(options: options))
        #expect(image.bitmap.isOpaque)
        #expect(image.bitmap[0, 0] == PixelColor(red: 10, green: 20, blue: 30))
        #expect(image.bitmap[2, 0] == PixelColor(red: 154, green: 231, blue: 231))
    }

    @Test("a cut file is an error, or its whole rows", arguments: ["type2-16", "type2-16-adam7"])
    func truncated(name: String) throws {
        let fixture = try FrameFixture("PNG/\(name).png")
        let cut = fixture.data.prefix(fixture.data.count * 2 / 3)
        let error = #expect(throws: WebImageError.self) { try coder.decode(cut, context: DecodeContext()) }
        #expect(error?.code == .truncated)
        var options = DecodeOptions()
        options.allowsTruncated = true
        let image = try coder.decode(cut, context: DecodeContext(options: options))
        #expect(image.isTruncated && !image.bitmap.isOpaque)
        #expect(image.bitmap[0, 0].alpha == 255)
    }

    @Test("DEC-22 a size over the limit is refused before memory is taken")
    func limits() throws {
        var data = try FrameFixture("PNG/type0-1.png").data
        data.replaceSubrange(16..<24, with: [0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF])
        let error = #expect(throws: WebImageError.self) { try coder.info(of: data, context: DecodeContext()) }
        #expect(error?.code == .tooManyPixels)
    }

    @Test("info needs only the chunks before the pixels")
    func info() throws {
        let fixture = try FrameFixture("PNG/clear3-8.png")
        let pixels = try #require(fixture.data.firstRange(of: Data("IDAT".utf8)))
        let info = try coder.info(of: fixture.data.prefix(pixels.upperBound), context: DecodeContext())
        #expect(info.size == PixelSize(width: 19, height: 13))
        #expect(info.hasAlpha && info.colorModel == .indexed && info.format == .png)
    }

    @Test(
        "any chunking gives the pixels of one shot",
        arguments: ["type6-16", "type3-4-adam7", "type2-8-adam7", "profile", "orientation-6", "orientation-late"],
        [1, 13, 4096])
    func chunking(name: String, pieces: Int) throws {
        let fixture = try FrameFixture("PNG/\(name).png")
        for thumbnail in [nil, ThumbnailSize(7)] {
            let context = DecodeContext(options: DecodeOptions(thumbnail: thumbnail))
            let image = try coder.decodeProgressively(fixture.data, pieces: pieces, context: context)
            let whole = try coder.decode(fixture.data, context: context)
            #expect(image.bitmap.hasSamePixels(as: whole.bitmap))
            #expect(image.info == whole.info)
        }
    }

    @Test("rows and passes are shown as they come, the rest is clear")
    func partials() throws {
        var plain: [DecodedImage] = []
        _ = try coder.decodeProgressively(FrameFixture("PNG/type2-16.png").data, pieces: 200) { plain.append($0) }
        #expect(plain.count > 1)
        #expect(plain[0].bitmap[0, 0].alpha == 255 && plain[0].bitmap[18, 12] == .clear)
        var passes: [DecodedImage] = []
        _ = try coder.decodeProgressively(FrameFixture("PNG/type2-16-adam7.png").data, pieces: 200) {
            passes.append($0)
        }
        // The first pass fills blocks of 8 × 8.
        #expect(try #require(passes.first).bitmap[7, 7].alpha == 255)
    }
}
