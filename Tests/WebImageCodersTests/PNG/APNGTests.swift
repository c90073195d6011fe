import FoundationEssentials
import Testing
import WebImageCore

@testable import WebImageCoders

@Suite(.timeLimit(.minutes(5)))
struct APNGTests {
    let coder = PNGCoder()
    let size = PixelSize(width: 16, height: 12)

    @Test(
        "DEC-12 D-41 every disposal and blend, in order and in any order", arguments: ["operations", "restore-first"])
    func operations(name: String) throws {
        let fixture = try FrameFixture("APNG/\(name).png")
        let image = try coder.decode(fixture.data, context: DecodeContext())
        let animation = try #require(image.animation)
        let count = fixture.frameCount(size)
        #expect(animation.frameCount == count && image.info.frameCount == count && image.info.format == .apng)
        #expect(fixture.largestDifference(image.bitmap) <= 1)
        for index in 0..<count {
            #expect(
                fixture.largestDifference(try animation.frame(at: index, token: CancellationToken()), frame: index) <= 2
            )
        }
        var generator = SeededGenerator(seed: 3)
        for index in (0..<count * 4).map({ _ in Int.random(in: 0..<count, using: &generator) }) {
            #expect(
                fixture.largestDifference(try animation.frame(at: index, token: CancellationToken()), frame: index) <= 2
            )
        }
    }

    @Test("D-46 COD-26 durations as stored and as played, and loops")
    func durations() throws {
        let image = try coder.decode(FrameFixture("APNG/operations.png").data, context: DecodeContext())
        #expect(image.info.loopCount == 3)
        #expect(image.info.durations.first == .milliseconds(100) && image.info.durations.last == .zero)
        #expect(image.animation?.durations.last == .milliseconds(100))
        let first = try coder.decode(FrameFixture("APNG/restore-first.png").data, context: DecodeContext())
        #expect(first.info.durations == [.milliseconds(10), .milliseconds(1)])
        #expect(first.animation?.durations == [.milliseconds(100), .milliseconds(100)])
    }

    @Test("DEC-11 a default image that is no frame is hidden")
    func hidden() throws {
        let fixture = try FrameFixture("APNG/hidden.png")
        let image = try coder.decode(fixture.data, context: DecodeContext())
        #expect(image.info.frameCount == 2)
        #expect(fixture.largestDifference(image.bitmap) == 0)
        var partials = 0
        let again = try coder.decodeProgressively(fixture.data, pieces: 16) { _ in partials += 1 }
        #expect(partials == 0)
        #expect(again.bitmap.hasSamePixels(as: image.bitmap) && again.animation?.frameCount == 2)
    }

    @Test("DEC-11 COD-28 without frames, and with one, the picture is a still", arguments: ["no-control", "one"])
    func stills(name: String) throws {
        let fixture = try FrameFixture("APNG/\(name).png")
        let image = try coder.decode(fixture.data, context: DecodeContext())
        #expect(!image.isAnimated && image.info.frameCount == 1 && image.info.durations.isEmpty)
        #expect(fixture.largestDifference(image.bitmap) == 0)
    }

    @Test("COD-28 the first frame only")
    func firstFrameOnly() throws {
        let fixture = try FrameFixture("APNG/operations.png")
        let image = try coder.decode(
            fixture.data, context: DecodeContext(options: DecodeOptions(firstFrameOnly: true)))
        #expect(!image.isAnimated && image.info.frameCount == 1)
        #expect(fixture.largestDifference(image.bitmap) <= 1)
    }

    @Test("COD-44 frames are made small after they are composited")
    func thumbnails() throws {
        let data = try FrameFixture("APNG/operations.png").data
        let full = try #require(try coder.decode(data, context: DecodeContext()).animation)
        let options = DecodeOptions(thumbnail: ThumbnailSize(8))
        let image = try coder.decode(data, context: DecodeContext(options: options))
        let small = try #require(image.animation)
        #expect(small.size == PixelSize(width: 8, height: 6))
        let plan = ThumbnailSize(8).plan(for: full.size)
        for index in [0, 5, 2] {
            let frame = try small.frame(at: index, token: CancellationToken())
            #expect(frame.hasSamePixels(as: try full.frame(at: index, token: CancellationToken()).resampled(plan)))
        }
    }

    @Test("a broken sequence ends the animation before it")
    func brokenSequence() throws {
        var data = try FrameFixture("APNG/hidden.png").data
        // The second frame's control says the wrong number.
        let first = try #require(data.firstRange(of: Data("fcTL".utf8)))
        let second = try #require(data[first.upperBound...].firstRange(of: Data("fcTL".utf8)))
        data[second.upperBound + 3] = 77
        let image = try coder.decode(data, context: DecodeContext())
        #expect(image.info.frameCount == 1 && !image.isAnimated)
        #expect(image.bitmap[0, 0] == PixelColor(red: 20, green: 180, blue: 40))
    }

    @Test("too many frames are refused")
    func limits() throws {
        var options = DecodeOptions()
        options.limits.maximumFrames = 2
        let data = try FrameFixture("APNG/operations.png").data
        let error = #expect(throws: WebImageError.self) {
            try coder.decode(data, context: DecodeContext(options: options))
        }
        #expect(error?.code == .tooManyPixels)
    }

    @Test("D-44 COD-88 a round trip keeps frames, times and loops")
    func roundTrip() throws {
        let fixture = try FrameFixture("APNG/operations.png")
        let image = try coder.decode(fixture.data, context: DecodeContext())
        let data = try coder.encode(image, context: EncodeContext(format: .apng))
        let again = try coder.decode(data, context: DecodeContext())
        let animation = try #require(again.animation)
        #expect(animation.loopCount == 3 && animation.durations == image.animation?.durations)
        for index in 0..<fixture.frameCount(size) {
            #expect(
                fixture.largestDifference(try animation.frame(at: index, token: CancellationToken()), frame: index) <= 2
            )
        }
        var options = EncodeOptions()
        options.firstFrameOnly = true
        let still = try coder.encode(image, context: EncodeContext(format: .png, options: options))
        #expect(try coder.info(of: still, context: DecodeContext()).format == .png)
    }
}
