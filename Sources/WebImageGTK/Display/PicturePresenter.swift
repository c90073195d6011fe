#if GTK
    internal import CWebImageGTK
    internal import WebImage

    /// One picture of a widget: the paintable that stays on it, the animation in it, and the transition under way.
    ///
    /// While something moves and is seen, the widget's frame clock drives it; between frames that are far apart a timer
    /// sleeps instead, and nothing runs otherwise.
    @MainActor
    final class PicturePresenter {
        /// Frames that are closer than this are waited for on the frame clock.
        private static let shortWait = Duration.milliseconds(34)

        let paintable: UnsafeMutablePointer<wi_paintable>
        private(set) var image: DecodedImage?
        private(set) var player: AnimationPlayer?
        var animationOptions = AnimationPlayer.Options()
        var playsAutomatically = true
        /// Called when the area in which the picture is drawn has another size.
        var onResize: (@MainActor () -> Void)?

        /// nil once the widget is gone.
        private var widget: UnsafeMutablePointer<GtkWidget>?
        private var transition: (start: Duration?, length: Duration)?
        private var tick: UInt32 = 0
        private var timer: UInt32 = 0
        private var isResizeTold = false

        init(widget: UnsafeMutablePointer<GtkWidget>) {
            self.widget = widget
            paintable = wi_paintable_new()
            wi_paintable_on_resize(
                paintable,
                { data in
                    guard let data else { return }
                    let presenter = Unmanaged<PicturePresenter>.fromOpaque(data)
                        .takeUnretainedValue()
                    MainActor.assumeIsolated { presenter.tellResize() }
                }, Unmanaged.passUnretained(self).toOpaque())
        }

        isolated deinit {
            detach()
            wi_paintable_on_resize(paintable, nil, nil)
            g_object_unref(paintable)
        }

        /// To be called before the widget goes away.
        func detach() {
            stopClock()
            widget = nil
            player = nil
        }

        var isVisible = false {
            didSet {
                guard isVisible != oldValue else { return }
                player?.isHidden = !isVisible
                if !isVisible { endTransition() }
                schedule()
            }
        }

        /// How often the picture was drawn.
        var drawCount: Int { Int(paintable.pointee.draw_count) }

        func show(_ new: DecodedImage?, transition description: DisplayTransition? = nil) {
            endTransition()
            if let description, isVisible, wi_animations_enabled(), description.duration > .zero {
                begin(description)
            }
            image = new
            player = nil
            setTexture(new?.bitmap)
            if let new, let player = AnimationPlayer(new, options: animationOptions) {
                player.isHidden = !isVisible
                self.player = player
                if playsAutomatically { player.play() }
            }
            schedule()
        }

        /// Gives the pixels back and keeps the picture's place.
        func release() {
            endTransition()
            image = nil
            player = nil
            wi_paintable_set(paintable, nil, true)
            stopClock()
        }

        /// To be called after the player was told something.
        func playerDidChange() { schedule() }

        private func setTexture(_ bitmap: Bitmap?) {
            guard let bitmap else { return wi_paintable_set(paintable, nil, false) }
            let memory = bitmap.retainedBytes()
            let texture = wi_texture_new(
                memory.pointer, Int32(clamping: bitmap.width), Int32(clamping: bitmap.height), bitmap.bytesPerRow,
                memory.owner, memory.release)
            wi_paintable_set(paintable, texture, false)
            g_object_unref(texture)
        }

        // MARK: Transition

        private func begin(_ description: DisplayTransition) {
            let (style, edge) = description.code
            guard style != WI_TRANSITION_NONE else { return }
            wi_paintable_begin(paintable, Int32(style), Int32(edge))
            transition = (nil, description.duration)
        }

        private func endTransition() {
            guard transition != nil else { return }
            transition = nil
            wi_paintable_progress(paintable, 1)
        }

        private func advanceTransition(to now: Duration) {
            guard let current = transition else { return }
            guard let start = current.start else {
                transition?.start = now
                return
            }
            let part = (now - start) / current.length
            if part >= 1 { return endTransition() }
            // Slow at both ends.
            wi_paintable_progress(paintable, part * part * (3 - 2 * part))
        }

        // MARK: Clock

        private func schedule() {
            guard let widget, isVisible else { return stopClock() }
            let now = Duration.microseconds(g_get_monotonic_time())
            let next = transition == nil ? player?.nextTick(after: now) : now
            guard let next else { return stopClock() }
            if next - now <= Self.shortWait { return startTicks(widget) }
            stopClock()
            let milliseconds = (next - now) / .milliseconds(1)
            timer = g_timeout_add(
                UInt32(milliseconds.rounded(.down)),
                { data in
                    guard let data else { return 0 }
                    let presenter = Unmanaged<PicturePresenter>.fromOpaque(data)
                        .takeUnretainedValue()
                    MainActor.assumeIsolated { presenter.timerFired() }
                    return 0
                }, Unmanaged.passUnretained(self).toOpaque())
        }

        private func timerFired() {
            timer = 0
            if let widget, isVisible { startTicks(widget) }
        }

        private func startTicks(_ widget: UnsafeMutablePointer<GtkWidget>) {
            stopTimer()
            guard tick == 0 else { return }
            tick = gtk_widget_add_tick_callback(
                widget,
                { _, clock, data in
                    guard let data, let clock else { return 0 }
                    let presenter = Unmanaged<PicturePresenter>.fromOpaque(data)
                        .takeUnretainedValue()
                    let now = Duration.microseconds(gdk_frame_clock_get_frame_time(clock))
                    return MainActor.assumeIsolated { presenter.ticked(at: now) } ? 1 : 0
                }, Unmanaged.passUnretained(self).toOpaque(), nil)
        }

        /// Returns whether the frame clock goes on.
        private func ticked(at now: Duration) -> Bool {
            advanceTransition(to: now)
            if let bitmap = player?.tick(at: now) { setTexture(bitmap) }
            let next = transition == nil ? player?.nextTick(after: now) : now
            if let next, next - now <= Self.shortWait { return true }
            // Removing a callback from inside of it is done by its result.
            tick = 0
            schedule()
            return false
        }

        private func stopClock() {
            stopTimer()
            if tick != 0, let widget { gtk_widget_remove_tick_callback(widget, tick) }
            tick = 0
        }

        private func stopTimer() {
            if timer != 0 { g_source_remove(timer) }
            timer = 0
        }

        /// Whether the frame clock or a timer is under way.
        var isClockRunning: Bool { tick != 0 || timer != 0 }

        private func tellResize() {
            // This comes in the middle of drawing, where nothing may change.
            guard onResize != nil, !isResizeTold else { return }
            isResizeTold = true
            Task { [weak self] in
                self?.isResizeTold = false
                self?.onResize?()
            }
        }
    }

    extension DisplayTransition {
        /// The numbers that the paintable knows it by.
        fileprivate var code: (style: Int, edge: Int) {
            func number(_ edge: Edge) -> Int {
                switch edge {
                case .left: WI_EDGE_LEFT
                case .right: WI_EDGE_RIGHT
                case .top: WI_EDGE_TOP
                case .bottom: WI_EDGE_BOTTOM
                }
            }
            switch style {
            case .crossfade: return (WI_TRANSITION_CROSSFADE, 0)
            case .slide(let edge): return (WI_TRANSITION_SLIDE, number(edge))
            case .flip(let edge): return (WI_TRANSITION_FLIP, number(edge))
            case .custom: return (WI_TRANSITION_NONE, 0)
            }
        }
    }
#endif
