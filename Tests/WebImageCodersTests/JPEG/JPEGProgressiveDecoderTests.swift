import FoundationEssentials
import Testing
import WebImageCore

@testable import WebImageCoders

@Suite(.timeLimit(.minutes(5)))
struct JPEGProgressiveDecoderTests {
    let coder = JPEGCoder()

    @Test(
        "any chunking gives the pixels of one shot",
        arguments: ["ycbcr420", "progressive", "gray", "cmyk", "profile", "orientation-6", "restart"], [1, 7, 4096])
    func chunking(name: String, pieces: Int) throws {
        let fixture = try FrameFixture("JPEG/\(name).jpg")
        for thumbnail in [nil, ThumbnailSize(11)] {
            let context = DecodeContext(options: DecodeOptions(thumbnail: thumbnail))
            let image = try coder.decodeProgressively(fixture.data, pieces: pieces, context: context)
            let whole = try coder.decode(fixture.data, context: context)
            #expect(image.bitmap.hasSamePixels(as: whole.bitmap))
            #expect(image.info == whole.info)
        }
    }

    @Test("DEC-03 rows that haven't come are clear")
    func clearRows() throws {
        let fixture = try FrameFixture("JPEG/ycbcr444.jpg")
        var partials: [DecodedImage] = []
        _ = try coder.decodeProgressively(fixture.data, pieces: fixture.data.count / 10) { partials.append($0) }
        let first = try #require(partials.first)
        #expect(partials.count > 1)
        #expect(!first.bitmap.isOpaque)
        #expect(first.bitmap[3, 0].alpha == 255 && first.bitmap[3, 34] == .clear)
    }

    @Test("DEC-02 each scan is shown, coarse first and never black")
    func scans() throws {
        let fixture = try FrameFixture("JPEG/progressive.jpg")
        var differences: [Int] = []
        _ = try coder.decodeProgressively(fixture.data, pieces: 60) { image in
            if image.bitmap[44, 34].alpha == 255 { differences.append(fixture.largestDifference(image.bitmap)) }
        }
        #expect(differences.count >= 3)
        #expect(try #require(differences.first) < 150)
        #expect(try #require(differences.last) <= differences[0])
    }

    @Test("DEC-04 partial pictures are turned as the final one", arguments: [5, 6, 8])
    func orientation(tag: Int) throws {
        let fixture = try FrameFixture("JPEG/orientation-\(tag).jpg")
        _ = try coder.decodeProgressively(fixture.data, pieces: 200) { image in
            #expect(image.size == PixelSize(width: 24, height: 32))
        }
    }

    @Test("nothing new gives no partial picture")
    func nothingNew() throws {
        let fixture = try FrameFixture("JPEG/ycbcr444.jpg")
        let decoder = try #require(coder.makeProgressiveDecoder(context: DecodeContext()))
        #expect(try decoder.partialImage() == nil)
        try decoder.append(fixture.data)
        #expect(try decoder.partialImage() != nil)
        #expect(try decoder.partialImage() == nil)
    }

    @Test("an end in the middle is an error, or the whole part", arguments: ["ycbcr444", "progressive"])
    func truncated(name: String) throws {
        let cut = try FrameFixture("JPEG/\(name).jpg").data
        let data = cut.prefix(cut.count * 3 / 4)
        let error = #expect(throws: WebImageError.self) { try coder.decodeProgressively(data, pieces: 50) }
        #expect(error?.code == .truncated)
        var options = DecodeOptions()
        options.allowsTruncated = true
        let context = DecodeContext(options: options)
        let image = try coder.decodeProgressively(data, pieces: 50, context: context)
        let whole = try coder.decode(data, context: context)
        #expect(image.isTruncated && whole.isTruncated)
        #expect(image.bitmap.hasSamePixels(as: whole.bitmap))
    }

    @Test("a size over the limit is told with the header")
    func limits() throws {
        let fixture = try FrameFixture("JPEG/progressive.jpg")
        var options = DecodeOptions()
        options.limits.maximumPixels = 100
        let decoder = try #require(coder.makeProgressiveDecoder(context: DecodeContext(options: options)))
        let error = #expect(throws: WebImageError.self) { try decoder.append(fixture.data) }
        #expect(error?.code == .tooManyPixels)
    }
}
