import FoundationEssentials
import Testing
import WebImageCore

@testable import WebImageCoders

@Suite(.timeLimit(.minutes(5)))
struct JPEGEncoderTests {
    let coder = JPEGCoder()

    private func picture(_ name: String = "JPEG/ycbcr444.jpg") throws -> DecodedImage {
        try CoderManager.standard.decode(FrameFixture(name).data, context: DecodeContext())
    }

    private func encode(_ image: DecodedImage, _ change: (inout EncodeOptions) -> Void = { _ in }) throws -> Data {
        var options = EncodeOptions()
        change(&options)
        return try coder.encode(image, context: EncodeContext(format: .jpeg, options: options))
    }

    @Test("a round trip keeps the picture", arguments: [false, true])
    func roundTrip(progressive: Bool) throws {
        let image = try picture()
        let data = try encode(image) {
            $0.quality = 0.98
            $0.isProgressive = progressive
            $0.subsampling = .full444
        }
        let again = try coder.decode(data, context: DecodeContext())
        #expect(again.info.isProgressive == progressive)
        #expect(try FrameFixture("JPEG/ycbcr444.jpg").largestDifference(again.bitmap) <= 12)
    }

    @Test("a lower quality makes fewer bytes, and so does sharing chroma")
    func quality() throws {
        let image = try picture()
        let sizes = try [0.2, 0.5, 0.9, 1].map { quality in try encode(image) { $0.quality = quality }.count }
        #expect(sizes == sizes.sorted())
        let full = try encode(image) { $0.subsampling = .full444 }.count
        #expect(try encode(image) { $0.subsampling = .quarter420 }.count < full)
    }

    @Test("a gray picture has one component")
    func gray() throws {
        let data = try encode(picture("JPEG/gray.jpg"))
        #expect(try coder.info(of: data, context: DecodeContext()).colorModel == .gray)
    }

    @Test("COD:test09 COD-86 the most bytes are kept", arguments: [900, 1200, 1500])
    func maximumBytes(limit: Int) throws {
        let image = try picture()
        let data = try encode(image) { $0.maximumBytes = limit }
        #expect(data.count <= limit)
        #expect(try coder.info(of: data, context: DecodeContext()).size.width <= 45)
    }

    @Test("bytes that no JPEG fits into are an error")
    func impossibleBytes() throws {
        let image = try picture()
        let error = #expect(throws: WebImageError.self) { try encode(image) { $0.maximumBytes = 10 } }
        #expect(error?.code == .encodeFailed)
    }

    @Test("COD-87 COD:test08 alpha is painted on the background")
    func background() throws {
        let image = try picture("PNG/indexed-alpha.png")
        let color = PixelColor(red: 0, green: 0, blue: 0)
        let data = try encode(image) {
            $0.background = color
            $0.quality = 1
            $0.subsampling = .full444
        }
        let again = try coder.decode(data, context: DecodeContext())
        #expect(again.bitmap[0, 0].distance(to: color) <= 12)
    }

    @Test("the largest size is kept and never enlarges")
    func maximumSize() throws {
        let image = try picture()
        let small = try encode(image) { $0.maximumPixelSize = PixelSize(width: 20, height: 20) }
        #expect(try coder.info(of: small, context: DecodeContext()).size == PixelSize(width: 20, height: 16))
        let same = try encode(image) { $0.maximumPixelSize = PixelSize(width: 200, height: 200) }
        #expect(try coder.info(of: same, context: DecodeContext()).size == image.size)
    }

    @Test("THUMB-02 an embedded thumbnail is written, and not taken for the picture")
    func embeddedThumbnail() throws {
        let image = try picture()
        let large = DecodedImage(
            bitmap: try image.bitmap.resized(to: PixelSize(width: 400, height: 300)), info: image.info)
        let data = try encode(large) { $0.embedsThumbnail = true }
        var options = DecodeOptions(thumbnail: ThumbnailSize(300))
        options.keepsMetadata = true
        let again = try coder.decode(data, context: DecodeContext(options: options))
        #expect(again.size == PixelSize(width: 300, height: 225))
        let exif = try #require(again.info.exif)
        let thumbnail = try #require(ExifBlock(exif)?.thumbnail)
        #expect(try coder.info(of: thumbnail, context: DecodeContext()).size == PixelSize(width: 160, height: 120))
        #expect(ExifBlock(exif)?.orientation == .up)
    }

    @Test("kept metadata is written, and says upright", arguments: [ImageFormat.jpeg, .png])
    func metadata(format: ImageFormat) throws {
        var options = DecodeOptions()
        options.keepsMetadata = true
        let context = DecodeContext(options: options)
        let image = try coder.decode(FrameFixture("JPEG/orientation-6.jpg").data, context: context)
        let data = try CoderManager.standard.encode(image, context: EncodeContext(format: format))
        let again = try CoderManager.standard.decode(data, context: context)
        #expect(again.info.exif?.count == image.info.exif?.count)
        #expect(again.info.orientation == .up && again.size == image.size)
    }
}
