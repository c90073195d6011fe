#if GTK
    internal import CWebImageGTK
    internal import WebImage
    internal import WebImageGTK

    /// One picture, large, with what is known about it.
    @MainActor
    final class DetailPage: Page {
        let name = "detail"
        let title = "Picture"
        let widget: Widget
        private unowned let gallery: Gallery
        private let zoom = ZoomView()
        private let nameLabel = Make.label("")
        private let facts = Make.label("").style("dim")
        private var index = 0

        init(gallery: Gallery) {
            self.gallery = gallery
            widget = Make.box(GTK_ORIENTATION_VERTICAL, spacing: 0)
            let bar = Make.box(GTK_ORIENTATION_HORIZONTAL).style("bar")
            let words = Make.box(GTK_ORIENTATION_VERTICAL, spacing: 2).expanded(true, false)
            words.append(nameLabel.style("title"), facts)
            bar.append(
                Make.iconButton("go-previous-symbolic", "Back to the grid") { gallery.showGrid() }, words,
                Make.button("Previous") { [unowned self] in show(index - 1) },
                Make.button("Next") { [unowned self] in show(index + 1) },
                Make.button("−") { [unowned self] in zoom.zoom(by: 0.8) },
                Make.button("Fit") { [unowned self] in zoom.fit() },
                Make.button("+") { [unowned self] in zoom.zoom(by: 1.25) })
            widget.append(bar, UnsafeMutablePointer<GtkWidget>(zoom.widget))
        }

        func show(_ new: Int) {
            guard gallery.urls.indices.contains(new) else { return }
            index = new
            let url = gallery.urls[new]
            nameLabel.setText(url.lastPathComponent)
            facts.setText("Loading…")
            zoom.fit()
            zoom.picture.alternativeText = url.lastPathComponent
            var options = gallery.options
            options.load.isProgressive = true
            options.transition = .crossfade
            zoom.picture.setImage(with: url, options: options) { [weak self] outcome in self?.tell(outcome) }
        }

        private func tell(_ outcome: LoadTask.Outcome) {
            switch outcome {
            case .success(let loaded):
                let info = loaded.image.info
                var words = [
                    "\(info.format)", "\(info.size) pixels", "\(info.bitDepth) bits", "from \(loaded.source)",
                    "picture \(index + 1) of \(gallery.urls.count)",
                ]
                if info.isAnimated { words.insert("\(info.frameCount) frames", at: 2) }
                if info.isProgressive { words.append("progressive") }
                if let profile = info.profile { words.append(profile) }
                facts.setText(words.joined(separator: " · "))
            case .failure(let error):
                if error.code != .cancelled { facts.setText(error.message) }
            }
        }

        var isReady: Bool { !zoom.picture.displayState.isLoading }
    }
#endif
