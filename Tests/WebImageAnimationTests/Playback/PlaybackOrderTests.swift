import Testing

@testable import WebImageAnimation

@Suite(.timeLimit(.minutes(5)))
struct PlaybackOrderTests {
    private func frames(_ mode: PlaybackMode, count: Int, loops: Int) -> [Int] {
        let order = PlaybackOrder(mode: mode, frameCount: count, loopCount: loops)
        return (0..<(order.stepCount ?? 0)).map(order.frame(at:))
    }

    @Test("PLY-05 PLY-07 each mode ends on its true last frame")
    func modes() {
        #expect(frames(.normal, count: 3, loops: 2) == [0, 1, 2, 0, 1, 2])
        #expect(frames(.reverse, count: 3, loops: 2) == [2, 1, 0, 2, 1, 0])
        #expect(frames(.bounce, count: 3, loops: 1) == [0, 1, 2, 1, 0])
        #expect(frames(.bounce, count: 3, loops: 2) == [0, 1, 2, 1, 0, 1, 2, 1, 0])
        #expect(frames(.reversedBounce, count: 3, loops: 1) == [2, 1, 0, 1, 2])
    }

    @Test("two frames and one frame", arguments: PlaybackMode.allCases)
    func small(mode: PlaybackMode) {
        #expect(frames(mode, count: 1, loops: 2) == [0, 0])
        let two = frames(mode, count: 2, loops: 1)
        #expect(two == (mode == .normal || mode == .reverse ? [two[0], 1 - two[0]] : [two[0], 1 - two[0], two[0]]))
    }

    @Test("no end, and counts that overflow are no end either")
    func endless() {
        #expect(PlaybackOrder(mode: .normal, frameCount: 3, loopCount: 0).stepCount == nil)
        #expect(PlaybackOrder(mode: .normal, frameCount: 3, loopCount: .max).stepCount == nil)
    }

    @Test("D-39 B-90 what comes next, each frame once, round the end, never past the last loop")
    func upcoming() {
        let endless = PlaybackOrder(mode: .normal, frameCount: 4, loopCount: 0)
        #expect(endless.upcoming(from: 2, limit: 3) == [2, 3, 0])
        #expect(endless.upcoming(from: 2, limit: 9) == [2, 3, 0, 1])
        let once = PlaybackOrder(mode: .normal, frameCount: 4, loopCount: 1)
        #expect(once.upcoming(from: 2, limit: 9) == [2, 3])
        #expect(once.upcoming(from: 4, limit: 9) == [])
        let bounce = PlaybackOrder(mode: .bounce, frameCount: 4, loopCount: 0)
        #expect(bounce.upcoming(from: 2, limit: 9) == [2, 3, 1, 0])
    }
}
