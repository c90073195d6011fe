/// The position of a playback and how it moves with time: pure arithmetic, no clock and no pixels.
struct Playhead: Sendable {
    /// What a call to ``advance(by:isAvailable:)`` did.
    struct Move: Equatable {
        /// Whether another frame is to be shown.
        var moved = false
        /// The numbers of the loops that ended, counted from 1.
        var endedLoops: ClosedRange<Int>?
        /// Whether the last frame has had its time.
        var ended = false
    }

    /// A tick that comes later than this after its frame was due is no slow machine but a pause: hidden window,
    /// blocked main loop, suspended computer.
    static let longestDelay = Duration.seconds(1)

    var order: PlaybackOrder
    /// As long as there are frames.
    var durations: [Duration]
    /// Whether more frames may come: then the last one known is held, and its loop does not end.
    var isGrowing = false
    private(set) var step = 0
    /// How long the frame at ``step`` has been shown, in the animation's own time.
    private(set) var elapsed = Duration.zero
    private(set) var hasEnded = false

    init(order: PlaybackOrder, durations: [Duration]) {
        self.order = order
        self.durations = durations
    }

    var frame: Int { order.frame(at: step) }

    /// The loops that are over.
    var completedLoops: Int { hasEnded ? order.loopCount : loop(of: step) }

    /// The time until the frame at ``step`` has had its own; zero if that is past.
    var remaining: Duration { max(.zero, durations[frame] - elapsed) }

    /// Whether time can change anything.
    var canMove: Bool { !hasEnded && !isLastKnown(step) }

    /// Lets `time` pass.
    ///
    /// The furthest frame that is due and available becomes the current one; those between are skipped. A frame that is due
    /// but not available is waited for: the clock stands still meanwhile, so a slow decoder slows the playback and never drops frames.
    ///
    /// - Parameter longestDelay: How far in the animation's time the frame may be overdue before that counts as a pause.
    mutating func advance(
        by time: Duration, longestDelay: Duration = Self.longestDelay, isAvailable: (Int) -> Bool
    ) -> Move {
        var move = Move()
        guard canMove, time > .zero else { return move }
        elapsed += time
        if elapsed - durations[frame] > longestDelay { elapsed = durations[frame] }
        var candidate = step
        var used = Duration.zero
        while !isLastKnown(candidate), elapsed - used >= durations[order.frame(at: candidate)] {
            if let stepCount = order.stepCount, candidate == stepCount - 1 {
                // The true last frame must have been on screen before the end is told.
                if candidate == step { end(into: &move) }
                break
            }
            used += durations[order.frame(at: candidate)]
            candidate += 1
            guard isAvailable(order.frame(at: candidate)) else { continue }
            take(candidate, into: &move)
            elapsed -= used
            used = .zero
        }
        elapsed = min(elapsed, durations[frame])
        return move
    }

    private mutating func take(_ next: Int, into move: inout Move) {
        let before = loop(of: step)
        let after = loop(of: next)
        if after > before { extend(&move, with: before + 1...after) }
        step = next
        move.moved = true
    }

    private mutating func end(into move: inout Move) {
        extend(&move, with: loop(of: step) + 1...order.loopCount)
        hasEnded = true
        move.ended = true
    }

    private func extend(_ move: inout Move, with loops: ClosedRange<Int>) {
        move.endedLoops = min(move.endedLoops?.lowerBound ?? loops.lowerBound, loops.lowerBound)...loops.upperBound
    }

    /// The number of the loop that a step belongs to, from 0; the closing frame of a bounce belongs to the last loop.
    private func loop(of step: Int) -> Int {
        let loop = step / order.stepsPerLoop
        return order.loopCount > 0 ? min(loop, order.loopCount - 1) : loop
    }

    private func isLastKnown(_ step: Int) -> Bool {
        isGrowing && step % order.stepsPerLoop == order.frameCount - 1
    }

    /// Goes to a frame, in the loop that is under way, with its whole time ahead.
    mutating func seek(to frame: Int) {
        step = loop(of: step) * order.stepsPerLoop + order.step(showing: frame)
        elapsed = .zero
        hasEnded = false
    }

    /// Goes back to the beginning.
    mutating func reset() {
        step = 0
        elapsed = .zero
        hasEnded = false
    }

    /// Takes another order or number of frames and stays on the frame that is shown.
    mutating func change(to newOrder: PlaybackOrder, durations newDurations: [Duration]) {
        let frame = min(self.frame, newOrder.frameCount - 1)
        let loops = completedLoops
        order = newOrder
        durations = newDurations
        guard !hasEnded else { return }
        let loop = newOrder.loopCount > 0 ? min(loops, newOrder.loopCount - 1) : loops
        step = loop * newOrder.stepsPerLoop + newOrder.step(showing: frame)
    }
}
