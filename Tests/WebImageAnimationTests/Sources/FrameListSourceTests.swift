import Testing
import WebImageAnimation
import WebImageCore

@Suite(.timeLimit(.minutes(5)))
struct FrameListSourceTests {
    @Test("D-48 a list of frames with times and loops")
    func list() throws {
        let frames = try (0..<3).map { try CountingSource.bitmap($0) }
        let source = try FrameListSource(frames, durations: [.seconds(1), .seconds(2), .seconds(3)], loopCount: 2)
        #expect(source.frameCount == 3 && source.loopCount == 2 && source.durations[2] == .seconds(3))
        #expect(try source.frame(at: 1, token: CancellationToken())[0, 0].red == 1)
        #expect(source.retainedByteCount == 3 * 64)
    }

    @Test("lists that make no animation are refused")
    func refused() throws {
        let one = try CountingSource.bitmap(0)
        let other = try CountingSource.bitmap(0, size: PixelSize(width: 2, height: 1))
        #expect(throws: WebImageError.self) { try FrameListSource([], durations: []) }
        #expect(throws: WebImageError.self) { try FrameListSource([one, other], durations: [.zero, .zero]) }
        #expect(throws: WebImageError.self) { try FrameListSource([one, one], durations: [.zero]) }
        let lies = try FrameListSource(size: one.size, durations: [.seconds(1)]) { _, _ in other }
        #expect(throws: WebImageError.self) { try lies.frame(at: 0, token: CancellationToken()) }
    }

    @Test("a cancelled token ends the work")
    func cancelled() throws {
        let source = try FrameListSource([try CountingSource.bitmap(0)], durations: [.seconds(1)])
        let token = CancellationToken()
        token.cancel()
        #expect(throws: WebImageError.self) { try source.frame(at: 0, token: token) }
    }
}
