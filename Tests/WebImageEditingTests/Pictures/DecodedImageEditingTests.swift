import Testing
import WebImageCore
import WebImageEditing
import WebImageTesting

@Suite(.timeLimit(.minutes(5)))
struct DecodedImageEditingTests {
    /// Frames of one gray each; counts how often one is asked for.
    final class Frames: AnimationFrameSource {
        let size = PixelSize(width: 8, height: 6)
        let frameCount = 3
        let loopCount = 2
        let durations: [Duration] = [.milliseconds(50), .milliseconds(100), .milliseconds(150)]
        let retainedByteCount = 77
        let asked = Lock(0)

        func frame(at index: Int, token: CancellationToken) throws -> Bitmap {
            asked.withLock { $0 += 1 }
            return try Bitmap.drawn(8, 6) { x, _ in 0xFF00_0000 | UInt32(index * 16 + x) }
        }
    }

    static func picture(_ frames: Frames) throws -> DecodedImage {
        var info = ImageInfo(format: .gif, size: frames.size)
        info.frameCount = 3
        info.loopCount = 2
        info.durations = frames.durations
        return DecodedImage(
            bitmap: try frames.frame(at: 0, token: CancellationToken()), animation: frames, info: info)
    }

    @Test("A3-33 A3-34 the editor's key is on the result, none on an original")
    func editKey() throws {
        let original = try Self.picture(Frames())
        #expect(original.editKey == nil)
        let editor: ImageEditor = .thumbnail(4) + .grayscale
        #expect(try original.edited(by: editor).editKey == editor.key)
        #expect(try original.edited(by: .identity).editKey == nil)
    }

    @Test("frames are edited when they are asked for, each by its number")
    func frames() throws {
        let frames = Frames()
        let original = try Self.picture(frames)
        let editor: ImageEditor = .crop(PixelRect(x: 4, y: 0, width: 2, height: 2))
        let before = frames.asked.withLock { $0 }
        let edited = try original.edited(
            by: editor
                + .filter(key: "index") { bitmap, context in
                    #expect(bitmap.pixels[0] & 255 == UInt32(context.frameIndex * 16 + 4))
                    return bitmap
                })
        #expect(frames.asked.withLock { $0 } == before)
        let animation = try #require(edited.animation)
        #expect(animation.frameCount == 3 && animation.loopCount == 2 && animation.durations == frames.durations)
        #expect(animation.size == PixelSize(width: 2, height: 2) && edited.info.size == animation.size)
        #expect(animation.retainedByteCount == 77)
        let last = try animation.frame(at: 2, token: CancellationToken())
        #expect(last.pixels[0] == 0xFF00_0024)
        #expect(frames.asked.withLock { $0 } == before + 1)
        // An edit of the edited picture goes on top.
        let twice = try #require(try edited.edited(by: .crop(PixelRect(x: 1, y: 0, width: 1, height: 1))).animation)
        #expect(try twice.frame(at: 1, token: CancellationToken()).pixels == [0xFF00_0015])
    }

    @Test("without its animation the result is a still")
    func still() throws {
        let still = try Self.picture(Frames()).edited(by: .flip(horizontally: true), keepsAnimation: false)
        #expect(!still.isAnimated && still.info.frameCount == 1 && still.info.durations.isEmpty)
        #expect(still.bitmap.pixels[0] == 0xFF00_0007)
    }

    @Test("frames that come out in another size are an error")
    func differentSizes() throws {
        let edited = try Self.picture(Frames()).edited(
            by: .filter(key: "shrinking") { bitmap, context in
                try bitmap.cropped(to: PixelRect(x: 0, y: 0, width: 8 - context.frameIndex, height: 6))
            })
        let animation = try #require(edited.animation)
        #expect(throws: WebImageError.self) { try animation.frame(at: 1, token: CancellationToken()) }
    }

    @Test("an edit's own error is inside of ours; a cancelled one says so")
    func errors() throws {
        struct Own: Error {}
        let picture = try Self.picture(Frames())
        let failing = ImageEditor.filter(key: "failing") { _, _ in throw Own() }
        do {
            _ = try picture.edited(by: failing)
            Issue.record("no error")
        } catch {
            #expect(error.code == .editFailed && error.underlying?.contains("Own") == true)
        }
        let token = CancellationToken()
        token.cancel()
        for editor: ImageEditor in [.blur(sigma: 3), .rotate(degrees: 10), .grayscale, .thumbnail(3)] {
            #expect { try picture.edited(by: editor, token: token) } throws: {
                ($0 as? WebImageError)?.code == .cancelled
            }
        }
    }
}
