#if GTK
    internal import CWebImageGTK
    internal import FoundationEssentials
    internal import WebImage

    /// Goes through the pages and writes a picture of each.
    @MainActor
    struct Screenshots {
        let gallery: Gallery
        let folder: String

        func take() async {
            try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for page in gallery.pages {
                gallery.show(page)
                await take(page)
            }
            let index = gallery.urls.firstIndex { $0.lastPathComponent.contains("valley") } ?? 0
            gallery.showDetail(index)
            if let detail = gallery.detailPage { await take(detail) }
        }

        private func take(_ page: any Page) async {
            let deadline = ContinuousClock.now + .seconds(20)
            // The change of pages is animated.
            repeat {
                try? await Task.sleep(for: .milliseconds(page is ProgressivePage ? 20 : 500))
            } while !page.isReady && ContinuousClock.now < deadline
            if !(page is ProgressivePage) { try? await Task.sleep(for: .milliseconds(400)) }
            // Between a change and the next frame there is nothing to take.
            var drawn = wi_render_widget(gallery.window)
            while drawn == nil, ContinuousClock.now < deadline {
                try? await Task.sleep(for: .milliseconds(2))
                drawn = wi_render_widget(gallery.window)
            }
            guard let texture = drawn else { return print("\(page.name): not drawn") }
            let path = "\(folder)/gallery-\(page.name).png"
            print(gdk_texture_save_to_png(OpaquePointer(texture), path) != 0 ? path : "\(path): can't be written")
            g_object_unref(texture)
        }
    }
#endif
