import Testing

@testable import WebImageAnimation

@Suite(.timeLimit(.minutes(5)))
struct PlayheadTests {
    private func playhead(_ durations: [Int], mode: PlaybackMode = .normal, loops: Int = 0) -> Playhead {
        Playhead(
            order: PlaybackOrder(mode: mode, frameCount: durations.count, loopCount: loops),
            durations: durations.map { .milliseconds($0) })
    }

    @Test("ANIM-04 each frame has its own time")
    func ownTimes() {
        var head = playhead([5000] + Array(repeating: 100, count: 48))
        var changes: [(frame: Int, at: Int)] = []
        for tick in 1...(9800 / 10) where head.advance(by: .milliseconds(10), isAvailable: { _ in true }).moved {
            changes.append((head.frame, tick * 10))
        }
        #expect(changes.map(\.frame) == Array(1...48) + [0])
        #expect(changes.map(\.at) == (0...48).map { 5000 + $0 * 100 })
    }

    @Test("a late tick skips to the frame that is due")
    func late() {
        var head = playhead([100, 100, 100, 100, 100])
        let move = head.advance(by: .milliseconds(350), isAvailable: { _ in true })
        #expect(move.moved && head.frame == 3)
        #expect(head.remaining == .milliseconds(50))
    }

    @Test("ANIM-05 a tick that is over a second late goes on with the next frame")
    func stall() {
        var head = playhead([100, 100, 100, 100, 100])
        _ = head.advance(by: .seconds(30), isAvailable: { _ in true })
        #expect(head.frame == 1)
        #expect(head.remaining == .milliseconds(100))
    }

    @Test("PLY-09 ANIM-10 a frame that is missing is waited for, and the clock with it")
    func missing() {
        var head = playhead([100, 100, 100])
        #expect(!head.advance(by: .milliseconds(190), isAvailable: { $0 != 1 && $0 != 2 }).moved)
        #expect(head.frame == 0)
        #expect(head.remaining == .zero)
        #expect(head.advance(by: .milliseconds(1), isAvailable: { _ in true }).moved)
        #expect(head.frame == 1)
        #expect(head.remaining == .milliseconds(99))
    }

    @Test("of several frames that are due, the furthest that is there is shown")
    func partlyMissing() {
        var head = playhead([100, 100, 100, 100])
        #expect(head.advance(by: .milliseconds(350), isAvailable: { $0 <= 1 }).moved)
        #expect(head.frame == 1)
        #expect(head.remaining == .zero)
    }

    @Test("ANIM-01 loops end after the last frame, the playback on the last frame")
    func loops() {
        var head = playhead(Array(repeating: 100, count: 10), loops: 2)
        var frames = [0]
        var log: [String] = []
        for _ in 0..<200 {
            let move = head.advance(by: .milliseconds(20), isAvailable: { _ in true })
            if move.moved { frames.append(head.frame) }
            if let loops = move.endedLoops { log.append("\(loops) at \(frames.count)") }
            if move.ended { log.append("end") }
        }
        #expect(frames == Array(0...9) + Array(0...9))
        #expect(log == ["1...1 at 11", "2...2 at 20", "end"])
        #expect(head.hasEnded && head.frame == 9 && head.completedLoops == 2)
    }

    @Test("one tick over several loops tells each of them")
    func severalLoops() {
        var head = playhead([20, 20], loops: 3)
        let move = head.advance(by: .milliseconds(130), isAvailable: { _ in true })
        #expect(move.endedLoops == 1...3)
        #expect(move.ended && head.frame == 1)
    }

    @Test("the last frame must have been shown before the end")
    func endWaits() {
        var head = playhead([100, 100], loops: 1)
        let move = head.advance(by: .milliseconds(500), isAvailable: { $0 == 0 })
        #expect(!move.ended && head.frame == 0)
        _ = head.advance(by: .milliseconds(1), isAvailable: { _ in true })
        #expect(head.frame == 1 && !head.hasEnded)
        #expect(head.advance(by: .milliseconds(100), isAvailable: { _ in true }).ended)
    }

    @Test("PLY-19 the last frame known is held while more may come")
    func growing() {
        var head = playhead([100, 100], loops: 1)
        head.isGrowing = true
        #expect(head.advance(by: .milliseconds(350), isAvailable: { _ in true }).moved)
        #expect(head.frame == 1 && !head.canMove)
        head.change(
            to: PlaybackOrder(mode: .normal, frameCount: 3, loopCount: 1),
            durations: Array(repeating: .milliseconds(100), count: 3))
        head.isGrowing = false
        #expect(head.canMove && head.frame == 1)
        _ = head.advance(by: .milliseconds(100), isAvailable: { _ in true })
        #expect(head.frame == 2)
    }

    @Test("a change of mode keeps the frame")
    func changeMode() {
        var head = playhead([100, 100, 100, 100])
        _ = head.advance(by: .milliseconds(100), isAvailable: { _ in true })
        head.change(
            to: PlaybackOrder(mode: .reverse, frameCount: 4, loopCount: 0), durations: head.durations)
        #expect(head.frame == 1)
        _ = head.advance(by: .milliseconds(100), isAvailable: { _ in true })
        #expect(head.frame == 0)
    }
}
