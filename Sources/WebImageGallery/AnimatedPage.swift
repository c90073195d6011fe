#if GTK
    internal import CWebImageGTK
    internal import WebImage
    internal import WebImageGTK

    /// The animated pictures, with modes and rates.
    @MainActor
    final class AnimatedPage: Page {
        private static let modes: [(String, PlaybackMode)] = [
            ("Forward", .normal), ("Reverse", .reverse), ("Bounce", .bounce), ("Reversed bounce", .reversedBounce),
        ]
        private static let rates: [(String, Double)] = [("¼×", 0.25), ("½×", 0.5), ("1×", 1), ("2×", 2), ("4×", 4)]

        let name = "animated"
        let title = "Animated"
        let widget = Make.box(GTK_ORIENTATION_VERTICAL).style("page")
        private var views: [PictureView] = []
        private var options = AnimationPlayer.Options()
        private var isPaused = false

        init(gallery: Gallery) {
            // Endless here, so that there is something to look at.
            options.loopCount = 0
            let controls = Make.box(GTK_ORIENTATION_HORIZONTAL)
            let pause: Widget = gtk_toggle_button_new_with_label("Pause")
            connect(pause.raw, "toggled") { [unowned self] in
                isPaused = gtk_toggle_button_get_active(UnsafeMutablePointer<GtkToggleButton>(pause.opaque)) != 0
                apply()
            }
            controls.append(
                pause,
                Make.choice(Self.modes.map(\.0), selected: 0) { [unowned self] in
                    options.mode = Self.modes[$0].1
                    apply()
                },
                Make.choice(Self.rates.map(\.0), selected: 2) { [unowned self] in
                    options.rate = Self.rates[$0].1
                    apply()
                })
            let moving = gallery.urls.filter { url in
                ["gif", "apng"].contains(url.pathExtension ?? "") || url.lastPathComponent.contains("apng")
                    || url.lastPathComponent.contains("planet") || url.pathExtension == "webp"
            }
            var cards: [Widget] = []
            for url in moving {
                let view = PictureView(cellSize: PixelSize(width: 280, height: 210))
                let picture = UnsafeMutablePointer<GtkWidget>(view.widget).style("picture")
                view.alternativeText = url.lastPathComponent
                view.display.setAnimationOptions(options)
                let words = Make.label("").style("dim")
                let card = Make.card(picture, Make.label(url.lastPathComponent), words)
                // A file may turn out to be a still: then it is no business of this page.
                view.setImage(with: url, options: gallery.options) { outcome in
                    guard let image = try? outcome.get().image, image.isAnimated else {
                        gtk_widget_set_visible(gtk_widget_get_parent(card) ?? card, 0)
                        return
                    }
                    let total = image.info.durations.reduce(.zero, +)
                    words.setText("\(image.info.frameCount) frames · \(total.rounded) · \(image.info.format)")
                }
                views.append(view)
                cards.append(card)
            }
            widget.append(controls, Make.scrolled(Make.flow(cards, perLine: 3)))
        }

        private func apply() {
            for view in views {
                view.display.setAnimationOptions(options, playsAutomatically: !isPaused)
                if isPaused { view.display.player()?.pause() } else { view.display.player()?.play() }
                view.display.animationDidChange()
            }
        }

        var isReady: Bool {
            views.allSatisfy { !$0.displayState.isLoading }
                && views.compactMap { $0.display.player() }.allSatisfy { $0.currentFrameIndex >= $0.frameCount / 3 }
        }
    }

    extension Duration {
        /// Seconds with one digit after the point.
        fileprivate var rounded: String {
            let tenths = Int((self / .milliseconds(100)).rounded())
            return "\(tenths / 10).\(tenths % 10) s"
        }
    }
#endif
