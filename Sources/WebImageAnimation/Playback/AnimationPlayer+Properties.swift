public import WebImageCore

extension AnimationPlayer {
    /// Whether the animation moves, or would if it were not hidden.
    public var isPlaying: Bool { state.withLock { $0.isPlaying } }

    /// Whether the last loop is over; the true last frame stays shown.
    public var hasEnded: Bool { state.withLock { $0.playhead.hasEnded } }

    /// How many frames the animation has.
    public var frameCount: Int { state.withLock { $0.playhead.order.frameCount } }

    /// The number of the frame that was given out last; 0 before the first.
    public var currentFrameIndex: Int { state.withLock { $0.shownIndex ?? 0 } }

    /// The frame that was given out last.
    public var currentFrame: Bitmap? { state.withLock { $0.shown } }

    /// How many loops are over.
    public var completedLoops: Int { state.withLock { $0.playhead.completedLoops } }

    /// How many loops there are in all: the picture's own count, or ``Options/loopCount``; 0 is for ever.
    public var loopCount: Int { state.withLock { $0.playhead.order.loopCount } }

    /// How many frames are decoded and kept now.
    public var bufferedFrameCount: Int { state.withLock { $0.buffer.keptFrames.count } }

    /// How the animation is played; each change takes effect at once.
    public var options: Options {
        get { state.withLock { $0.options } }
        set {
            state.withLock { state in
                let source = state.buffer.source
                let isOtherEditor = state.options.editor?.key != newValue.editor?.key
                state.options = newValue
                let order = newValue.order(of: source, isComplete: !state.playhead.isGrowing)
                if order != state.playhead.order {
                    state.playhead.change(to: order, durations: state.playhead.durations)
                }
                if isOtherEditor {
                    state.move(to: makeBuffer(source, editor: newValue.editor))
                } else if state.isPlaying || state.buffer.isActive {
                    state.want()
                }
            }
        }
    }

    /// Called when a loop is over, with its number from 1, after its last frame has had its time.
    public var onLoopEnd: (@Sendable (Int) -> Void)? {
        get { state.withLock { $0.onLoopEnd } }
        set { state.withLock { $0.onLoopEnd = newValue } }
    }

    /// Called once when the last loop is over.
    public var onEnd: (@Sendable () -> Void)? {
        get { state.withLock { $0.onEnd } }
        set { state.withLock { $0.onEnd = newValue } }
    }
}
