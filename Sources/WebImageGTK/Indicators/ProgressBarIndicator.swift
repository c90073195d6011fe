#if GTK
    internal import CWebImageGTK
    public import WebImage

    /// Fills a `GtkProgressBar` while a display loads, and hides it otherwise.
    @MainActor
    public final class ProgressBarIndicator: LoadIndicator {
        private let bar: UnsafeMutablePointer<GtkWidget>

        /// Takes a `GtkProgressBar` and hides it.
        public init(_ bar: OpaquePointer) {
            self.bar = bar.widget
            g_object_ref(bar.raw)
            gtk_widget_set_visible(self.bar, 0)
        }

        isolated deinit { g_object_unref(bar.raw) }

        public func start() {
            gtk_progress_bar_set_fraction(bar.opaque, 0)
            gtk_widget_set_visible(bar, 1)
        }

        public func update(_ fraction: Double?) {
            if let fraction {
                gtk_progress_bar_set_fraction(bar.opaque, fraction)
            } else {
                gtk_progress_bar_pulse(bar.opaque)
            }
        }

        public func stop() { gtk_widget_set_visible(bar, 0) }
    }
#endif
