internal import WebImageCore

extension AnimationPlayer.State {
    /// Tells the buffer what is needed next, unless nobody sees it.
    func want() {
        guard !isHidden else { return }
        if let poster, options.editor == nil, needsFrame, playhead.frame == 0 { buffer.adopt([0: poster]) }
        let cursor = FrameBuffer.Cursor(
            order: playhead.order, step: needsFrame ? playhead.step : playhead.step + 1, limit: options.bufferLimit)
        buffer.want(cursor, for: identifier)
    }

    mutating func move(to new: FrameBuffer) {
        let wasNeeded = isPlaying || needsFrame
        let old = buffer
        let oldIdentifier = identifier
        buffer = new
        identifier = new.makeIdentifier()
        if wasNeeded { want() }
        old.leave(oldIdentifier)
    }

    mutating func tick(at now: Duration) -> (Bitmap?, Playhead.Move) {
        guard !isHidden else { return (nil, Playhead.Move()) }
        if needsFrame { return (showPending(at: now), Playhead.Move()) }
        guard isPlaying else { return (nil, Playhead.Move()) }
        let speed = options.speed
        let time = lastTick.map { (now - $0) * speed } ?? .zero
        lastTick = now
        let buffer = buffer
        let move = playhead.advance(by: time, longestDelay: Playhead.longestDelay * max(1, speed)) {
            buffer.isSettled($0)
        }
        var bitmap: Bitmap?
        if move.moved {
            bitmap = buffer.frame(at: playhead.frame)
            show(bitmap)
            if !move.ended { want() }
        }
        if move.ended {
            isPlaying = false
            lastTick = nil
            buffer.leave(identifier)
        }
        return (bitmap, move)
    }

    /// The frame under the playhead, if it is there by now; its time begins when it is given out.
    private mutating func showPending(at now: Duration) -> Bitmap? {
        guard isPlaying || isSeeking, buffer.isSettled(playhead.frame) else { return nil }
        needsFrame = false
        isSeeking = false
        lastTick = isPlaying ? now : nil
        let bitmap = buffer.frame(at: playhead.frame)
        show(bitmap)
        if isPlaying { want() }
        return bitmap
    }

    private mutating func show(_ bitmap: Bitmap?) {
        if let bitmap { shown = bitmap }
        shownIndex = playhead.frame
    }
}
