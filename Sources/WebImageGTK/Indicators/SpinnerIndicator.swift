#if GTK
    internal import CWebImageGTK
    public import WebImage

    /// Spins a `GtkSpinner` while a display loads, and hides it otherwise.
    @MainActor
    public final class SpinnerIndicator: LoadIndicator {
        private let spinner: UnsafeMutablePointer<GtkWidget>

        /// Takes a `GtkSpinner` and hides it.
        public init(_ spinner: OpaquePointer) {
            self.spinner = spinner.widget
            g_object_ref(spinner.raw)
            gtk_widget_set_visible(self.spinner, 0)
        }

        isolated deinit { g_object_unref(spinner.raw) }

        public func start() {
            gtk_widget_set_visible(spinner, 1)
            gtk_spinner_start(spinner.opaque)
        }

        public func stop() {
            gtk_spinner_stop(spinner.opaque)
            gtk_widget_set_visible(spinner, 0)
        }
    }
#endif
