#if GTK
    internal import CWebImageGTK
    internal import WebImage
    internal import WebImageGTK

    /// One page of the gallery.
    @MainActor
    protocol Page: AnyObject {
        var name: String { get }
        var title: String { get }
        var widget: Widget { get }
        /// Whether the page shows what it is made to show: then its screenshot is taken.
        var isReady: Bool { get }
    }

    /// The window with all pages.
    @MainActor
    final class Gallery {
        let manager: ImageManager
        let loader: ShapedLoader
        let urls: [ImageURL]
        let window: Widget
        private(set) var pages: [any Page] = []
        private let stack: Widget
        private let slowButton: Widget
        private var detail: DetailPage?

        /// Opens the window and waits until it is closed. Returns the program's exit status.
        static func run(_ arguments: Arguments) -> Int32 {
            guard gtk_init_check() != 0 else {
                print("No window can be opened: neither DISPLAY nor WAYLAND_DISPLAY names a display that answers.")
                return 1
            }
            MainLoopBridge.install()
            let gallery = Gallery(arguments)
            let loop = g_main_loop_new(nil, 0)
            connect(gallery.window.raw, "destroy") { g_main_loop_quit(loop) }
            gtk_window_present(gallery.window.window)
            if let folder = arguments.screenshotFolder {
                Task { @MainActor in
                    await Screenshots(gallery: gallery, folder: folder).take()
                    g_main_loop_quit(loop)
                }
            }
            g_main_loop_run(loop)
            return 0
        }

        private init(_ arguments: Arguments) {
            loader = ShapedLoader(LoaderManager.standard())
            var configuration = ImageManager.Configuration(
                cache: StandardImageCache(disk: DiskCache(path: arguments.cacheFolder ?? DiskCache.defaultPath)),
                loader: loader)
            configuration.decodeWidth = nil
            manager = ImageManager(configuration)
            urls = arguments.urls
            window = gtk_window_new()
            stack = gtk_stack_new()
            slowButton = gtk_toggle_button_new_with_label("Slow network")
            Make.installStyle()
            gtk_window_set_title(window.window, "Web Image Gallery")
            gtk_window_set_default_size(window.window, 1080, 740)
            gtk_stack_set_transition_type(stack.opaque, GTK_STACK_TRANSITION_TYPE_CROSSFADE)
            pages = [
                GridPage(gallery: self), AnimatedPage(gallery: self), ProgressivePage(gallery: self),
                EditedPage(gallery: self), CachePage(gallery: self),
            ]
            for page in pages { gtk_stack_add_titled(stack.opaque, page.widget, page.name, page.title) }
            let detail = DetailPage(gallery: self)
            self.detail = detail
            gtk_stack_add_named(stack.opaque, detail.widget, detail.name)
            gtk_window_set_child(window.window, stack)
            gtk_window_set_titlebar(window.window, makeHeader())
        }

        private func makeHeader() -> Widget {
            let header: Widget = gtk_header_bar_new()
            let switcher: Widget = gtk_stack_switcher_new()
            gtk_stack_switcher_set_stack(switcher.opaque, stack.opaque)
            gtk_header_bar_set_title_widget(header.opaque, switcher)
            gtk_widget_set_tooltip_text(slowButton, "Pictures arrive at 40 kB a second, one after the other scan")
            connect(slowButton.raw, "toggled") { [unowned self] in
                let isOn = gtk_toggle_button_get_active(UnsafeMutablePointer<GtkToggleButton>(slowButton.opaque)) != 0
                loader.bytesPerSecond = isOn ? 40_000 : nil
            }
            gtk_header_bar_pack_end(header.opaque, slowButton)
            return header
        }

        var options: DisplayOptions { DisplayOptions(manager: manager) }

        func show(_ page: any Page) { gtk_stack_set_visible_child_name(stack.opaque, page.name) }

        func showDetail(_ index: Int) {
            guard let detail, urls.indices.contains(index) else { return }
            detail.show(index)
            show(detail)
        }

        func showGrid() { if let first = pages.first { show(first) } }

        var detailPage: DetailPage? { detail }
    }
#endif
