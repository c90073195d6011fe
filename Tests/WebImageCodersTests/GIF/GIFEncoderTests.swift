import FoundationEssentials
import Testing
import WebImageCore

@testable import WebImageCoders

@Suite(.timeLimit(.minutes(5)))
struct GIFEncoderTests {
    let coder = GIFCoder()

    private func encoded(_ image: DecodedImage, _ options: EncodeOptions = EncodeOptions()) throws -> Data {
        try coder.encode(image, context: EncodeContext(format: .gif, options: options))
    }

    private func decoded(_ data: Data) throws -> DecodedImage { try coder.decode(data, context: DecodeContext()) }

    /// A smooth picture of more colors than a palette holds.
    private func photo(_ width: Int, _ height: Int) throws -> DecodedImage {
        let buffer = try BitmapBuffer(PixelSize(width: width, height: height))
        for y in 0..<height {
            let row = buffer.row(y).assumingMemoryBound(to: UInt32.self)
            for x in 0..<width {
                let (red, green, blue) = (x * 255 / width, y * 255 / height, (x + y) * 255 / (width + height))
                row[x] = 0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
            }
        }
        let bitmap = buffer.finish(isOpaque: true)
        return DecodedImage(bitmap: bitmap, info: ImageInfo(format: .png, size: bitmap.size))
    }

    @Test("pictures of 256 colors or less come back as they were", arguments: GIFCoderTests.stills)
    func exact(_ name: String) throws {
        let fixture = try FrameFixture("GIF/\(name).gif")
        let image = try decoded(encoded(decoded(fixture.data)))
        #expect(fixture.largestDifference(image.bitmap) == 0)
    }

    @Test("B-51 D-44 animations keep frames, delays and plays", arguments: GIFCoderTests.animations)
    func animations(_ name: String) throws {
        let fixture = try FrameFixture("GIF/\(name).gif")
        let original = try decoded(fixture.data)
        let image = try decoded(encoded(original))
        let animation = try #require(image.animation)
        #expect(animation.frameCount == original.info.frameCount && animation.loopCount == original.info.loopCount)
        #expect(image.info.durations == original.info.durations)
        #expect(animation.durations == original.animation?.durations)
        for index in 0..<animation.frameCount {
            let frame = try animation.frame(at: index, token: CancellationToken())
            #expect(fixture.largestDifference(frame, frame: index) == 0, "frame \(index)")
        }
    }

    @Test("more colors are reduced to near ones")
    func manyColors() throws {
        let original = try photo(150, 90)
        let image = try decoded(encoded(original))
        var sum = 0
        for y in 0..<90 {
            for x in 0..<150 {
                let (left, right) = (original.bitmap[x, y], image.bitmap[x, y])
                sum += abs(Int(left.red) - Int(right.red)) + abs(Int(left.green) - Int(right.green))
                sum += abs(Int(left.blue) - Int(right.blue))
            }
        }
        #expect(Double(sum) / Double(150 * 90 * 3) < 6)
        #expect(image.bitmap.isOpaque)
    }

    @Test("times are rounded so that they don't add up wrongly")
    func delays() {
        let thirds = [Duration](repeating: .microseconds(33_333), count: 6)
        #expect(GIFEncoder.delays(thirds) == [3, 4, 3, 3, 4, 3])
        #expect(GIFEncoder.delays([.milliseconds(50), .milliseconds(100), .milliseconds(5)]) == [5, 10, 1])
        #expect(GIFEncoder.delays([.seconds(1000)]) == [65535])
    }

    @Test("loop counts of the options", arguments: [0, 1, 2, 7])
    func loops(_ count: Int) throws {
        var options = EncodeOptions()
        options.loopCount = count
        let original = try decoded(FrameFixture("GIF/keep.gif").data)
        #expect(try decoded(encoded(original, options)).info.loopCount == count)
    }

    @Test("COD-86 limits of size and bytes, the first frame alone")
    func limits() throws {
        let original = try photo(150, 90)
        var options = EncodeOptions()
        options.maximumPixelSize = PixelSize(width: 50, height: 50)
        #expect(try decoded(encoded(original, options)).size == PixelSize(width: 50, height: 30))
        options = EncodeOptions()
        options.maximumBytes = 2000
        #expect(try encoded(original, options).count <= 2000)
        options.maximumBytes = 10
        #expect { try encoded(original, options) } throws: { ($0 as? WebImageError)?.code == .encodeFailed }
        options = EncodeOptions()
        options.firstFrameOnly = true
        let animation = try decoded(FrameFixture("GIF/keep.gif").data)
        #expect(try decoded(encoded(animation, options)).animation == nil)
    }

    @Test("a cancelled token stops the work")
    func cancelled() throws {
        let token = CancellationToken()
        token.cancel()
        let context = EncodeContext(format: .gif, token: token)
        let image = try photo(20, 20)
        #expect { try coder.encode(image, context: context) } throws: { ($0 as? WebImageError)?.code == .cancelled }
    }
}
