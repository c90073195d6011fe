#if GTK
    internal import CWebImageGTK
    internal import WebImage

    /// A picture that can be enlarged and moved about: a ``PictureView`` in a `GtkScrolledWindow`.
    ///
    /// Control and the wheel zoom.
    @MainActor
    public final class ZoomView {
        /// The `GtkWidget`.
        public let widget: OpaquePointer
        /// The view that shows the picture.
        public let picture: PictureView
        /// Screen pixels per picture pixel; nil fits the picture into the view.
        public private(set) var scale: Double?

        /// Makes an empty view that fits what it is given.
        public init() {
            let scrolled: UnsafeMutablePointer<GtkWidget> = gtk_scrolled_window_new()
            widget = scrolled.opaque
            picture = PictureView(contentFit: .scaleDown)
            gtk_scrolled_window_set_child(scrolled.opaque, picture.widget.widget)
            gtk_widget_set_hexpand(scrolled, 1)
            gtk_widget_set_vexpand(scrolled, 1)
            scrolled.raw.setObject(self, for: "webimage-zoom")
            connectWheel()
        }

        /// Shows the whole picture, at most at its own size.
        public func fit() { set(nil) }

        /// Makes the picture larger (over 1) or smaller (below 1), between 1/16 and 16 screen pixels per picture pixel.
        public func zoom(by factor: Double) {
            guard factor.isFinite, factor > 0 else { return }
            set(min(16, max(1.0 / 16, (scale ?? fittingScale) * factor)))
        }

        private var imageSize: PixelSize? { picture.display.image()?.size }

        /// The scale at which the picture fits.
        private var fittingScale: Double {
            guard let size = imageSize else { return 1 }
            let width = Double(gtk_widget_get_width(widget.widget)) / Double(size.width)
            let height = Double(gtk_widget_get_height(widget.widget)) / Double(size.height)
            return min(1, max(1.0 / 16, min(width, height)))
        }

        private func set(_ new: Double?) {
            scale = new
            let inner = picture.widget.widget
            guard let new, let size = imageSize else {
                picture.contentFit = .scaleDown
                gtk_widget_set_size_request(inner, -1, -1)
                gtk_widget_set_halign(inner, GTK_ALIGN_FILL)
                gtk_widget_set_valign(inner, GTK_ALIGN_FILL)
                return
            }
            picture.contentFit = .contain
            gtk_widget_set_halign(inner, GTK_ALIGN_CENTER)
            gtk_widget_set_valign(inner, GTK_ALIGN_CENTER)
            gtk_widget_set_size_request(
                inner, Int32(clamping: Int(Double(size.width) * new)), Int32(clamping: Int(Double(size.height) * new)))
        }

        private typealias Scrolled =
            @convention(c) (
                UnsafeMutableRawPointer?, Double, Double, UnsafeMutableRawPointer?
            ) -> Int32

        private func connectWheel() {
            let controller: OpaquePointer = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL)
            gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
            let callback: Scrolled = { controller, _, step, data in
                guard let controller, let data else { return 0 }
                let state = gtk_event_controller_get_current_event_state(OpaquePointer(controller))
                guard state.rawValue & GDK_CONTROL_MASK.rawValue != 0 else { return 0 }
                let view = Unmanaged<ZoomView>.fromOpaque(data).takeUnretainedValue()
                MainActor.assumeIsolated { view.zoom(by: step < 0 ? 1.2 : 1 / 1.2) }
                return 1
            }
            g_signal_connect_data(
                controller.raw, "scroll", unsafeBitCast(callback, to: GCallback.self),
                Unmanaged.passUnretained(self).toOpaque(), nil, GConnectFlags(0))
            gtk_widget_add_controller(widget.widget, controller)
        }
    }
#endif
