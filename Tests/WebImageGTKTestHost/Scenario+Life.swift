#if GTK
    import CWebImageGTK
    import Glibc
    import WebImage
    import WebImageGTK
    import WebImageTesting

    extension Scenario {
        /// Unmapped pictures are let go, and are there again when they are mapped.
        static func unmap() async throws {
            let stage = Stage()
            let stack: Widget = gtk_stack_new()
            let picture: Widget = gtk_picture_new()
            let other: Widget = gtk_label_new("other")
            gtk_stack_add_named(stack.opaque, picture, "picture")
            gtk_stack_add_named(stack.opaque, other, "other")
            await stage.show(stack)
            let display = WidgetDisplay.picture(picture.opaque)
            _ = await display.setImage(with: stage.address("red", Palette.red), options: stage.options).result
            await stage.settle()
            gtk_stack_set_visible_child(stack.opaque, other)
            await stage.settle()
            print("released=\(display.image() == nil)")
            gtk_stack_set_visible_child(stack.opaque, picture)
            print("restored=\(display.image() != nil)")
            await stage.settle()
            print("color=\(stage.pixel(picture) as Any)\nrequests=\(stage.loader.requests.count)")
        }

        /// A window closed in mid-load: the load is cancelled, its completion told once, nothing is left.
        static func close() async throws {
            let gate = TestGate()
            let stage = Stage()
            let picture: Widget = gtk_picture_new()
            await stage.show(picture)
            weak var display: WidgetDisplay?
            var outcomes: [String] = []
            do {
                let strong = WidgetDisplay.picture(picture.opaque)
                display = strong
                strong.setImage(with: stage.address("slow", Palette.red, gate: gate), options: stage.options) {
                    outcome in
                    switch outcome {
                    case .success: outcomes.append("success")
                    case .failure(let error): outcomes.append("\(error.code)")
                    }
                }
            }
            await gate.waitForArrivals()
            gtk_window_destroy(stage.window.window)
            await stage.wait("the display to go") { display == nil }
            // Opened before the loader has heard of it, the gate would let the load end as if nothing had happened.
            await stage.wait("the loader to hear of it") { stage.loader.cancelledCount == 1 }
            gate.open()
            await stage.wait("the load to end") { stage.manager.runningCount == 0 }
            print("outcomes=\(outcomes)\ngone=\(display == nil)\ncancelled=\(stage.loader.cancelledCount)")
        }

        /// MEM-08: showing, replacing and destroying animated views leaves nothing behind.
        static func leaks() async throws {
            let stage = Stage()
            let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
            await stage.show(box)
            let boxPointer = UnsafeMutablePointer<GtkBox>(box.opaque)
            let urls = (0..<4).map { index in
                stage.address(
                    "animated\(index)", PixelColor(red: UInt8(index), green: 9, blue: 9),
                    size: PixelSize(width: 256, height: 256), frames: 6)
            }
            var before = 0
            weak var last: WidgetDisplay?
            for round in 0..<500 {
                let picture: Widget = gtk_picture_new()
                gtk_box_append(boxPointer, picture)
                let display = WidgetDisplay.picture(picture.opaque)
                last = display
                _ = await display.setImage(with: urls[round % 4], options: stage.options).result
                if round % 10 == 0 { await stage.nextFrame() }
                display.setImage(with: urls[(round + 1) % 4], options: stage.options)
                gtk_box_remove(boxPointer, picture)
                if round == 100 { before = Stage.residentBytes }
            }
            await stage.settle()
            print("growth=\((Stage.residentBytes - before) >> 20)\nlastGone=\(last == nil)")
            print("running=\(stage.manager.runningCount)\nkept=\(FramePool.shared.keptBytes)")
        }

        /// VIEW-01: 1,000 scroll steps over 200 rows in a grid; no cell ever shows another row's picture.
        static func list() async throws {
            let stage = Stage(width: 340, height: 340)
            let rows = 200
            let colors = (0..<rows).map { PixelColor(red: UInt8($0), green: UInt8(255 - $0), blue: 40) }
            let urls = (0..<rows).map { stage.address("row\($0)", colors[$0]) }
            let model = gtk_string_list_new(nil)
            for row in 0..<rows { gtk_string_list_append(model, "\(row)") }
            let selection = gtk_no_selection_new(model)
            let factory = PictureListFactory(
                cellSize: PixelSize(width: 100, height: 100), options: stage.options, count: { rows },
                request: { ImageRequest(url: urls[$0]) })
            var bound: [ObjectIdentifier: (view: PictureView, row: Int)] = [:]
            factory.onBind = { view, row in
                bound[ObjectIdentifier(view)] = (view, row)
                view.alternativeText = "Row \(row)"
            }
            factory.onUnbind = { view in bound[ObjectIdentifier(view)] = nil }
            let grid: Widget = gtk_grid_view_new(selection, factory.factory)
            gtk_grid_view_set_max_columns(grid.opaque, 3)
            let scrolled: Widget = gtk_scrolled_window_new()
            gtk_scrolled_window_set_child(scrolled.opaque, grid)
            await stage.show(scrolled)
            let adjustment = gtk_scrolled_window_get_vadjustment(scrolled.opaque)
            var wrong = 0
            var shown = 0
            var drawnWrong = 0
            for step in 0..<1000 {
                let upper = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment)
                let phase = step % 200
                let part = Double(phase < 100 ? phase : 199 - phase) / 99
                gtk_adjustment_set_value(adjustment, upper * part)
                if step % 3 == 0 { await stage.nextFrame() } else { await stage.turn() }
                for (view, row) in bound.values {
                    guard let image = view.display.image() else { continue }
                    shown += 1
                    if image.bitmap[0, 0] != colors[row] { wrong += 1 }
                }
                if step % 100 == 99 {
                    await stage.settle()
                    for (view, row) in bound.values {
                        let widget = UnsafeMutablePointer<GtkWidget>(view.widget)
                        guard gtk_widget_get_mapped(widget) != 0, view.display.image() != nil,
                            let pixel = stage.pixel(widget)
                        else { continue }
                        if pixel != colors[row] { drawnWrong += 1 }
                    }
                }
            }
            let visible = bound.values.filter {
                gtk_widget_get_mapped(UnsafeMutablePointer<GtkWidget>($0.view.widget)) != 0
            }
            await stage.wait("all visible cells") { visible.allSatisfy { !$0.view.displayState.isLoading } }
            print("wrong=\(wrong)\ndrawnWrong=\(drawnWrong)\nshown=\(shown > 1000)\ncells=\(bound.count)")
            print("visible=\(visible.count)\nduplicates=\(stage.loader.requests.count > rows * 4)")
        }

        /// A3-59: rounded corners are in the pixels; scrolling cuts nothing out.
        static func rounded() async throws {
            let stage = Stage(width: 760, height: 420)
            let rows = 56
            let urls = (0..<rows).map { stage.address("rounded\($0)", Palette.blue) }
            let model = gtk_string_list_new(nil)
            for row in 0..<rows { gtk_string_list_append(model, "\(row)") }
            let factory = PictureListFactory(
                cellSize: PixelSize(width: 96, height: 96), options: stage.options, count: { rows },
                request: { ImageRequest(url: urls[$0], editor: .roundedCorners(20)) })
            var bound: [ObjectIdentifier: PictureView] = [:]
            factory.onBind = { view, _ in bound[ObjectIdentifier(view)] = view }
            let grid: Widget = gtk_grid_view_new(gtk_no_selection_new(model), factory.factory)
            gtk_grid_view_set_min_columns(grid.opaque, 7)
            gtk_grid_view_set_max_columns(grid.opaque, 7)
            let scrolled: Widget = gtk_scrolled_window_new()
            gtk_scrolled_window_set_child(scrolled.opaque, grid)
            await stage.show(scrolled)
            let adjustment = gtk_scrolled_window_get_vadjustment(scrolled.opaque)
            var (seen, clips, textures) = (0, 0, 0)
            for step in 0..<20 {
                let upper = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment)
                gtk_adjustment_set_value(adjustment, upper * Double(step) / 19)
                await stage.nextFrame()
                await stage.wait("all cells") { bound.values.allSatisfy { !$0.displayState.isLoading } }
                await stage.settle()
                for view in bound.values {
                    let widget = UnsafeMutablePointer<GtkWidget>(view.widget)
                    guard gtk_widget_get_mapped(widget) != 0 else { continue }
                    let nodes = stage.nodes(widget)
                    seen += 1
                    if nodes.contains("clip {") { clips += 1 }
                    if nodes.contains("texture {") { textures += 1 }
                }
            }
            let corner = bound.values.lazy.compactMap { $0.display.image() }.first?.bitmap[0, 0].alpha
            print("seen=\(seen >= 28 * 20)\nclips=\(clips)\ntextures=\(textures == seen)\ncorner=\(corner as Any)")
            // What it is instead of: the display's own rounded corners are cut out at each frame.
            let provider = gtk_css_provider_new()
            gtk_css_provider_load_from_data(provider, ".round { border-radius: 20px; }", -1)
            gtk_style_context_add_provider_for_display(
                gdk_display_get_default(), OpaquePointer(provider), UInt32(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
            let view = PictureView(cellSize: PixelSize(width: 90, height: 90), contentFit: .cover)
            let widget = UnsafeMutablePointer<GtkWidget>(view.widget)
            gtk_widget_add_css_class(widget, "round")
            gtk_window_set_child(stage.window.window, widget)
            _ = await view.setImage(with: urls[0], options: stage.options).result
            await stage.settle()
            print("cut=\(stage.nodes(widget).contains("rounded-clip {"))")
        }
    }
#endif
