import Glibc
import Testing
import WebImageAnimation
import WebImageCore

/// Blocks until `condition` holds: for work on other threads that has no signal of its own.
///
/// What doesn't come in a minute never will; the test fails instead of keeping its thread from all others.
func wait(until condition: () -> Bool) {
    let end = ContinuousClock.now + .seconds(60)
    while !condition() {
        guard ContinuousClock.now < end else {
            Issue.record("What the test waits for did not come.")
            return
        }
        sched_yield()
    }
}

/// The number in the only pixel of a frame.
func number(of bitmap: Bitmap?) -> Int? { bitmap.map { Int($0[0, 0].red) } }

extension AnimationPlayer {
    /// Ticks once as soon as all frames are decoded, so that what a tick gives depends on time alone.
    func readyTick(at now: Duration) -> Int? {
        wait { bufferedFrameCount == frameCount || !isPlaying }
        return number(of: tick(at: now))
    }

    /// The numbers of the frames that are given out by ticks every `interval` up to `end`.
    func run(every interval: Duration, until end: Duration) -> [Int] {
        var shown: [Int] = []
        var now = Duration.zero
        while now <= end {
            if let number = readyTick(at: now) { shown.append(number) }
            now += interval
        }
        return shown
    }
}
