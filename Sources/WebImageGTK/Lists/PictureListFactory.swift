#if GTK
    internal import CWebImageGTK
    public import WebImage

    /// Fills the cells of a `GtkGridView` or `GtkListView` with pictures.
    ///
    /// Cells are recycled: a cell that is bound to another row never shows the former row's picture, a load for a cell that is
    /// unbound is cancelled, and the rows that come next in the direction of scrolling are loaded ahead.
    @MainActor
    public final class PictureListFactory {
        /// The `GtkListItemFactory`; give it to the list. This object lives as long as that.
        public let factory: OpaquePointer
        /// How many rows beyond the visible ones are loaded ahead; 0 is none. Default: 24.
        public var prefetchCount = 24
        /// Called after a cell was bound, with its row: for names, alternative texts…
        public var onBind: (@MainActor (PictureView, Int) -> Void)?
        /// Called before a cell loses its row.
        public var onUnbind: (@MainActor (PictureView) -> Void)?

        private let cellSize: PixelSize
        private let contentFit: PictureView.ContentFit
        private let options: DisplayOptions
        private let count: @MainActor () -> Int
        private let request: @MainActor (Int) -> ImageRequest?
        private let prefetcher: ImagePrefetcher
        private var bound: Set<Int> = []
        private var lastBound = 0
        private var isForward = true
        private var isPrefetchScheduled = false
        private var batch: PrefetchBatch?
        private var prefetched: ClosedRange<Int>?

        /// Makes a factory for the cells of one list.
        ///
        /// - Parameters:
        ///   - cellSize: In device-independent pixels; pictures are decoded for it, and stand in the middle of wider cells.
        ///   - count: How many rows there are.
        ///   - request: What a row shows; nil is an empty cell.
        public init(
            cellSize: PixelSize, contentFit: PictureView.ContentFit = .cover, options: DisplayOptions,
            count: @escaping @MainActor () -> Int, request: @escaping @MainActor (Int) -> ImageRequest?
        ) {
            self.cellSize = cellSize
            self.contentFit = contentFit
            self.options = options
            self.count = count
            self.request = request
            var configuration = ImagePrefetcher.Configuration()
            configuration.destination = .memory
            prefetcher = ImagePrefetcher(manager: options.manager, configuration: configuration)
            let factory: OpaquePointer = gtk_signal_list_item_factory_new()
            self.factory = factory
            connect(factory.raw, "setup", withArgument: { [unowned self] item in if let item { setUp(item) } })
            connect(factory.raw, "bind", withArgument: { [unowned self] item in if let item { bind(item) } })
            connect(factory.raw, "unbind", withArgument: { [unowned self] item in if let item { unbind(item) } })
            factory.raw.setObject(self, for: "webimage-factory")
        }

        private func setUp(_ item: UnsafeMutableRawPointer) {
            let view = PictureView(cellSize: cellSize, contentFit: contentFit)
            // Grids stretch their cells to fill the line; pictures stay as large as they are decoded for.
            gtk_widget_set_halign(view.widget.widget, GTK_ALIGN_CENTER)
            gtk_widget_set_valign(view.widget.widget, GTK_ALIGN_CENTER)
            gtk_list_item_set_child(OpaquePointer(item), view.widget.widget)
        }

        private func view(of item: UnsafeMutableRawPointer) -> PictureView? {
            gtk_list_item_get_child(OpaquePointer(item)).flatMap { PictureView.of($0.opaque) }
        }

        private func bind(_ item: UnsafeMutableRawPointer) {
            guard let view = view(of: item) else { return }
            let row = Int(gtk_list_item_get_position(OpaquePointer(item)))
            bound.insert(row)
            if row != lastBound { isForward = row > lastBound }
            lastBound = row
            if let request = fitted(row, view) {
                view.setImage(with: request, options: options)
            } else {
                view.clearImage()
            }
            onBind?(view, row)
            schedulePrefetch(view)
        }

        private func unbind(_ item: UnsafeMutableRawPointer) {
            bound.remove(Int(gtk_list_item_get_position(OpaquePointer(item))))
            guard let view = view(of: item) else { return }
            onUnbind?(view)
            view.clearImage()
        }

        /// The request of a row at the cells' size: the same for showing and for loading ahead, so that both have one key.
        private func fitted(_ row: Int, _ view: PictureView) -> ImageRequest? {
            guard var request = request(row) else { return nil }
            if request.options.decode.thumbnail == nil, let box = DisplayLoad.box(of: view) {
                request.options.decode.thumbnail = ThumbnailSize(box, fit: contentFit == .cover ? .cover : .contain)
            }
            return request
        }

        private func schedulePrefetch(_ view: PictureView) {
            guard prefetchCount > 0, !isPrefetchScheduled else { return }
            isPrefetchScheduled = true
            Task { [weak self, weak view] in
                guard let self else { return }
                isPrefetchScheduled = false
                if let view { prefetch(for: view) }
            }
        }

        private func prefetch(for view: PictureView) {
            guard let first = bound.min(), let last = bound.max() else { return }
            let rows =
                isForward
                ? last + 1..<max(last + 1, min(count(), last + 1 + prefetchCount))
                : max(0, first - prefetchCount)..<first
            guard let near = isForward ? rows.first : rows.last, let far = isForward ? rows.last : rows.first else {
                return
            }
            // As long as half of what was asked for is still ahead, nothing is asked anew.
            if let prefetched, prefetched.contains(near), prefetched.contains((near + far) / 2) { return }
            prefetched = min(near, far)...max(near, far)
            batch?.cancel()
            let ordered = isForward ? Array(rows) : rows.reversed()
            batch = prefetcher.prefetch(ordered.compactMap { fitted($0, view) })
        }
    }
#endif
