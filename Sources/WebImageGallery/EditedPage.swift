#if GTK
    internal import CWebImageGTK
    internal import WebImage
    internal import WebImageGTK

    /// One picture in many edits: downloaded and decoded once.
    @MainActor
    final class EditedPage: Page {
        private static let edits: [(String, ImageEditor?)] = [
            ("Original", nil), ("Rounded corners", .roundedCorners(40)),
            ("Circle", .circle(border: Border(width: 8, color: .white))), ("Blur", .blur(sigma: 8)),
            ("Grayscale", .grayscale), ("Sepia", .sepia()), ("Inverted", .invert),
            ("Vignette", .vignette(intensity: 0.9)),
            ("Saturated", .adjust(saturation: 2)),
            ("Tinted", .tint(PixelColor(red: 30, green: 90, blue: 220, alpha: 110))),
            ("Turned by 12°", .rotate(degrees: 12)), ("Flipped", .flip(horizontally: true)),
            ("Border", .border(width: 18, color: .white)), ("Sharpened", .sharpen(amount: 2, sigma: 2)),
            ("Square, then circle", .crop(to: PixelSize(width: 300, height: 300)) + .circle()),
            ("Blurred and gray", .blur(sigma: 4) + .grayscale),
        ]

        let name = "edited"
        let title = "Edited"
        let widget = Make.box(GTK_ORIENTATION_VERTICAL).style("page")
        private var views: [PictureView] = []

        init(gallery: Gallery) {
            let stills = gallery.urls.filter { ["jpg", "jpeg", "avif", "webp"].contains($0.pathExtension ?? "") }
            let url = stills.first { $0.lastPathComponent.contains("sunset.") } ?? stills.first ?? gallery.urls[0]
            var cards: [Widget] = []
            for (name, editor) in Self.edits {
                let view = PictureView(cellSize: PixelSize(width: 210, height: 150))
                let picture = UnsafeMutablePointer<GtkWidget>(view.widget)
                view.alternativeText = name
                var request = ImageRequest(url: url, editor: editor)
                request.options.decode.thumbnail = ThumbnailSize(PixelSize(width: 640, height: 480))
                view.setImage(with: request, options: gallery.options)
                views.append(view)
                cards.append(Make.card(picture, Make.label(name, isLeft: false)))
            }
            widget.append(
                Make.label("\(url.lastPathComponent): one download, one decoding, \(Self.edits.count - 1) edits")
                    .style("dim"),
                Make.scrolled(Make.flow(cards, perLine: 4)))
        }

        var isReady: Bool { views.allSatisfy { !$0.displayState.isLoading } }
    }
#endif
