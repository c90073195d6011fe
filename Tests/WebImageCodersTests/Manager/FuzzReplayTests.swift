import FoundationEssentials
import Testing
import WebImageCore

@testable import WebImageCoders

/// Inputs that `scripts/fuzz` has found, and small files of every format broken in ways that are the same in every run.
@Suite(.timeLimit(.minutes(5)))
struct FuzzReplayTests {
    private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures")

    /// `Fixtures/Fuzz/<target>/<name>`.
    private static let found: [String] = {
        let folder = fixtures.appending(path: "Fuzz").path()
        let targets = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return targets.sorted().flatMap { target in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/" + target)) ?? []
            return names.sorted().map { "Fuzz/\(target)/\($0)" }
        }
    }()

    private static let whole = [
        "GIF/keep.gif", "GIF/previous-parts.gif", "WebP/animated.webp", "WebP/lossy-alpha.webp", "BMP/rle8.bmp",
        "BMP/icon-sizes.ico", "Codecs/420.avif", "Codecs/sequence.avif", "Codecs/rgb.heic", "Codecs/animated.jxl",
        "Codecs/progressive-6.jxl", "Codecs/tiles.tif", "Codecs/palette.tif",
    ]

    @Test("what the fuzzer found ends in an answer", arguments: found)
    func replay(path: String) throws {
        try #require(!Self.found.isEmpty)
        use(try Data(contentsOf: Self.fixtures.appending(path: path)), path)
    }

    @Test("DEC-23 broken files of every format end in an answer", arguments: whole)
    func mutated(path: String) throws {
        let data = try Data(contentsOf: Self.fixtures.appending(path: path))
        var random = SeededGenerator(seed: UInt64(data.count))
        for round in 0..<25 { use(data.damaged(round, from: 0, using: &random), path) }
    }

    /// A picture inside of the limits, or an error of ours; full size, small, in pieces, every frame.
    private func use(_ data: Data, _ path: String) {
        let manager = CoderManager.standard
        var options = DecodeOptions()
        options.limits.maximumPixels = 1 << 20
        options.limits.maximumFrames = 64
        options.keepsMetadata = true
        options.allowsTruncated = data.count.isMultiple(of: 2)
        let context = DecodeContext(options: options)
        func expectAnswer(_ body: () throws -> DecodedImage?) {
            do {
                guard let image = try body() else { return }
                #expect(image.size.pixelCount.map { $0 <= 1 << 20 } == true, "\(path)")
                guard let animation = image.animation else { return }
                for index in 0..<min(4, animation.frameCount) {
                    _ = try animation.frame(at: index, token: CancellationToken())
                }
            } catch {
                #expect(error is WebImageError, "\(path): \(error)")
            }
        }
        expectAnswer {
            _ = try manager.info(of: data, context: context)
            return nil
        }
        expectAnswer { try manager.decode(data, context: context) }
        expectAnswer {
            var small = context
            small.options.thumbnail = ThumbnailSize(9)
            return try manager.decode(data, context: small)
        }
        expectAnswer {
            try manager.decodeProgressively(data, pieces: max(1, data.count / 4), context: context)
        }
    }
}
