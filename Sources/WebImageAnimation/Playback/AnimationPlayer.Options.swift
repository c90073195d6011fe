public import WebImageCore

extension AnimationPlayer {
    /// How an animation is played.
    public struct Options: Sendable {
        /// Default: normal.
        public var mode: PlaybackMode
        /// Twice as fast is 2; 0 and less stand still. At most 100. Default: 1.
        public var rate: Double
        /// How often it plays in the place of the picture's own count; 0 is for ever. Default: nil, the picture's own.
        public var loopCount: Int?
        /// What is done to each frame, on the decoding threads. Default: nil.
        public var editor: ImageEditor?
        /// The most memory for decoded frames in bytes (0 keeps one frame, `Int.max` all); nil shares the pool's budget. Default: nil.
        public var bufferLimit: Int?

        /// Makes options; all have defaults.
        public init(
            mode: PlaybackMode = .normal, rate: Double = 1, loopCount: Int? = nil, editor: ImageEditor? = nil,
            bufferLimit: Int? = nil
        ) {
            self.mode = mode
            self.rate = rate
            self.loopCount = loopCount
            self.editor = editor
            self.bufferLimit = bufferLimit
        }

        /// ``rate`` within its bounds.
        var speed: Double { rate > 0 ? min(rate, 100) : 0 }

        /// While frames are still to come only the forward order is known.
        func order(of source: any AnimationFrameSource, isComplete: Bool) -> PlaybackOrder {
            PlaybackOrder(
                mode: isComplete ? mode : .normal, frameCount: max(1, source.frameCount),
                loopCount: max(0, loopCount ?? source.loopCount))
        }
    }
}

extension AnimationFrameSource {
    /// One duration for each frame; what is missing, or 10 ms and less, is 100 ms as in browsers.
    var playingDurations: [Duration] {
        let durations = durations
        return (0..<max(1, frameCount)).map { index in
            index < durations.count && durations[index] > .milliseconds(10) ? durations[index] : .milliseconds(100)
        }
    }
}
