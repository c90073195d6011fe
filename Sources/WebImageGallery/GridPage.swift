#if GTK
    internal import CWebImageGTK
    internal import WebImage
    internal import WebImageGTK

    /// All pictures in cells that are recycled; a click opens one.
    @MainActor
    final class GridPage: Page {
        let name = "grid"
        let title = "Grid"
        let widget: Widget
        private let factory: PictureListFactory
        private let manager: ImageManager

        init(gallery: Gallery) {
            let urls = gallery.urls
            manager = gallery.manager
            var options = gallery.options
            options.transition = .crossfade
            options.errorImage = try? .missing()
            // The round corners are in the pixels that are cached: cut out by the display they would cost at each frame.
            let side = 192
            let editor = ImageEditor.common(
                viewSize: (Double(side), Double(side)), corners: .all, cornerRadius: 8,
                scale: Double(gtk_widget_get_scale_factor(gallery.window)))
            factory = PictureListFactory(
                cellSize: PixelSize(width: side, height: side), options: options, count: { urls.count },
                request: { ImageRequest(url: urls[$0], editor: editor) })
            factory.onBind = { view, row in
                let picture = UnsafeMutablePointer<GtkWidget>(view.widget)
                gtk_widget_set_overflow(picture, GTK_OVERFLOW_VISIBLE)
                _ = picture.style("picture")
                gtk_widget_set_tooltip_text(picture, urls[row].lastPathComponent)
                view.alternativeText = urls[row].lastPathComponent
            }
            let model = gtk_string_list_new(nil)
            for url in urls { gtk_string_list_append(model, url.string) }
            let grid: Widget = gtk_grid_view_new(gtk_no_selection_new(model), factory.factory)
            gtk_grid_view_set_max_columns(grid.opaque, 12)
            gtk_grid_view_set_min_columns(grid.opaque, 2)
            gtk_grid_view_set_single_click_activate(grid.opaque, 1)
            widget = Make.scrolled(grid)
            connect(
                grid.raw, "activate",
                withArgument: { [unowned gallery] position in
                    gallery.showDetail(Int(UInt32(truncatingIfNeeded: UInt(bitPattern: position))))
                })
        }

        var isReady: Bool { manager.runningCount == 0 }
    }

    extension DecodedImage {
        /// A gray cross, for pictures that can't be loaded.
        static func missing() throws -> DecodedImage {
            let side = 96
            let buffer = try BitmapBuffer(PixelSize(width: side, height: side))
            let ink = PixelColor(red: 150, green: 150, blue: 150).premultipliedBGRA
            for offset in 32..<64 {
                let row = buffer.row(offset).assumingMemoryBound(to: UInt32.self)
                for width in -2...2 {
                    row[offset + width] = ink
                    row[side - 1 - offset + width] = ink
                }
            }
            let bitmap = buffer.finish(isOpaque: false)
            return DecodedImage(bitmap: bitmap, info: ImageInfo(format: .png, size: bitmap.size))
        }
    }
#endif
