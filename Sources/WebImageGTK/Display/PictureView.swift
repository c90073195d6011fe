#if GTK
    internal import CWebImageGTK
    public import WebImage

    /// A widget that shows a picture with a spinner over it while it loads: a `GtkOverlay` with a `GtkPicture`.
    ///
    /// Put ``widget`` into a container; the view lives as long as that.
    @MainActor
    public final class PictureView: ImageDisplay {
        /// How the picture fills the view.
        public enum ContentFit: Sendable {
            /// The whole picture, its shape kept.
            case contain
            /// The view filled, its shape kept, edges cut off.
            case cover
            /// The whole picture, never larger than it is.
            case scaleDown
            /// Stretched.
            case fill
        }

        private static let dataKey = "webimage-view"

        /// The `GtkWidget`.
        public var widget: OpaquePointer { overlay.opaque }

        /// The display of the picture inside.
        public let display: WidgetDisplay

        private let overlay: UnsafeMutablePointer<GtkWidget>
        private let picture: OpaquePointer

        /// Makes an empty view.
        ///
        /// - Parameter cellSize: The size in device-independent pixels that the view asks for whatever it shows, and what
        ///   pictures are decoded for where the options say ``DisplayOptions/fit``; nil leaves both to picture and layout.
        public init(cellSize: PixelSize? = nil, contentFit: ContentFit = .contain) {
            let overlay: UnsafeMutablePointer<GtkWidget> = gtk_overlay_new()
            let picture: UnsafeMutablePointer<GtkWidget> = gtk_picture_new()
            self.overlay = overlay
            self.picture = picture.opaque
            display = WidgetDisplay.picture(picture.opaque)
            gtk_picture_set_can_shrink(picture.opaque, 1)
            gtk_widget_set_overflow(overlay, GTK_OVERFLOW_HIDDEN)
            if let cellSize {
                display.fixedSize = cellSize
                gtk_widget_set_size_request(overlay, Int32(clamping: cellSize.width), Int32(clamping: cellSize.height))
                // Not measured: cells have one size whatever is in them, and no layout is made when that changes.
                gtk_overlay_add_overlay(overlay.opaque, picture)
            } else {
                gtk_overlay_set_child(overlay.opaque, picture)
            }
            let spinner: UnsafeMutablePointer<GtkWidget> = gtk_spinner_new()
            gtk_widget_set_halign(spinner, GTK_ALIGN_CENTER)
            gtk_widget_set_valign(spinner, GTK_ALIGN_CENTER)
            gtk_widget_set_size_request(spinner, 24, 24)
            gtk_overlay_add_overlay(overlay.opaque, spinner)
            display.displayState.indicator = SpinnerIndicator(spinner.opaque)
            overlay.raw.setObject(self, for: Self.dataKey)
            self.contentFit = contentFit
            applyFit()
        }

        /// The view whose ``widget`` a pointer is.
        public static func of(_ widget: OpaquePointer) -> PictureView? {
            widget.raw.object(for: dataKey, as: PictureView.self)
        }

        /// How the picture fills the view. Default: contained.
        public var contentFit: ContentFit = .contain {
            didSet { applyFit() }
        }

        private func applyFit() {
            guard !display.isGone else { return }
            let fit =
                switch contentFit {
                case .contain: GTK_CONTENT_FIT_CONTAIN
                case .cover: GTK_CONTENT_FIT_COVER
                case .scaleDown: GTK_CONTENT_FIT_SCALE_DOWN
                case .fill: GTK_CONTENT_FIT_FILL
                }
            gtk_picture_set_content_fit(picture, fit)
        }

        public var displayState: DisplayState { display.displayState }
        public var displaySize: DisplaySize { display.displaySize }
        public func show(_ update: DisplayUpdate) { display.show(update) }

        /// What screen readers say.
        public var alternativeText: String? {
            get { display.alternativeText }
            set { display.alternativeText = newValue }
        }
    }
#endif
