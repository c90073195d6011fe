#if GTK
    internal import CWebImageGTK
    internal import WebImageGTK

    typealias Widget = UnsafeMutablePointer<GtkWidget>

    extension UnsafeMutablePointer<GtkWidget> {
        var opaque: OpaquePointer { OpaquePointer(self) }
        var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
        var window: UnsafeMutablePointer<GtkWindow> { UnsafeMutablePointer<GtkWindow>(opaque) }

        /// Appends to a box.
        func append(_ children: Widget...) {
            for child in children { gtk_box_append(UnsafeMutablePointer<GtkBox>(opaque), child) }
        }

        func style(_ name: String) -> Widget {
            gtk_widget_add_css_class(self, name)
            return self
        }

        func expanded(_ horizontally: Bool = true, _ vertically: Bool = true) -> Widget {
            gtk_widget_set_hexpand(self, horizontally ? 1 : 0)
            gtk_widget_set_vexpand(self, vertically ? 1 : 0)
            return self
        }

        func setText(_ text: String) { gtk_label_set_text(opaque, text) }
    }

    @MainActor
    enum Make {
        static func box(_ orientation: GtkOrientation, spacing: Int32 = 12) -> Widget {
            gtk_box_new(orientation, spacing)
        }

        static func label(_ text: String, isLeft: Bool = true) -> Widget {
            let label: Widget = gtk_label_new(text)
            gtk_label_set_xalign(label.opaque, isLeft ? 0 : 0.5)
            gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
            return label
        }

        static func button(_ text: String, _ action: @escaping @MainActor () -> Void) -> Widget {
            let button: Widget = gtk_button_new_with_label(text)
            connect(button.raw, "clicked", action)
            return button
        }

        static func iconButton(_ icon: String, _ label: String, _ action: @escaping @MainActor () -> Void) -> Widget {
            let button: Widget = gtk_button_new_from_icon_name(icon)
            gtk_widget_set_tooltip_text(button, label)
            wi_set_accessible_label(button, label)
            connect(button.raw, "clicked", action)
            return button
        }

        /// A row of buttons of which one is pressed.
        static func choice(_ names: [String], selected: Int, _ action: @escaping @MainActor (Int) -> Void) -> Widget {
            let row = box(GTK_ORIENTATION_HORIZONTAL, spacing: 0).style("linked")
            var first: Widget?
            for (index, name) in names.enumerated() {
                let button: Widget = gtk_toggle_button_new_with_label(name)
                let toggle = UnsafeMutablePointer<GtkToggleButton>(button.opaque)
                if let first {
                    gtk_toggle_button_set_group(toggle, UnsafeMutablePointer<GtkToggleButton>(first.opaque))
                }
                first = first ?? button
                gtk_toggle_button_set_active(toggle, index == selected ? 1 : 0)
                connect(button.raw, "toggled") {
                    if gtk_toggle_button_get_active(toggle) != 0 { action(index) }
                }
                row.append(button)
            }
            return row
        }

        static func scrolled(_ child: Widget) -> Widget {
            let scrolled: Widget = gtk_scrolled_window_new()
            gtk_scrolled_window_set_child(scrolled.opaque, child)
            gtk_scrolled_window_set_policy(scrolled.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
            return scrolled.expanded()
        }

        /// Boxes side by side that wrap.
        static func flow(_ children: [Widget], perLine: UInt32) -> Widget {
            let flow: Widget = gtk_flow_box_new()
            gtk_flow_box_set_selection_mode(flow.opaque, GTK_SELECTION_NONE)
            gtk_flow_box_set_max_children_per_line(flow.opaque, perLine)
            gtk_flow_box_set_min_children_per_line(flow.opaque, 2)
            gtk_flow_box_set_column_spacing(flow.opaque, 14)
            gtk_flow_box_set_row_spacing(flow.opaque, 14)
            gtk_flow_box_set_homogeneous(flow.opaque, 1)
            gtk_widget_set_valign(flow, GTK_ALIGN_START)
            for child in children { gtk_flow_box_insert(flow.opaque, child, -1) }
            return flow
        }

        /// A picture with words below it.
        static func card(_ picture: Widget, _ words: Widget...) -> Widget {
            let card = box(GTK_ORIENTATION_VERTICAL, spacing: 6).style("card")
            card.append(picture)
            for word in words { card.append(word) }
            return card
        }

        static let css = """
            .page { padding: 18px; }
            .title { font-size: 150%; font-weight: 700; }
            .dim { opacity: 0.65; }
            .card { padding: 8px; border-radius: 12px; background: alpha(@theme_fg_color, 0.06); }
            .picture { border-radius: 8px; background: alpha(@theme_fg_color, 0.08); }
            .number { font-size: 170%; font-weight: 700; }
            gridview { background: transparent; padding: 12px; }
            gridview > child { padding: 5px; border-radius: 12px; }
            .bar { padding: 8px 14px; }
            """

        static func installStyle() {
            let provider = gtk_css_provider_new()
            gtk_css_provider_load_from_data(provider, css, -1)
            gtk_style_context_add_provider_for_display(
                gdk_display_get_default(), OpaquePointer(provider), UInt32(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
            g_object_unref(provider)
        }
    }
#endif
