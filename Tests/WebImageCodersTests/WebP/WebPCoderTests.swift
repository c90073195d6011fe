import FoundationEssentials
import Testing
import WebImageCore

@testable import WebImageCoders

@Suite(.timeLimit(.minutes(5)))
struct WebPCoderTests {
    static let stills = ["lossy", "lossy-alpha", "lossless", "lossless-alpha", "turned", "profile"]
    static let animations = ["animated", "blended", "appearing"]
    let coder = WebPCoder()

    @Test("stills show what Pillow shows", arguments: stills)
    func still(_ name: String) throws {
        let fixture = try FrameFixture("WebP/\(name).webp")
        let image = try coder.decode(fixture.data, context: DecodeContext())
        #expect(fixture.largestDifference(image.bitmap) <= 1)
        #expect(image.animation == nil && image.info.hasAlpha == name.hasSuffix("alpha"))
        #expect(image.bitmap.isOpaque == !name.hasSuffix("alpha"))
        #expect(image.info == (try coder.info(of: fixture.data, context: DecodeContext())))
    }

    @Test("DEC-13 every frame shows what Pillow shows, in order and at random", arguments: animations)
    func animation(_ name: String) throws {
        let fixture = try FrameFixture("WebP/\(name).webp")
        let image = try coder.decode(fixture.data, context: DecodeContext())
        let animation = try #require(image.animation)
        let count = animation.frameCount
        #expect(count == fixture.frameCount(image.size) && fixture.largestDifference(image.bitmap) <= 1)
        for index in [min(17, count - 1), 3, count - 1] + Array(0..<count) {
            let frame = try animation.frame(at: index, token: CancellationToken())
            #expect(fixture.largestDifference(frame, frame: index) <= 1, "frame \(index)")
        }
    }

    @Test("ANIM-02 D-40 plays, times and the source's cost")
    func times() throws {
        let image = try coder.decode(FrameFixture("WebP/animated.webp").data, context: DecodeContext())
        #expect(image.info.loopCount == 3 && image.animation?.loopCount == 3)
        #expect(image.info.durations == [50, 100, 150, 200].map { .milliseconds($0) })
        #expect(try coder.info(of: FrameFixture("WebP/blended.webp").data, context: DecodeContext()).loopCount == 0)
    }

    @Test("orientation turns the picture once, in every size")
    func turned() throws {
        let data = try FrameFixture("WebP/turned.webp").data
        let image = try coder.decode(data, context: DecodeContext())
        #expect(image.info.orientation == .right && image.info.storedSize == PixelSize(width: 37, height: 29))
        #expect(image.info.size == PixelSize(width: 29, height: 37) && image.size == image.info.size)
        let options = DecodeOptions(thumbnail: ThumbnailSize(PixelSize(width: 100, height: 10)))
        let small = try coder.decode(data, context: DecodeContext(options: options))
        #expect(small.size == PixelSize(width: 8, height: 10))
        #expect(
            try coder.decodeProgressively(data, pieces: 9, context: DecodeContext(options: options))
                .bitmap.hasSamePixels(as: small.bitmap))
    }

    @Test("the bytes may come in any pieces", arguments: stills + animations, [1, 13, 200])
    func pieces(_ name: String, _ size: Int) throws {
        let fixture = try FrameFixture("WebP/\(name).webp")
        let whole = try coder.decode(fixture.data, context: DecodeContext())
        let image = try coder.decodeProgressively(fixture.data, pieces: size)
        #expect(image.bitmap.hasSamePixels(as: whole.bitmap) && image.info == whole.info)
        #expect(image.bitmap.isOpaque == whole.bitmap.isOpaque && !image.isTruncated)
    }

    @Test("THUMB-01 a thumbnail is near the picture made smaller", arguments: stills)
    func thumbnail(_ name: String) throws {
        let data = try FrameFixture("WebP/\(name).webp").data
        let whole = try coder.decode(data, context: DecodeContext()).bitmap
        let thumbnail = ThumbnailSize(12)
        let small = try coder.decode(data, context: DecodeContext(options: DecodeOptions(thumbnail: thumbnail)))
        let expected = try whole.resampled(thumbnail.plan(for: whole.size))
        #expect(small.size == expected.size)
        var largest = 0
        for y in 0..<small.size.height {
            for x in 0..<small.size.width {
                let (left, right) = (small.bitmap[x, y], expected[x, y])
                largest = max(largest, abs(Int(left.alpha) - Int(right.alpha)))
                if right.alpha == 255 { largest = max(largest, abs(Int(left.green) - Int(right.green))) }
            }
        }
        #expect(largest <= 16)
    }

    @Test("info needs the first bytes only")
    func info() throws {
        for name in ["lossy", "lossless", "animated"] {
            let info = try coder.info(of: FrameFixture("WebP/\(name).webp").data.prefix(64), context: DecodeContext())
            #expect(info.size == PixelSize(width: 37, height: 29))
        }
    }

    @Test("a cut file: an error, or the whole part where the options allow that")
    func truncated() throws {
        var options = DecodeOptions()
        options.allowsTruncated = true
        for name in Self.stills.prefix(4) + ["blended"] {
            let data = try FrameFixture("WebP/\(name).webp").data
            let cut = data.prefix(data.count * 7 / 10)
            #expect { try coder.decode(cut, context: DecodeContext()) } throws: {
                ($0 as? WebImageError)?.code == .truncated
            }
            let part = try coder.decode(cut, context: DecodeContext(options: options))
            #expect(part.isTruncated)
            if name == "blended" { #expect(part.info.frameCount < 24) }
        }
    }

    @Test("DEC-22 limits are looked at before memory is taken")
    func limits() throws {
        var options = DecodeOptions()
        options.limits = DecodeLimits(maximumPixels: 1000)
        let data = try FrameFixture("WebP/lossy.webp").data
        #expect { try coder.decode(data, context: DecodeContext(options: options)) } throws: {
            ($0 as? WebImageError)?.code == .tooManyPixels
        }
        options.limits = DecodeLimits(maximumFrames: 3)
        let animation = try FrameFixture("WebP/animated.webp").data
        #expect { try coder.decode(animation, context: DecodeContext(options: options)) } throws: {
            ($0 as? WebImageError)?.code == .tooManyPixels
        }
    }

    @Test("DEC-23 flipped and missing bytes give an answer", arguments: stills + animations)
    func mutated(_ name: String) throws {
        let data = try FrameFixture("WebP/\(name).webp").data
        var random = SeededGenerator(seed: UInt64(name.utf8.count))
        var options = DecodeOptions()
        options.limits = DecodeLimits(maximumPixels: 1 << 20)
        for round in 0..<100 {
            let bytes = data.damaged(round, from: 12, using: &random)
            options.allowsTruncated = round.isMultiple(of: 2)
            let context = DecodeContext(options: options)
            _ = try? coder.info(of: bytes, context: context)
            if let animation = try? coder.decode(bytes, context: context).animation {
                _ = try? animation.frame(at: animation.frameCount - 1, token: CancellationToken())
            }
            _ = try? coder.decodeProgressively(bytes, pieces: 100, context: context)
        }
    }

    @Test("a cancelled token stops the decode")
    func cancelled() throws {
        let token = CancellationToken()
        token.cancel()
        let data = try FrameFixture("WebP/lossy.webp").data
        #expect { try coder.decode(data, context: DecodeContext(token: token)) } throws: {
            ($0 as? WebImageError)?.code == .cancelled
        }
    }
}
