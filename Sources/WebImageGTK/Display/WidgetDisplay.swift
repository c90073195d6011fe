#if GTK
    internal import CWebImageGTK
    public import WebImage

    /// Shows pictures in a GTK 4 widget, which may come from any binding: all it needs is the C pointer.
    ///
    /// ```swift
    /// let picture = WidgetDisplay.picture(pointer)
    /// picture.setImage(with: "https://example.org/cat.webp", options: options)
    /// ```
    ///
    /// A widget has one display, which lives as long as the widget does; asking again gives the same one. When the widget is
    /// unmapped, animations stop and their frames are let go, and pictures that the manager can bring back are too; when
    /// it is mapped again they come out of the memory cache at once. When the widget goes away its loads are cancelled.
    @MainActor
    public final class WidgetDisplay: ImageDisplay {
        /// How a paintable gets onto the widget; called once for each key.
        public typealias Attach = @MainActor (_ key: DisplayKey, _ paintable: OpaquePointer) -> Void

        private static let dataKey = "webimage-display"
        /// Frames after mapping in which a widget without a size may still get one.
        private static let layoutFrames = 3

        public let displayState = DisplayState()

        /// Whether pictures are let go while the widget is unmapped, where they can be brought back. Default: true.
        public var releasesWhenUnmapped = true

        /// Set by views that know the size of their cells before any layout, in device-independent pixels.
        var fixedSize: PixelSize?

        let widget: UnsafeMutablePointer<GtkWidget>
        private let attach: Attach
        private var presenters: [DisplayKey: PicturePresenter] = [:]
        private var framesSinceMap = 0
        /// The keys whose pictures were let go while nobody saw them.
        private var released: Set<DisplayKey> = []
        /// Whether the widget was destroyed: then nothing may touch it.
        private(set) var isGone = false

        private init(_ widget: UnsafeMutablePointer<GtkWidget>, attach: @escaping Attach) {
            MainLoopBridge.install()
            self.widget = widget
            self.attach = attach
            connect(widget.raw, "map") { [unowned self] in mapped() }
            connect(widget.raw, "unmap") { [unowned self] in unmapped() }
            connect(
                widget.raw, "notify::scale-factor", withArgument: { [unowned self] _ in displayState.sizeDidChange() })
            connect(widget.raw, "destroy") { [unowned self] in destroyed() }
            if gtk_widget_get_mapped(widget) != 0 { mapped() }
        }

        /// The display of a widget, made with `attach` if there is none yet.
        static func of(_ widget: OpaquePointer, attach: () -> Attach) -> WidgetDisplay {
            if let known = widget.raw.object(for: dataKey, as: WidgetDisplay.self) { return known }
            let display = WidgetDisplay(widget.widget, attach: attach())
            widget.raw.setObject(display, for: dataKey)
            return display
        }

        // MARK: Showing

        public func show(_ update: DisplayUpdate) {
            guard !isGone else { return }
            presenter(for: update.key).show(update.image, transition: update.transition)
        }

        public var displaySize: DisplaySize {
            guard !isGone else { return .unlimited }
            let scale = Int(gtk_widget_get_scale_factor(widget))
            if let fixedSize {
                return .pixels(PixelSize(width: fixedSize.width * scale, height: fixedSize.height * scale))
            }
            let size = PixelSize(
                width: Int(gtk_widget_get_width(widget)) * scale, height: Int(gtk_widget_get_height(widget)) * scale)
            if !size.isEmpty { return .pixels(size) }
            // A widget that takes its size from the picture never gets one without it.
            return framesSinceMap >= Self.layoutFrames ? .unlimited : .pending
        }

        /// What screen readers say. GtkPicture shows it in the place of a picture too.
        public var alternativeText: String? {
            didSet {
                guard !isGone else { return }
                wi_set_accessible_label(widget, alternativeText ?? "")
                if wi_is_picture(widget) { gtk_picture_set_alternative_text(widget.opaque, alternativeText) }
            }
        }

        // MARK: Animation

        /// How animations are played, from the next picture on, and in the one that is shown.
        public func setAnimationOptions(
            _ options: AnimationPlayer.Options, playsAutomatically: Bool = true, for key: DisplayKey = .image
        ) {
            guard !isGone else { return }
            let presenter = presenter(for: key)
            presenter.animationOptions = options
            presenter.playsAutomatically = playsAutomatically
            presenter.player?.options = options
            presenter.playerDidChange()
        }

        /// The animation that is shown, or nil. After telling it something call ``animationDidChange(for:)``.
        public func player(for key: DisplayKey = .image) -> AnimationPlayer? { presenters[key]?.player }

        /// Wakes the frame clock after the player was told to play, to seek, or another rate.
        public func animationDidChange(for key: DisplayKey = .image) { presenters[key]?.playerDidChange() }

        /// The picture that is shown, or nil.
        public func image(for key: DisplayKey = .image) -> DecodedImage? { presenters[key]?.image }

        func presenter(for key: DisplayKey) -> PicturePresenter {
            if let known = presenters[key] { return known }
            let presenter = PicturePresenter(widget: widget)
            presenter.isVisible = gtk_widget_get_mapped(widget) != 0
            presenter.onResize = { [weak self] in self?.displayState.sizeDidChange() }
            presenters[key] = presenter
            attach(key, OpaquePointer(presenter.paintable))
            return presenter
        }

        /// Whether a frame clock or timer runs for this widget.
        package var isClockRunning: Bool { presenters.values.contains(where: \.isClockRunning) }

        // MARK: Life of the widget

        private func mapped() {
            for presenter in presenters.values { presenter.isVisible = true }
            // What could not be brought back the last time is tried again.
            released = released.filter { presenters[$0]?.image == nil }
            if !released.isEmpty { displayState.restore() }
            framesSinceMap = 0
            guard fixedSize == nil else { return }
            gtk_widget_add_tick_callback(
                widget,
                { _, _, data in
                    guard let data else { return 0 }
                    let display = Unmanaged<WidgetDisplay>.fromOpaque(data).takeUnretainedValue()
                    return MainActor.assumeIsolated { display.waitForLayout() } ? 1 : 0
                }, Unmanaged.passUnretained(self).toOpaque(), nil)
        }

        /// Returns whether to go on waiting.
        private func waitForLayout() -> Bool {
            framesSinceMap += 1
            guard displaySize != .pending else { return true }
            displayState.sizeDidChange()
            return false
        }

        private func unmapped() {
            for (key, presenter) in presenters {
                presenter.isVisible = false
                if releasesWhenUnmapped, displayState.canRestore(key) {
                    presenter.release()
                    released.insert(key)
                }
            }
        }

        private func destroyed() {
            isGone = true
            cancelAllImageLoads()
            for presenter in presenters.values { presenter.detach() }
        }
    }
#endif
