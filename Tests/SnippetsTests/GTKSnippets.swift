#if GTK
    // snippet view
    import WebImage
    import WebImageGTK

    // end

    /// Pictures in GTK programs and lists. They need GTK's own first thread and a display: compiled here, and run for
    /// `WebImageGTKTests` in a program of their own.
    @MainActor
    enum GTKSnippets {
        static func view() -> PictureView {
            // snippet view
            let view = PictureView(cellSize: PixelSize(width: 240, height: 160), contentFit: .cover)
            view.setImage(with: "https://example.org/photo.jpg")
            // end
            return view
        }

        static func picture(_ pointer: OpaquePointer, _ options: DisplayOptions) {
            // snippet picture
            let picture = WidgetDisplay.picture(pointer)
            picture.setImage(with: "https://example.org/cat.webp", options: options)
            // end
        }

        static func options(_ view: PictureView, manager: ImageManager) {
            // snippet display options
            var options = DisplayOptions(manager: manager)
            options.fit = .cover
            options.transition = .crossfade
            options.load.isProgressive = true
            view.setImage(
                with: "https://example.org/photo.jpg", placeholder: .blurHash("LEHV6nWB2yk8pyo0adR*.7kCMdnj"),
                options: options,
                completion: { outcome in
                    if case .failure(let error) = outcome { print(error.message) }
                })
            // end
        }

        static func waiting(_ view: PictureView) async throws {
            // snippet display await
            let loaded = try await view.loadImage(with: "https://example.org/photo.jpg", editor: .grayscale)
            view.alternativeText = "A photo from \(loaded.url)"
            // end
        }

        static func list(_ manager: ImageManager, _ photos: [ImageURL]) -> OpaquePointer {
            // snippet list
            let factory = PictureListFactory(
                cellSize: PixelSize(width: 160, height: 160), options: DisplayOptions(manager: manager),
                count: { photos.count }, request: { row in ImageRequest(url: photos[row]) })
            factory.onBind = { view, row in view.alternativeText = "Photo \(row + 1)" }
            factory.prefetchCount = 40
            let listItemFactory = factory.factory  // for gtk_grid_view_new, or your binding's name of it
            // end
            return listItemFactory
        }

        static func row(_ view: PictureView, _ photo: ImageURL) {
            // snippet recycled row
            view.setImage(with: photo)  // when a row is bound
            view.clearImage()  // when it is unbound
            // end
        }

        static func button(_ pointer: OpaquePointer) {
            // snippet button
            let button = WidgetDisplay.button(pointer)
            button.setImage(with: "https://example.org/play.svg")
            var pressed = DisplayOptions()
            pressed.key = .alternate
            button.setImage(with: "https://example.org/pause.svg", options: pressed)
            // end
        }

        static func animation(_ view: PictureView) {
            // snippet widget animation
            view.display.setAnimationOptions(AnimationPlayer.Options(rate: 0.5), playsAutomatically: false)
            view.display.player()?.play()
            view.display.animationDidChange()
            // end
        }
    }
#endif
