import FoundationEssentials
import Testing
import WebImageCore

@testable import WebImageCoders

/// Replays of what the fuzz targets do: cut and flipped files end in an error or a picture, never in a crash or a hang.
@Suite(.timeLimit(.minutes(5)))
struct MutationTests {
    private static let files = [
        "JPEG/ycbcr420.jpg", "JPEG/progressive.jpg", "JPEG/cmyk.jpg", "JPEG/profile.jpg", "JPEG/orientation-6.jpg",
        "PNG/type6-16.png", "PNG/type3-4-adam7.png", "PNG/clear3-8.png", "PNG/profile.png", "PNG/orientation-text.png",
        "APNG/operations.png", "APNG/hidden.png",
    ]

    @Test("DEC-23 flipped bytes", arguments: files)
    func flipped(path: String) throws {
        let data = try FrameFixture(path).data
        var generator = SeededGenerator(seed: UInt64(data.count))
        for round in 0..<150 {
            var broken = data
            for _ in 0...round % 5 {
                broken[Int.random(in: 0..<data.count, using: &generator)] ^=
                    1 << UInt8.random(in: 0..<8, using: &generator)
            }
            useEverything(broken, allowsTruncated: round.isMultiple(of: 2))
        }
    }

    @Test("DEC-23 cut at every length", arguments: files)
    func cut(path: String) throws {
        let data = try FrameFixture(path).data
        for count in stride(from: 0, to: data.count, by: max(1, data.count / 120)) {
            useEverything(data.prefix(count), allowsTruncated: count.isMultiple(of: 2))
        }
    }

    /// The chunks of a PNG, exchanged, doubled and left out.
    @Test("APNG sequences in the wrong order", arguments: ["APNG/operations.png", "APNG/hidden.png"])
    func chunks(path: String) throws {
        let data = try FrameFixture(path).data
        var chunks: [Data] = []
        data.withUnsafeBytes { bytes in
            let bytes = PNGBytes(bytes)
            PNGChunk.forEach(in: bytes) { chunk in
                chunks.append(bytes.data(chunk.content.lowerBound - 8..<chunk.content.upperBound + 4))
                return true
            }
        }
        var generator = SeededGenerator(seed: 11)
        for round in 0..<200 {
            var mixed = chunks
            let first = Int.random(in: 1..<mixed.count, using: &generator)
            let second = Int.random(in: 1..<mixed.count, using: &generator)
            switch round % 3 {
            case 0: mixed.swapAt(first, second)
            case 1: mixed.insert(mixed[first], at: second)
            default: mixed.remove(at: first)
            }
            useEverything(mixed.reduce(data.prefix(8), +), allowsTruncated: round.isMultiple(of: 2))
        }
    }

    private func useEverything(_ data: Data, allowsTruncated: Bool) {
        var options = DecodeOptions(thumbnail: allowsTruncated ? ThumbnailSize(9) : nil)
        options.allowsTruncated = allowsTruncated
        options.limits.maximumPixels = 1 << 20
        let context = DecodeContext(options: options)
        let manager = CoderManager.standard
        _ = try? manager.info(of: data, context: context)
        if let image = try? manager.decode(data, context: context) {
            #expect(!image.size.isEmpty)
            if let animation = image.animation {
                _ = try? animation.frame(at: animation.frameCount - 1, token: CancellationToken())
            }
        }
        _ = try? manager.decodeProgressively(data, pieces: max(1, data.count / 4), context: context)
    }
}
