import FoundationEssentials
import Testing
import WebImageCore

@testable import WebImageCoders

@Suite(.timeLimit(.minutes(5)))
struct BMPCoderTests {
    static let names = [
        "indexed-1", "indexed-2", "indexed-4", "indexed-8", "few-colors", "top-down", "os2", "rle4", "rle8", "rgb-24",
        "rgb-32", "alpha-v5", "alpha-v4-plain", "alpha-unused", "fields-555", "fields-565", "fields-4444", "fields-231",
        "fields-8-10-8",
    ]
    let coder = BMPCoder()

    @Test("DEC-19 every kind shows what it should", arguments: names)
    func kinds(_ name: String) throws {
        let fixture = try FrameFixture("BMP/\(name).bmp")
        let image = try coder.decode(fixture.data, context: DecodeContext())
        #expect(image.size == PixelSize(width: 13, height: 9) && fixture.largestDifference(image.bitmap) <= 1)
        let hasAlpha = ["rle8", "alpha-v5", "alpha-v4-plain", "fields-4444"].contains(name)
        #expect(image.bitmap.isOpaque == !hasAlpha)
        #expect(ContentKind(of: fixture.data) == .image(.bmp))
        #expect(image.info == (try coder.info(of: fixture.data.prefix(1200), context: DecodeContext())))
    }

    @Test("the bytes may come in any pieces", arguments: names, [1, 31])
    func pieces(_ name: String, _ size: Int) throws {
        let fixture = try FrameFixture("BMP/\(name).bmp")
        var partials = 0
        let image = try coder.decodeProgressively(fixture.data, pieces: size) { _ in partials += 1 }
        #expect(fixture.largestDifference(image.bitmap) <= 1 && partials > 0)
    }

    @Test("thumbnails are the picture made smaller")
    func thumbnails() throws {
        for name in ["rgb-24", "rle4", "alpha-v5"] {
            let data = try FrameFixture("BMP/\(name).bmp").data
            let plan = ThumbnailSize(5).plan(for: PixelSize(width: 13, height: 9))
            let options = DecodeOptions(thumbnail: ThumbnailSize(5))
            let whole = try coder.decode(data, context: DecodeContext()).bitmap
            let small = try coder.decode(data, context: DecodeContext(options: options)).bitmap
            #expect(small.hasSamePixels(as: try whole.resampled(plan)))
        }
    }

    @Test("a cut file: an error, or the whole part where the options allow that")
    func truncated() throws {
        var options = DecodeOptions()
        options.allowsTruncated = true
        for name in ["rgb-24", "rle4", "indexed-8", "top-down"] {
            let fixture = try FrameFixture("BMP/\(name).bmp")
            let cut = fixture.data.dropLast(40)
            #expect { try coder.decode(cut, context: DecodeContext()) } throws: {
                ($0 as? WebImageError)?.code == .truncated
            }
            let image = try coder.decode(cut, context: DecodeContext(options: options))
            #expect(image.isTruncated && image.bitmap[12, name == "top-down" ? 8 : 0] == .clear)
            #expect(image.bitmap[0, name == "top-down" ? 0 : 8].alpha == 255)
        }
    }

    @Test("sizes over the limit and headers that can't be are refused")
    func refused() throws {
        var bytes = [UInt8](try FrameFixture("BMP/rgb-24.bmp").data)
        func code(_ bytes: [UInt8]) -> WebImageError.Code? {
            do {
                _ = try coder.decode(Data(bytes), context: DecodeContext())
                return nil
            } catch {
                return (error as? WebImageError)?.code
            }
        }
        func with(_ offset: Int, _ values: [UInt8]) -> [UInt8] {
            var copy = bytes
            copy.replaceSubrange(offset..<offset + values.count, with: values)
            return copy
        }
        #expect(code(with(18, [0xFF, 0xFF, 0xFF, 0x7F])) == .tooManyPixels)
        #expect(code(with(18, [0, 0, 0, 0x80])) == .corruptImage)
        #expect(code(with(18, [0, 0, 0, 0])) == .corruptImage)
        #expect(code(with(22, [0, 0, 0, 0x80])) == .tooManyPixels)
        #expect(code(with(28, [7])) == .corruptImage)
        #expect(code(with(30, [9])) == .unsupportedFormat)
        #expect(code(with(14, [66])) == .corruptImage)
        #expect(code(with(10, [0xFF, 0xFF, 0xFF, 0xFF])) == .truncated)
        bytes.removeLast(bytes.count - 20)
        #expect(code(bytes) == .truncated)
    }

    @Test("flipped and missing bytes give an answer", arguments: names)
    func mutated(_ name: String) throws {
        let data = try FrameFixture("BMP/\(name).bmp").data
        var random = SeededGenerator(seed: UInt64(name.utf8.count))
        var options = DecodeOptions()
        options.limits = DecodeLimits(maximumPixels: 1 << 16)
        for round in 0..<200 {
            let bytes = data.damaged(round, from: 10, to: round.isMultiple(of: 2) ? 130 : .max, using: &random)
            options.allowsTruncated = round.isMultiple(of: 2)
            let context = DecodeContext(options: options)
            _ = try? coder.info(of: bytes, context: context)
            _ = try? coder.decode(bytes, context: context)
            _ = try? coder.decodeProgressively(bytes, pieces: 64, context: context)
        }
    }

    @Test("what is written reads back the same", arguments: ["rgb-24", "alpha-v5", "indexed-4"])
    func encode(_ name: String) throws {
        let fixture = try FrameFixture("BMP/\(name).bmp")
        let image = try coder.decode(fixture.data, context: DecodeContext())
        let data = try coder.encode(image, context: EncodeContext(format: .bmp))
        let back = try coder.decode(data, context: DecodeContext())
        #expect(back.bitmap.hasSamePixels(as: image.bitmap))
        #expect(data.count == (image.bitmap.isOpaque ? 54 + 40 * 9 : 122 + 52 * 9))
    }

    @Test("COD-86 limits of bytes and pixels hold for what is written")
    func encodeLimits() throws {
        let image = try coder.decode(FrameFixture("BMP/rgb-24.bmp").data, context: DecodeContext())
        var options = EncodeOptions()
        options.maximumBytes = 200
        #expect(try coder.encode(image, context: EncodeContext(format: .bmp, options: options)).count <= 200)
        options.maximumBytes = 20
        #expect { try coder.encode(image, context: EncodeContext(format: .bmp, options: options)) } throws: {
            ($0 as? WebImageError)?.code == .encodeFailed
        }
        options = EncodeOptions()
        options.maximumPixelSize = PixelSize(width: 6, height: 6)
        let small = try coder.encode(image, context: EncodeContext(format: .bmp, options: options))
        #expect(try coder.info(of: small, context: DecodeContext()).size == PixelSize(width: 6, height: 4))
    }
}
