#if GTK
    internal import CWebImageGTK
    internal import WebImage
    internal import WebImageGTK

    /// Pictures that become sharp, or grow, while they arrive.
    @MainActor
    final class ProgressivePage: Page {
        private static let bytesPerSecond = 24_000

        let name = "progressive"
        let title = "Progressive"
        let widget = Make.box(GTK_ORIENTATION_VERTICAL).style("page")
        private var views: [(view: PictureView, url: ImageURL)] = []
        /// A loader of its own, which is always slow.
        private let manager: ImageManager

        init(gallery: Gallery) {
            let loader = ShapedLoader(LoaderManager.standard())
            loader.bytesPerSecond = Self.bytesPerSecond
            manager = ImageManager(
                ImageManager.Configuration(cache: StandardImageCache(memory: nil, disk: nil), loader: loader))
            let controls = Make.box(GTK_ORIENTATION_HORIZONTAL)
            controls.append(
                Make.button("Load again") { [unowned self] in load() },
                Make.label("Each picture arrives at \(Self.bytesPerSecond / 1000) kB a second; nothing is cached here.")
                    .style("dim"))
            let names = ["jpg", "jpeg", "png", "webp"]
            let chosen = gallery.urls.filter { names.contains($0.pathExtension ?? "") }
                .sorted { $0.string.contains("progressive") && !$1.string.contains("progressive") }
                .prefix(6)
            var cards: [Widget] = []
            for url in chosen {
                let view = PictureView(cellSize: PixelSize(width: 290, height: 200))
                let picture = UnsafeMutablePointer<GtkWidget>(view.widget).style("picture")
                let bar: Widget = gtk_progress_bar_new()
                let words = Make.label("").style("dim")
                view.imageProgress().onChange = { progress in
                    gtk_progress_bar_set_fraction(bar.opaque, progress.fraction)
                    let total = progress.total.map { " of \($0 / 1000)" } ?? ""
                    words.setText("\(progress.received / 1000)\(total) kB")
                }
                cards.append(Make.card(picture, Make.label(url.lastPathComponent), bar, words))
                views.append((view, url))
            }
            widget.append(controls, Make.scrolled(Make.flow(cards, perLine: 3)))
            var isFirst = true
            connect(widget.raw, "map") { [unowned self] in
                if isFirst { load() }
                isFirst = false
            }
        }

        private func load() {
            var options = DisplayOptions(manager: manager)
            options.load.isProgressive = true
            options.load.partialInterval = .milliseconds(100)
            options.load.cachePolicy = .bypass
            options.indicatorDelay = .seconds(3600)
            options.reloads = true
            for (view, url) in views { view.setImage(with: url, options: options) }
        }

        /// In the middle: some of the pictures are there, others on their way.
        var isReady: Bool { views.first.map { $0.view.imageProgress().fraction > 0.4 } ?? true }
    }
#endif
