#if GTK
    internal import CWebImageGTK
    public import WebImage

    extension WidgetDisplay {
        /// The display of a `GtkPicture`.
        ///
        /// - Precondition: The pointer is one.
        public static func picture(_ picture: OpaquePointer) -> WidgetDisplay {
            precondition(wi_is_picture(picture.raw), "the pointer is no GtkPicture")
            return of(picture) {
                { key, paintable in if key == .image { gtk_picture_set_paintable(picture, paintable) } }
            }
        }

        /// The display of a `GtkImage`, which draws pictures at its icon size (`pixel-size`).
        ///
        /// - Precondition: The pointer is one.
        public static func image(_ image: OpaquePointer) -> WidgetDisplay {
            precondition(wi_is_image(image.raw), "the pointer is no GtkImage")
            return of(image) {
                { key, paintable in if key == .image { gtk_image_set_from_paintable(image, paintable) } }
            }
        }

        /// The display of a `GtkButton` (or toggle button), whose child becomes a picture.
        ///
        /// Each key is the picture of a state, and loads by itself: ``DisplayKey/image`` is the normal one,
        /// ``DisplayKey/alternate`` is shown while the button is pressed or checked, ``DisplayKey/hover`` below the
        /// pointer, ``DisplayKey/insensitive`` while it can't be used. A state without a picture shows the normal one.
        ///
        /// - Precondition: The pointer is one.
        public static func button(_ button: OpaquePointer) -> WidgetDisplay {
            precondition(wi_is_button(button.raw), "the pointer is no GtkButton")
            return of(button) {
                let states = ButtonPictures(button: button.widget)
                return { key, paintable in states.add(paintable, for: key) }
            }
        }

        /// The display of any other widget.
        ///
        /// - Parameter attach: Puts a `GdkPaintable` onto the widget; called once for each key, before its first picture. What the
        ///   paintable shows changes later without another call.
        public static func widget(_ widget: OpaquePointer, attach: @escaping Attach) -> WidgetDisplay {
            precondition(wi_is_widget(widget.raw), "the pointer is no GtkWidget")
            return of(widget) { attach }
        }
    }

    extension DisplayKey {
        /// The picture of a button that the pointer is over.
        public static let hover: DisplayKey = "hover"
        /// The picture of a button that can't be used now.
        public static let insensitive: DisplayKey = "insensitive"
    }

    /// Chooses among the pictures of a button's states.
    @MainActor
    private final class ButtonPictures {
        private let button: UnsafeMutablePointer<GtkWidget>
        /// Lives as long as the button, whose child it is.
        private let picture: OpaquePointer?
        private var paintables: [DisplayKey: OpaquePointer] = [:]

        init(button: UnsafeMutablePointer<GtkWidget>) {
            self.button = button
            let picture = gtk_picture_new()
            self.picture = OpaquePointer(picture)
            gtk_button_set_child(UnsafeMutablePointer<GtkButton>(button.opaque), picture)
            connect(button.raw, "state-flags-changed", withArgument: { [weak self] _ in self?.choose() })
        }

        func add(_ paintable: OpaquePointer, for key: DisplayKey) {
            paintables[key] = paintable
            choose()
        }

        private func choose() {
            let flags = gtk_widget_get_state_flags(button).rawValue
            func isOn(_ flag: GtkStateFlags) -> Bool { flags & flag.rawValue != 0 }
            var wanted: DisplayKey = .image
            if isOn(GTK_STATE_FLAG_INSENSITIVE) {
                wanted = .insensitive
            } else if isOn(GTK_STATE_FLAG_ACTIVE) || isOn(GTK_STATE_FLAG_CHECKED) {
                wanted = .alternate
            } else if isOn(GTK_STATE_FLAG_PRELIGHT) {
                wanted = .hover
            }
            let paintable = paintables[wanted] ?? paintables[.image]
            if gtk_picture_get_paintable(picture) != paintable { gtk_picture_set_paintable(picture, paintable) }
        }
    }
#endif
