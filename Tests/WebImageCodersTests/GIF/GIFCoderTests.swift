import FoundationEssentials
import Testing
import WebImageCore

@testable import WebImageCoders

@Suite(.timeLimit(.minutes(5)))
struct GIFCoderTests {
    static let stills = [
        "plain", "interlaced", "interlaced-1", "interlaced-2", "interlaced-3", "interlaced-5", "transparent",
        "no-palette", "overhang-first", "zero-screen",
    ]
    static let animations = [
        "keep", "local", "previous", "previous-parts", "background", "background-opaque", "overhang-later",
        "compressed",
    ]
    let coder = GIFCoder()

    @Test("stills show what they should", arguments: stills)
    func still(_ name: String) throws {
        let fixture = try FrameFixture("GIF/\(name).gif")
        let image = try coder.decode(fixture.data, context: DecodeContext())
        #expect(fixture.largestDifference(image.bitmap) == 0)
        #expect(!image.isAnimated && image.info.frameCount == 1 && image.info.durations.isEmpty)
        #expect(image.info == (try coder.info(of: fixture.data, context: DecodeContext())))
    }

    @Test("D-41 every frame shows what it should, in order and at random", arguments: animations)
    func animation(_ name: String) throws {
        let fixture = try FrameFixture("GIF/\(name).gif")
        let image = try coder.decode(fixture.data, context: DecodeContext())
        let animation = try #require(image.animation)
        #expect(animation.frameCount == fixture.frameCount(image.size))
        #expect(fixture.largestDifference(image.bitmap) == 0)
        var order = Array(0..<animation.frameCount)
        order += order.reversed() + [0, animation.frameCount - 1, 1, 0]
        for index in order {
            let frame = try animation.frame(at: index, token: CancellationToken())
            #expect(fixture.largestDifference(frame, frame: index) == 0, "frame \(index)")
        }
    }

    @Test("DEC-08 frames that restore leave no trace, and the background is clear")
    func disposals() throws {
        let previous = try FrameFixture("GIF/previous.gif")
        let image = try coder.decode(previous.data, context: DecodeContext())
        let third = try #require(image.animation).frame(at: 2, token: CancellationToken())
        #expect(previous.largestDifference(third, frame: 2) == 0)
        let background = try FrameFixture("GIF/background-opaque.gif")
        let animation = try #require(coder.decode(background.data, context: DecodeContext()).animation)
        #expect(try animation.frame(at: 2, token: CancellationToken())[2, 2].alpha == 0)
    }

    @Test("the bytes may come in any pieces", arguments: stills + animations, [1, 7, 100])
    func pieces(_ name: String, _ size: Int) throws {
        let fixture = try FrameFixture("GIF/\(name).gif")
        let whole = try coder.decode(fixture.data, context: DecodeContext())
        let image = try coder.decodeProgressively(fixture.data, pieces: size)
        #expect(image.bitmap.hasSamePixels(as: whole.bitmap) && image.bitmap.isOpaque == whole.bitmap.isOpaque)
        #expect(image.info == whole.info && !image.isTruncated)
        #expect(image.animation?.frameCount == whole.animation?.frameCount)
    }

    @Test("the first frame appears row by row, then the frames that are whole")
    func partials() throws {
        let fixture = try FrameFixture("GIF/keep.gif")
        var rows: [Int] = []
        var frames: [Int] = []
        _ = try coder.decodeProgressively(fixture.data, pieces: 16) { partial in
            rows.append((0..<partial.size.height).prefix { partial.bitmap[0, $0].alpha == 255 }.count)
            frames.append(partial.animation?.frameCount ?? 1)
        }
        #expect(rows.first.map { $0 > 0 && $0 < 19 } == true && rows.last == 19)
        #expect(rows == rows.sorted() && frames == frames.sorted() && frames.last == 6)
    }

    @Test("DEC-09 a file cut inside of a frame: an error, or the whole part where the options allow that")
    func truncated() throws {
        var one = GIFBytes(4, 40)
        one.frame(4, 40, color: 1)
        let cutOne = one.data.prefix(one.bytes.count * 6 / 10)
        #expect { try coder.decode(cutOne, context: DecodeContext()) } throws: {
            ($0 as? WebImageError)?.code == .truncated
        }
        var options = DecodeOptions()
        options.allowsTruncated = true
        let part = try coder.decode(cutOne, context: DecodeContext(options: options))
        #expect(part.isTruncated && part.bitmap[0, 0] == PixelColor(red: 255, green: 0, blue: 0))
        #expect(part.bitmap[0, 39] == .clear && !part.bitmap.isOpaque)

        var ten = GIFBytes(4, 4)
        var ends: [Int] = []
        for index in 0..<10 {
            ten.control()
            ten.frame(4, 4, color: UInt8(index % 4))
            ends.append(ten.bytes.count)
        }
        let cutTen = ten.data.prefix(ends[6] - 4)
        #expect { try coder.decode(cutTen, context: DecodeContext()) } throws: {
            ($0 as? WebImageError)?.code == .truncated
        }
        let six = try coder.decode(cutTen, context: DecodeContext(options: options))
        #expect(six.isTruncated && six.animation?.frameCount == 6)
        // Without its trailer only, a file is whole.
        let all = try coder.decode(ten.data, context: DecodeContext())
        #expect(!all.isTruncated && all.animation?.frameCount == 10)
    }

    @Test("DEC-10 repeated clear codes, one after every pixel, no trailer, junk behind it")
    func oddStreams() throws {
        let red = PixelColor(red: 255, green: 0, blue: 0)
        for (clearCodes, clearEach) in [(2, 2), (1, 1), (3, 1)] {
            var gif = GIFBytes(5, 3)
            gif.frame(5, 3, color: 1, clearCodes: clearCodes, clearEach: clearEach)
            let bare = try coder.decode(gif.data, context: DecodeContext())
            gif.end()
            gif.bytes += [0x2C, 0, 0, 1, 2, 3]
            let junk = try coder.decode(gif.data, context: DecodeContext())
            for image in [bare, junk] {
                #expect(image.bitmap[4, 2] == red && image.bitmap.isOpaque && !image.isTruncated && !image.isAnimated)
            }
        }
    }

    @Test(
        "ANIM-02 the loop block counts repeats, its absence is one play",
        arguments: [(nil, 1), (0, 0), (1, 2), (3, 4), (65535, 65536)])
    func loops(_ stored: Int?, _ plays: Int) throws {
        var gif = GIFBytes(2, 2)
        if let stored { gif.loop(stored) }
        for color in 0..<2 { gif.frame(2, 2, color: UInt8(color)) }
        let image = try coder.decode(gif.data, context: DecodeContext())
        #expect(image.info.loopCount == plays && image.animation?.loopCount == plays)
    }

    @Test("ANIM-03 delays of 0 and 10 ms are played as 100 ms, the rest as written")
    func delays() throws {
        var gif = GIFBytes(2, 2)
        for delay in [0, 1, 2, 3, 10] {
            gif.control(delay: delay)
            gif.frame(2, 2, color: 1)
        }
        let image = try coder.decode(gif.data, context: DecodeContext())
        #expect(image.info.durations == [0, 10, 20, 30, 100].map { .milliseconds($0) })
        #expect(image.animation?.durations == [100, 100, 20, 30, 100].map { .milliseconds($0) })
    }

    @Test("ANIM-08 one frame is a still, with and without a control block")
    func oneFrame() throws {
        for hasControl in [true, false] {
            var gif = GIFBytes(2, 2)
            gif.loop(0)
            if hasControl { gif.control(delay: 50) }
            gif.frame(2, 2, color: 2)
            gif.end()
            let image = try coder.decode(gif.data, context: DecodeContext())
            #expect(image.animation == nil && image.info.frameCount == 1)
        }
    }

    @Test("the first frame alone is a still and needs no more of the file")
    func firstFrameOnly() throws {
        let fixture = try FrameFixture("GIF/keep.gif")
        let options = DecodeOptions(firstFrameOnly: true)
        let image = try coder.decode(fixture.data.prefix(330), context: DecodeContext(options: options))
        #expect(image.animation == nil && image.info.frameCount == 1 && fixture.largestDifference(image.bitmap) == 0)
    }

    @Test("thumbnails, the background and the limit of bytes reach poster and frames alike")
    func options() throws {
        let fixture = try FrameFixture("GIF/background.gif")
        var options = DecodeOptions(thumbnail: ThumbnailSize(10))
        options.background = .white
        let image = try coder.decode(fixture.data, context: DecodeContext(options: options))
        let animation = try #require(image.animation)
        #expect(image.size == PixelSize(width: 10, height: 8) && animation.size == image.size)
        #expect(image.info.size == PixelSize(width: 23, height: 19))
        let frame = try animation.frame(at: 1, token: CancellationToken())
        #expect(frame.size == image.size && frame.isOpaque && frame[9, 7] == .white)
        #expect(try animation.frame(at: 0, token: CancellationToken()).hasSamePixels(as: image.bitmap))
        var limited = DecodeOptions()
        limited.limitBytes = 5 * 10 * 8 * 4
        let small = try coder.decode(fixture.data, context: DecodeContext(options: limited))
        #expect(small.size.width * small.size.height <= 80 && small.size.width > 5)
    }

    @Test("what a frame source keeps is a canvas, however many frames there are")
    func retained() throws {
        var gif = GIFBytes(64, 16)
        for index in 0..<500 {
            gif.control()
            gif.frame(64, 16, color: UInt8(index % 4))
        }
        let animation = try #require(coder.decode(gif.data, context: DecodeContext()).animation)
        for index in 0..<500 { _ = try animation.frame(at: index, token: CancellationToken()) }
        #expect(animation.retainedByteCount <= 3 * 64 * 16 * 4)
    }
}
