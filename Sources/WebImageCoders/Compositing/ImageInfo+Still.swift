internal import WebImageCore

extension ImageInfo {
    /// Forgets the animation: the picture is shown as its first frame.
    mutating func reduceToStill() {
        frameCount = 1
        loopCount = 1
        durations = []
    }

    /// The durations as a player has them: times of 10 ms and less stand as 100 ms, as in browsers.
    var playedDurations: [Duration] {
        durations.map { $0 <= .milliseconds(10) ? .milliseconds(100) : $0 }
    }
}
