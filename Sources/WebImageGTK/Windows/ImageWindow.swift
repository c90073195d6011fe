#if GTK
    internal import CWebImageGTK
    public import WebImage

    /// A window that shows pictures, for programs that have no window of their own.
    ///
    /// Left and right go through the pictures, plus and minus zoom, 0 fits, Escape and q close.
    @MainActor
    public enum ImageWindow {
        /// Opens the window and waits until it is closed.
        ///
        /// - Parameters:
        ///   - requests: At least one.
        ///   - title: nil is the picture's name.
        /// - Throws: ``WebImageError/Code/unsupportedFormat`` where there is no display to open a window on, or where this isn't
        ///   the process's first thread; the error of a picture that can't be loaded, where there is only one.
        public static func run(_ requests: [ImageRequest], manager: ImageManager, title: String? = nil)
            throws(WebImageError)
        {
            guard let first = requests.first else {
                throw WebImageError(.invalidURL, "There is nothing to show; give at least one address.")
            }
            guard gtk_init_check() != 0 else {
                throw WebImageError(
                    .unsupportedFormat,
                    "No window can be opened: neither DISPLAY nor WAYLAND_DISPLAY names a display that answers.",
                    url: first.url)
            }
            MainLoopBridge.install()
            let viewer = ImageViewer(requests, manager: manager, title: title)
            viewer.open()
            let loop = g_main_loop_new(nil, 0)
            viewer.onClose = { g_main_loop_quit(loop) }
            g_main_loop_run(loop)
            g_main_loop_unref(loop)
            if requests.count == 1, let error = viewer.error { throw error }
        }
    }

    /// The window of ``ImageWindow``.
    @MainActor
    private final class ImageViewer {
        private let requests: [ImageRequest]
        private let manager: ImageManager
        private let title: String?
        private let window: UnsafeMutablePointer<GtkWidget>
        private let view: ZoomView
        private var index = 0
        private(set) var error: WebImageError?
        var onClose: (@MainActor () -> Void)?

        init(_ requests: [ImageRequest], manager: ImageManager, title: String?) {
            self.requests = requests
            self.manager = manager
            self.title = title
            window = gtk_window_new()
            view = ZoomView()
            gtk_window_set_default_size(UnsafeMutablePointer<GtkWindow>(window.opaque), 960, 720)
            gtk_window_set_child(UnsafeMutablePointer<GtkWindow>(window.opaque), view.widget.widget)
            connect(window.raw, "destroy") { [weak self] in self?.onClose?() }
            connectKeys(of: window.opaque) { [weak self] key in self?.press(key) ?? false }
        }

        func open() {
            load()
            gtk_window_present(UnsafeMutablePointer<GtkWindow>(window.opaque))
        }

        private func load() {
            let request = requests[index]
            var name = title ?? request.url.lastPathComponent
            if requests.count > 1 { name += " (\(index + 1) of \(requests.count))" }
            gtk_window_set_title(UnsafeMutablePointer<GtkWindow>(window.opaque), name)
            view.fit()
            view.picture.alternativeText = request.url.lastPathComponent
            var progressive = request
            progressive.options.isProgressive = true
            view.picture.setImage(with: progressive, options: DisplayOptions(manager: manager)) { [weak self] outcome in
                guard let self, case .failure(let error) = outcome, error.code != .cancelled else { return }
                self.error = error
                if requests.count == 1 { gtk_window_destroy(UnsafeMutablePointer<GtkWindow>(window.opaque)) }
            }
        }

        private func press(_ key: UInt32) -> Bool {
            switch Int32(bitPattern: key) {
            case GDK_KEY_Escape, GDK_KEY_q: gtk_window_destroy(UnsafeMutablePointer<GtkWindow>(window.opaque))
            case GDK_KEY_Right, GDK_KEY_space: go(to: index + 1)
            case GDK_KEY_Left: go(to: index - 1)
            case GDK_KEY_plus, GDK_KEY_equal: view.zoom(by: 1.25)
            case GDK_KEY_minus: view.zoom(by: 0.8)
            case GDK_KEY_0: view.fit()
            default: return false
            }
            return true
        }

        private func go(to new: Int) {
            guard requests.indices.contains(new) else { return }
            index = new
            load()
        }
    }
#endif
