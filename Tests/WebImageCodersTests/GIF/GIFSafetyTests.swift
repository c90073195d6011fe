import FoundationEssentials
import Testing
import WebImageCore

@testable import WebImageCoders

@Suite(.timeLimit(.minutes(5)))
struct GIFSafetyTests {
    let coder = GIFCoder()

    private func code(_ data: Data, _ options: DecodeOptions = DecodeOptions()) -> WebImageError.Code? {
        do {
            _ = try coder.decode(data, context: DecodeContext(options: options))
            return nil
        } catch {
            return (error as? WebImageError)?.code
        }
    }

    @Test("DEC-22 more frames than allowed are refused; the first alone is not")
    func manyFrames() throws {
        var gif = GIFBytes(8, 8)
        var frame = GIFBytes(8, 8)
        let start = frame.bytes.count
        frame.frame(8, 8, color: 1)
        for _ in 0..<110_000 { gif.bytes += frame.bytes[start...] }
        #expect(code(gif.data) == .tooManyPixels)
        #expect { try coder.info(of: gif.data, context: DecodeContext()) } throws: {
            ($0 as? WebImageError)?.code == .tooManyPixels
        }
        #expect(code(gif.data, DecodeOptions(firstFrameOnly: true)) == nil)
    }

    @Test("a canvas or a frame over the limit is refused before memory is taken")
    func bombs() {
        var canvas = GIFBytes(65535, 65535)
        canvas.frame(1, 1, color: 1)
        #expect(code(canvas.data) == .tooManyPixels)
        var overhang = GIFBytes(10, 10)
        overhang.bytes += [0x2C, 0xFF, 0xFF, 0xFF, 0xFF, 10, 0, 10, 0, 0, 2, 1, 0x44, 0]
        #expect(code(overhang.data) == .tooManyPixels)
        var later = GIFBytes(10, 10)
        later.frame(10, 10, color: 1)
        later.bytes += [0x2C, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0, 2, 1, 0x44, 0]
        #expect(code(later.data) == .tooManyPixels)
    }

    @Test("DEC-23 a promise larger than the file, a bad code size, bad codes")
    func damaged() {
        var promise = GIFBytes(5000, 5000)
        promise.frame(100, 100, color: 1)
        promise.bytes.removeLast(200)
        #expect(code(promise.data) == .truncated)
        for size: UInt8 in [0, 9, 12, 255] {
            var gif = GIFBytes(4, 4)
            gif.bytes += [0x2C, 0, 0, 0, 0, 4, 0, 4, 0, 0, size, 2, 0x44, 0x51, 0, 0x3B]
            #expect(code(gif.data) == .corruptImage, "code size \(size)")
        }
        var gif = GIFBytes(4, 4)
        // Clear, then a code that isn't there yet.
        gif.bytes += [0x2C, 0, 0, 0, 0, 4, 0, 4, 0, 0, 2, 1, 0x3C, 0, 0x3B]
        #expect(code(gif.data) == .corruptImage)
        var options = DecodeOptions()
        options.allowsTruncated = true
        #expect(code(gif.data, options) == nil)
        #expect(code(Data("GIF89a".utf8)) == .truncated)
        #expect(code(Data()) == .truncated)
    }

    @Test("a cancelled token stops the decode")
    func cancelled() throws {
        var gif = GIFBytes(64, 400)
        for color in 0..<2 { gif.frame(64, 400, color: UInt8(color)) }
        let token = CancellationToken()
        let animation = try #require(coder.decode(gif.data, context: DecodeContext(token: token)).animation)
        token.cancel()
        #expect { try coder.decode(gif.data, context: DecodeContext(token: token)) } throws: {
            ($0 as? WebImageError)?.code == .cancelled
        }
        #expect { try animation.frame(at: 1, token: token) } throws: { ($0 as? WebImageError)?.code == .cancelled }
    }

    @Test("DEC-23 flipped and missing bytes give an answer", arguments: GIFCoderTests.stills + GIFCoderTests.animations)
    func mutated(_ name: String) throws {
        let data = try FrameFixture("GIF/\(name).gif").data
        var random = SeededGenerator(seed: UInt64(name.utf8.count))
        var options = DecodeOptions()
        options.limits = DecodeLimits(maximumPixels: 1 << 20)
        for round in 0..<150 {
            let bytes = data.damaged(round, from: 6, using: &random)
            options.allowsTruncated = round.isMultiple(of: 2)
            let context = DecodeContext(options: options)
            _ = try? coder.info(of: bytes, context: context)
            if let image = try? coder.decode(bytes, context: context), let animation = image.animation {
                for index in [animation.frameCount - 1, 0] {
                    _ = try? animation.frame(at: index, token: CancellationToken())
                }
            }
            _ = try? coder.decodeProgressively(bytes, pieces: 50, context: context)
        }
    }
}
