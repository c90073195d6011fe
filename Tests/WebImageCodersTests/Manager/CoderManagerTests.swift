import FoundationEssentials
import Testing
import WebImageCore

@testable import WebImageCoders

/// Takes everything and says who it is.
private struct NamedCoder: ImageCoder {
    let identifier: String
    var takes: ImageFormat? = nil
    var fails = false

    func canDecode(_ format: ImageFormat?, head: Data) -> Bool { takes == nil || takes == format }
    func canEncode(_ format: ImageFormat) -> Bool { takes == nil || takes == format }

    func info(of data: Data, context: DecodeContext) throws -> ImageInfo {
        if fails { throw WebImageError(.corruptImage, identifier) }
        return ImageInfo(format: ImageFormat(rawValue: identifier), size: PixelSize(width: 1, height: 1))
    }

    func decode(_ data: Data, context: DecodeContext) throws -> DecodedImage {
        let info = try info(of: data, context: context)
        return DecodedImage(bitmap: try BitmapBuffer(info.size).finish(isOpaque: false), info: info)
    }

    func encode(_ image: DecodedImage, context: EncodeContext) throws -> Data { Data(identifier.utf8) }
}

@Suite(.timeLimit(.minutes(5)))
struct CoderManagerTests {
    private func decodedBy(_ manager: CoderManager, _ data: Data = Data("GIF89a".utf8)) throws -> String {
        try manager.decode(data, context: DecodeContext()).info.format.rawValue
    }

    @Test("A3-30 COD-10 the coder registered last is asked first")
    func order() throws {
        let manager = CoderManager(coders: [NamedCoder(identifier: "first")])
        #expect(try decodedBy(manager) == "first")
        manager.register(NamedCoder(identifier: "second"))
        #expect(try decodedBy(manager) == "second")
        manager.register(NamedCoder(identifier: "third", takes: .png))
        #expect(try decodedBy(manager) == "second")
        manager.unregister(identifier: "second")
        #expect(try decodedBy(manager) == "first")
        manager.coders = [NamedCoder(identifier: "only")]
        #expect(try decodedBy(manager) == "only")
    }

    @Test("COD-11 a coder that fails ends the search")
    func failure() throws {
        let manager = CoderManager(coders: [NamedCoder(identifier: "good"), NamedCoder(identifier: "bad", fails: true)])
        let error = #expect(throws: WebImageError.self) { try decodedBy(manager) }
        #expect(error?.message == "bad")
    }

    @Test("A3-30 a manager is a coder, and may hold another")
    func nested() throws {
        let inner = CoderManager(coders: [NamedCoder(identifier: "inner", takes: .gif)])
        let outer = CoderManager(coders: [PNGCoder(), inner])
        #expect(try decodedBy(outer) == "inner")
        #expect(outer.canDecode(.gif, head: Data()) && !outer.canDecode(.bmp, head: Data()))
    }

    @Test("B-52 COD-14 encoding asks the coder of the format")
    func encoding() throws {
        let manager = CoderManager(coders: [NamedCoder(identifier: "gif", takes: .gif), JPEGCoder(), PNGCoder()])
        let image = DecodedImage(
            bitmap: try BitmapBuffer(PixelSize(width: 2, height: 2)).finish(isOpaque: false),
            info: ImageInfo(format: .png, size: PixelSize(width: 2, height: 2)))
        #expect(try manager.encode(image, context: EncodeContext(format: .gif)) == Data("gif".utf8))
        let error = #expect(throws: WebImageError.self) {
            try manager.encode(image, context: EncodeContext(format: .pdf))
        }
        #expect(error?.code == .unsupportedFormat)
    }

    @Test("A3-29 a coder is what decodes and encodes: each built-in one that does both, by the protocol alone")
    func bothWays() throws {
        let picture = try FrameFixture("PNG/type6-8.png")
        let image = try CoderManager.standard.decode(picture.data, context: DecodeContext())
        var formats: Set<ImageFormat> = []
        for coder in CoderManager.builtInCoders {
            for format in [ImageFormat.jpeg, .png, .gif, .webp, .bmp, .tiff, .avif, .heic, .jxl]
            where coder.canEncode(format) {
                let data = try coder.encode(image, context: EncodeContext(format: format))
                guard coder.canDecode(format, head: data.prefix(64)) else { continue }
                #expect(try coder.decode(data, context: DecodeContext(format: format)).size == image.size)
                formats.insert(format)
            }
        }
        #expect(formats.isSuperset(of: [.jpeg, .png, .gif, .webp, .bmp]))
    }

    @Test(
        "A3-56 A3-58 an animated picture comes out of a coder as a still does, whatever its format",
        arguments: [
            ("GIF/keep.gif", "GIF/plain.gif"), ("APNG/operations.png", "PNG/type6-8.png"),
            ("WebP/animated.webp", "WebP/lossy.webp"),
        ])
    func animated(moving: String, still: String) throws {
        // One coder of a program's own beside the built-in ones changes nothing for them.
        let manager = CoderManager(coders: CoderManager.builtInCoders)
        manager.register(NamedCoder(identifier: "own", takes: ImageFormat(rawValue: "own")))
        let fixture = try FrameFixture(moving)
        let image = try manager.decode(fixture.data, context: DecodeContext())
        let animation = try #require(image.animation)
        #expect(animation.frameCount == fixture.frameCount(image.size) && animation.frameCount > 1)
        #expect(fixture.largestDifference(image.bitmap) <= 1)
        let last = try animation.frame(at: animation.frameCount - 1, token: CancellationToken())
        #expect(fixture.largestDifference(last, frame: animation.frameCount - 1) <= 1)
        #expect(try manager.decode(FrameFixture(still).data, context: DecodeContext()).animation == nil)
        let own = DecodeContext(format: ImageFormat(rawValue: "own"))
        #expect(try manager.decode(Data("mine".utf8), context: own).info.format.rawValue == "own")
    }

    @Test(
        "SNF-05 what is no picture is told apart",
        arguments: [("", "empty"), ("<html><body>", "HTML"), ("{\"a\":1}", "JSON"), ("hello there", "plain text")])
    func notAnImage(content: String, word: String) throws {
        let error = #expect(throws: WebImageError.self) {
            try CoderManager.standard.decode(Data(content.utf8), context: DecodeContext())
        }
        #expect(error?.code == .notAnImage)
        #expect(error?.message.contains(word) == true)
    }

    @Test("a format without a coder says so")
    func unsupported() throws {
        let error = #expect(throws: WebImageError.self) {
            try CoderManager.standard.decode(Data("%PDF-1.7\n".utf8), context: DecodeContext())
        }
        #expect(error?.code == .unsupportedFormat)
        #expect(error?.message.contains("pdf") == true)
    }

    @Test("DEC-18 the content decides, one byte at a time too", arguments: ["JPEG/gray.jpg", "PNG/type6-8.png"])
    func progressive(path: String) throws {
        let fixture = try FrameFixture(path)
        let image = try CoderManager.standard.decodeProgressively(fixture.data, pieces: 1)
        #expect(fixture.largestDifference(image.bitmap) <= 1)
    }

    @Test("a format that can't be shown early is decoded at the end")
    func collected() throws {
        let manager = CoderManager(coders: [NamedCoder(identifier: "late")])
        let image = try manager.decodeProgressively(Data("GIF89a".utf8) + Data(count: 200), pieces: 9)
        #expect(image.info.format.rawValue == "late")
    }
}
