/// Which frame is shown at which step of a playback.
///
/// Step 0 is the first frame shown. Bouncing modes share the frame at the seam of two loops, and show it once more at the
/// very end, so that the last frame of a playback is the true end of its mode.
struct PlaybackOrder: Sendable, Equatable {
    var mode: PlaybackMode
    /// At least 1.
    var frameCount: Int
    /// 0 is for ever.
    var loopCount: Int

    /// The steps of one loop, without the shared frame at its end.
    var stepsPerLoop: Int {
        switch mode {
        case .normal, .reverse: frameCount
        case .bounce, .reversedBounce: max(1, 2 * frameCount - 2)
        }
    }

    /// The number of steps in all, or nil where there is no end.
    var stepCount: Int? {
        guard loopCount > 0 else { return nil }
        let (steps, overflow) = stepsPerLoop.multipliedReportingOverflow(by: loopCount)
        guard !overflow else { return nil }
        return isBouncing && frameCount > 1 ? steps + 1 : steps
    }

    private var isBouncing: Bool { mode == .bounce || mode == .reversedBounce }

    /// The frame that is shown at `step`.
    func frame(at step: Int) -> Int {
        let position = step % stepsPerLoop
        switch mode {
        case .normal: return position
        case .reverse: return frameCount - 1 - position
        case .bounce: return position < frameCount ? position : 2 * frameCount - 2 - position
        case .reversedBounce: return position < frameCount ? frameCount - 1 - position : position - frameCount + 1
        }
    }

    /// The first step of a loop that shows `frame`.
    func step(showing frame: Int) -> Int {
        switch mode {
        case .normal, .bounce: frame
        case .reverse, .reversedBounce: frameCount - 1 - frame
        }
    }

    /// How many loops are over once `step` has been shown to its end.
    func loopsCompleted(after step: Int) -> Int {
        if let stepCount, step >= stepCount - 1 { return loopCount }
        return (step + 1) / stepsPerLoop
    }

    /// The frames that come at `step` and after it, each once, in the order in which they are needed; at most `limit`.
    func upcoming(from step: Int, limit: Int) -> [Int] {
        var result: [Int] = []
        var seen = [Bool](repeating: false, count: frameCount)
        let end = min(stepCount ?? .max, step + stepsPerLoop)
        var next = step
        while result.count < limit, next < end {
            let frame = frame(at: next)
            if !seen[frame] {
                seen[frame] = true
                result.append(frame)
            }
            next += 1
        }
        return result
    }
}
