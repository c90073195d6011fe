public import WebImageCore

/// Plays an animation: says at each tick of a display's clock which picture is to be shown.
///
/// A player has no clock and no thread of its own. Whoever draws calls ``tick(at:)`` and shows what it gives;
/// ``nextTick(after:)`` says when the next call can change anything, so that nothing runs in between. A tick never decodes
/// and never waits: frames are decoded ahead on the threads of the ``FramePool``.
///
/// Time counts only while ``isPlaying`` and not ``isHidden``. A late tick skips to the frame that is due, but one that is over
/// a second late counts as a pause: playing goes on with the next frame, without a burst. A frame that is not decoded in time is
/// waited for while the old one stays. Players may be used from any thread; closures run on the thread that ticks.
public final class AnimationPlayer: Sendable {
    struct State {
        var playhead: Playhead
        var options: Options
        var buffer: FrameBuffer
        var identifier: Int
        var poster: Bitmap?
        var isPlaying = false
        var isHidden = false
        /// Whether the frame under the playhead has yet to be given out.
        var needsFrame = true
        /// Whether that frame is given out even though nothing plays.
        var isSeeking = false
        var lastTick: Duration?
        var shown: Bitmap?
        var shownIndex: Int?
        var onLoopEnd: (@Sendable (Int) -> Void)?
        var onEnd: (@Sendable () -> Void)?
    }

    let state: Lock<State>
    private let info: ImageInfo
    private let pool: FramePool

    /// A player of the frames of `source`, or nil where there is only one.
    ///
    /// - Parameters:
    ///   - info: What is known about the picture, for editors.
    ///   - poster: The first frame, if it is decoded already.
    ///   - isComplete: Whether `source` has all the frames; see ``update(_:isComplete:)``.
    public init?(
        source: any AnimationFrameSource, info: ImageInfo? = nil, poster: Bitmap? = nil, isComplete: Bool = true,
        options: Options = Options(), pool: FramePool = .shared
    ) {
        guard source.frameCount > 1 || !isComplete, !source.size.isEmpty else { return nil }
        let info = info ?? ImageInfo(format: .png, size: source.size)
        self.info = info
        self.pool = pool
        let buffer = pool.buffer(for: source, editor: options.editor, info: info)
        var playhead = Playhead(
            order: options.order(of: source, isComplete: isComplete), durations: source.playingDurations)
        playhead.isGrowing = !isComplete
        state = Lock(
            State(
                playhead: playhead, options: options, buffer: buffer, identifier: buffer.makeIdentifier(),
                poster: poster))
    }

    /// A player of an animated picture, or nil for a still.
    public convenience init?(_ image: DecodedImage, options: Options = Options(), pool: FramePool = .shared) {
        guard let source = image.animation else { return nil }
        self.init(source: source, info: image.info, poster: image.bitmap, options: options, pool: pool)
    }

    deinit { state.withLock { $0.buffer.leave($0.identifier) } }

    // MARK: Control

    /// Starts, or goes on after ``pause()``; after the end, begins again with all loops.
    public func play() {
        state.withLock { state in
            guard !state.isPlaying else { return }
            if state.playhead.hasEnded {
                state.playhead.reset()
                state.needsFrame = true
            }
            state.isPlaying = true
            state.lastTick = nil
            state.want()
        }
    }

    /// Stands still on the frame that is shown. Frames stay decoded.
    public func pause() {
        state.withLock { state in
            state.isPlaying = false
            state.lastTick = nil
        }
    }

    /// Ends playing: the next ``play()`` begins with the first frame and all loops. What is shown stays; frames are let go.
    public func stop() {
        state.withLock { state in
            state.isPlaying = false
            state.lastTick = nil
            state.playhead.reset()
            state.needsFrame = true
            state.isSeeking = false
            state.buffer.leave(state.identifier)
        }
    }

    /// Goes to a frame of the loop under way, also while paused; a tick gives it out once it is decoded.
    ///
    /// An `index` outside of the animation is ignored.
    public func seek(to index: Int) {
        state.withLock { state in
            guard index >= 0, index < state.playhead.order.frameCount else { return }
            state.playhead.seek(to: index)
            state.needsFrame = true
            state.isSeeking = true
            state.lastTick = nil
            state.want()
        }
    }

    /// Starts to decode what comes next, before anything plays.
    public func prepare() { state.withLock { $0.want() } }

    /// Whether nobody can see the animation: time stands still, and all frames but the one shown are let go.
    public var isHidden: Bool {
        get { state.withLock { $0.isHidden } }
        set {
            state.withLock { state in
                guard state.isHidden != newValue else { return }
                state.isHidden = newValue
                state.lastTick = nil
                if newValue {
                    state.buffer.leave(state.identifier)
                } else if state.isPlaying || state.isSeeking {
                    state.want()
                }
            }
        }
    }

    /// Takes a source with more frames, while a file still arrives.
    ///
    /// Until all frames are here the animation plays forwards and waits on the last frame known; frames that are decoded
    /// already are kept. A source with fewer frames or of another size is ignored.
    public func update(_ source: any AnimationFrameSource, isComplete: Bool) {
        state.withLock { state in
            let old = state.buffer
            guard source.size == old.source.size, source.frameCount >= state.playhead.order.frameCount else { return }
            let new = makeBuffer(source, editor: state.options.editor)
            state.playhead.isGrowing = !isComplete
            state.playhead.change(
                to: state.options.order(of: source, isComplete: isComplete), durations: source.playingDurations)
            guard new !== old else { return }
            // Edited frames may have another size than the source's and are made again.
            if state.options.editor == nil { new.adopt(old.frames) }
            state.move(to: new)
        }
    }

    func makeBuffer(_ source: any AnimationFrameSource, editor: ImageEditor?) -> FrameBuffer {
        pool.buffer(for: source, editor: editor, info: info)
    }

    // MARK: Clock

    /// What is to be shown at `now`, or nil where that has not changed.
    ///
    /// - Parameter now: The time of the display's clock; any fixed moment may be its zero.
    public func tick(at now: Duration) -> Bitmap? {
        let (bitmap, move, onLoopEnd, onEnd) = state.withLock { state in
            let (bitmap, move) = state.tick(at: now)
            return (bitmap, move, state.onLoopEnd, state.onEnd)
        }
        if let loops = move.endedLoops, let onLoopEnd { for loop in loops { onLoopEnd(loop) } }
        if move.ended { onEnd?() }
        return bitmap
    }

    /// When ``tick(at:)`` can next give something new; nil while nothing moves.
    public func nextTick(after now: Duration) -> Duration? {
        state.withLock { state in
            guard !state.isHidden else { return nil }
            if state.needsFrame { return state.isPlaying || state.isSeeking ? now : nil }
            guard state.isPlaying, state.playhead.canMove, state.options.speed > 0 else { return nil }
            guard let lastTick = state.lastTick else { return now }
            return max(now, lastTick + state.playhead.remaining / state.options.speed)
        }
    }
}
