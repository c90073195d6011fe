import FoundationEssentials
import Testing
import WebImageCore
import WebImageTesting

@testable import WebImageCoders

/// Over the pictures of `../shared/corpus`; skipped where they are missing.
@Suite(.timeLimit(.minutes(5)), .enabled(if: Corpus.isThere))
struct CorpusTests {
    let manager = CoderManager.standard

    @Test(
        "every file decodes, and in pieces to the same", arguments: ["gif", "webp", "bmp", "ico"].flatMap(Corpus.files))
    func good(_ path: String) async throws {
        try await Thread.run {
            let data = try Corpus.data(path)
            let image = try manager.decode(data, context: DecodeContext())
            #expect(image.info == (try manager.info(of: data, context: DecodeContext())) && !image.isTruncated)
            let pieces = try manager.decodeProgressively(data, pieces: max(997, data.count / 20))
            #expect(pieces.bitmap.hasSamePixels(as: image.bitmap) && pieces.info == image.info)
            guard let animation = image.animation else { return }
            // Any order gives the same frames.
            let last = animation.frameCount - 1
            let jump = try animation.frame(at: last, token: CancellationToken())
            for index in 0..<last { _ = try animation.frame(at: index, token: CancellationToken()) }
            #expect(try animation.frame(at: last, token: CancellationToken()).hasSamePixels(as: jump))
        }
    }

    @Test("the same animation in two formats shows the same")
    func twins() async throws {
        try await Thread.run {
            let gif = try manager.decode(Corpus.data("gif/iss634.gif"), context: DecodeContext())
            let webp = try manager.decode(Corpus.data("webp/iss634.webp"), context: DecodeContext())
            #expect(gif.info.frameCount == 42 && webp.info.durations == gif.info.durations)
            for index in [0, 17, 41] {
                let left = try #require(gif.animation).frame(at: index, token: CancellationToken())
                let right = try #require(webp.animation).frame(at: index, token: CancellationToken())
                var sum = 0
                for (x, y) in [(10, 10), (120, 120), (60, 200), (200, 60), (122, 40), (40, 122)] {
                    sum += abs(Int(left[x, y].green) - Int(right[x, y].green))
                }
                #expect(sum <= 60, "frame \(index)")
            }
        }
    }

    @Test("bad files end in an answer", arguments: Corpus.files("bad").filter { !$0.hasSuffix(".heic") })
    func bad(_ path: String) async throws {
        try await Thread.run {
            let data = try Corpus.data(path)
            for allows in [false, true] {
                var options = DecodeOptions()
                options.allowsTruncated = allows
                options.limits = DecodeLimits(maximumPixels: 1 << 24)
                let context = DecodeContext(options: options)
                do {
                    _ = try manager.decode(data, context: context)
                } catch {
                    #expect(error is WebImageError)
                }
                _ = try? manager.info(of: data, context: context)
                _ = try? manager.decodeProgressively(data, pieces: 500, context: context)
            }
        }
    }
}
