#if GTK
    import CWebImageGTK
    import Dispatch
    import Glibc
    import WebImage
    import WebImageGTK
    import WebImageTesting

    /// What can be tried in a window; each prints `name=value` lines.
    @MainActor
    enum Scenario {
        static let all: [String: @MainActor () async throws -> Void] = [
            "bridge": bridge, "picture": picture, "fit": fit, "button": button, "image": image, "widget": widget,
            "transition": transition, "indicator": indicator, "unmap": unmap, "close": close, "leaks": leaks,
            "placeholder": placeholder, "list": list, "animation": animation, "replace": replace, "hidden": hidden,
            "cells": cells, "window": window, "rounded": rounded,
            // For the benchmark of windows alone.
            "measure-cells": measureCells, "measure-bare-cells": measureBareCells, "measure-hits": measureHits,
        ]

        /// Whether this is the thread that runs the main loop.
        private nonisolated static var isOnMainLoop: Bool { g_main_context_is_owner(g_main_context_default()) != 0 }

        static func bridge() async throws {
            let isFirst = isOnMainLoop
            let value = await Task.detached { await MainActor.run { 7 } }.value
            try await Task.sleep(for: .milliseconds(5))
            let queued = await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    DispatchQueue.main.async { continuation.resume(returning: isOnMainLoop) }
                }
            }
            var rounds = 0
            for _ in 0..<10_000 {
                await Task.yield()
                rounds += 1
            }
            print("first=\(isFirst)\nvalue=\(value)\nqueued=\(queued)\nrounds=\(rounds)")
        }

        static func picture() async throws {
            let stage = Stage()
            let picture: Widget = gtk_picture_new()
            await stage.show(picture)
            let display = WidgetDisplay.picture(picture.opaque)
            print("same=\(display === WidgetDisplay.picture(picture.opaque))")
            let red = stage.address("red", Palette.red)
            _ = await display.setImage(with: red, options: stage.options).result
            await stage.settle()
            print("loaded=\(stage.pixel(picture) as Any)")
            _ = await display.setImage(with: stage.address("blue", Palette.blue), options: stage.options).result
            await stage.settle()
            print("second=\(stage.pixel(picture) as Any)")
            // Out of memory: on the widget before the call returns.
            let start = ContinuousClock.now
            let load = display.setImage(with: red, options: stage.options)
            let time = ContinuousClock.now - start
            print("hit=\(load.outcome != nil)\nhitColor=\(display.image()?.bitmap[0, 0] as Any)\nhitTime=\(time)")
            await stage.settle()
            print("again=\(stage.pixel(picture) as Any)")
            display.alternativeText = "A red square"
            print("alternative=\(String(cString: gtk_picture_get_alternative_text(picture.opaque)))")
            display.clearImage()
            await stage.settle()
            print("cleared=\(stage.pixel(picture) != Palette.red)")
        }

        static func fit() async throws {
            let stage = Stage(width: 190, height: 100)
            let picture: Widget = gtk_picture_new()
            let url = stage.address("large", Palette.green, size: PixelSize(width: 2000, height: 1000))
            let display = WidgetDisplay.picture(picture.opaque)
            var options = stage.options
            options.fit = .contain
            let load = display.setImage(with: url, options: options)
            print("waits=\(stage.loader.requests.isEmpty)")
            await stage.show(picture)
            let loaded = try await load.result.get()
            print("size=\(loaded.image.size)")
            gtk_window_set_default_size(stage.window.window, 600, 400)
            await stage.wait("a larger picture") { (display.image()?.size.width ?? 0) > 400 }
            print("larger=\(display.image()?.size as Any)\nrequests=\(stage.loader.requests.count)")
        }

        static func button() async throws {
            let stage = Stage()
            let button: Widget = gtk_button_new()
            let display = WidgetDisplay.button(button.opaque)
            await stage.show(button)
            var options = stage.options
            _ = await display.setImage(with: stage.address("normal", Palette.red), options: options).result
            options.key = .alternate
            _ = await display.setImage(with: stage.address("pressed", Palette.blue), options: options).result
            options.key = .insensitive
            _ = await display.setImage(with: stage.address("off", Palette.green), options: options).result
            await stage.settle()
            print("normal=\(stage.pixel(button) as Any)")
            gtk_widget_set_state_flags(button, GTK_STATE_FLAG_ACTIVE, 0)
            await stage.settle()
            print("pressed=\(stage.pixel(button) as Any)")
            gtk_widget_unset_state_flags(button, GTK_STATE_FLAG_ACTIVE)
            gtk_widget_set_sensitive(button, 0)
            await stage.settle()
            let off = stage.pixel(button)
            // Themes dim what can't be used.
            print("off=\((off?.green ?? 0) > (off?.red ?? 255))")
        }

        static func image() async throws {
            let stage = Stage()
            let image: Widget = gtk_image_new()
            gtk_image_set_pixel_size(image.opaque, 64)
            await stage.show(image)
            let display = WidgetDisplay.image(image.opaque)
            _ = await display.setImage(with: stage.address("red", Palette.red), options: stage.options).result
            await stage.settle()
            print("image=\(stage.pixel(image) as Any)")
        }

        static func widget() async throws {
            let stage = Stage()
            let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
            let picture: Widget = gtk_picture_new()
            gtk_box_append(UnsafeMutablePointer<GtkBox>(box.opaque), picture)
            await stage.show(box)
            var attached: [DisplayKey] = []
            let display = WidgetDisplay.widget(box.opaque) { key, paintable in
                attached.append(key)
                gtk_picture_set_paintable(picture.opaque, paintable)
            }
            _ = await display.setImage(with: stage.address("red", Palette.red), options: stage.options).result
            _ = await display.setImage(with: stage.address("blue", Palette.blue), options: stage.options).result
            await stage.settle()
            print("attached=\(attached)\ncolor=\(stage.pixel(picture) as Any)")
        }

        static func placeholder() async throws {
            let stage = Stage()
            let picture: Widget = gtk_picture_new()
            await stage.show(picture)
            let display = WidgetDisplay.picture(picture.opaque)
            let gate = TestGate()
            let slow = stage.address("slow", Palette.blue, gate: gate)
            let load = display.setImage(with: slow, placeholder: .blurHash("00OZZy"), options: stage.options)
            await stage.settle()
            print("blur=\(stage.pixel(picture) as Any)")
            gate.open()
            _ = await load.result
            await stage.settle()
            print("loaded=\(stage.pixel(picture) as Any)")
            var options = stage.options
            let failed = try Bitmap(PixelSize(width: 4, height: 4), color: Palette.green)
            options.errorImage = DecodedImage(bitmap: failed, info: ImageInfo(format: .png, size: failed.size))
            _ = await display.setImage(with: "https://example.org/none", options: options).result
            await stage.settle()
            print("failed=\(stage.pixel(picture) as Any)")
        }

        static func transition() async throws {
            let stage = Stage()
            let picture: Widget = gtk_picture_new()
            await stage.show(picture)
            let display = WidgetDisplay.picture(picture.opaque)
            for (name, style) in [
                ("crossfade", DisplayTransition.Style.crossfade), ("slide", .slide(from: .left)),
                ("flip", .flip(from: .top)),
            ] {
                _ = await display.setImage(with: stage.address("red" + name, Palette.red), options: stage.options)
                    .result
                await stage.settle()
                var options = stage.options
                options.transition = DisplayTransition(style, duration: .milliseconds(400))
                let blue = stage.address("blue" + name, Palette.blue)
                _ = await display.setImage(with: blue, placeholder: .keepCurrent, options: options).result
                var between = false
                var frames = 0
                while frames < 200 {
                    await stage.nextFrame()
                    frames += 1
                    let center = stage.pixel(picture)
                    let left = stage.pixel(picture, 0.02, 0.5)
                    if name == "crossfade", let center, center.red > 20, center.blue > 20 { between = true }
                    if name == "slide", center == Palette.red, left == Palette.blue { between = true }
                    if name == "flip", center == Palette.red || center == Palette.blue,
                        stage.pixel(picture, 0.5, 0.02) != center
                    {
                        between = true
                    }
                    if !display.isClockRunning { break }
                }
                await stage.settle()
                print("\(name)=\(between)\n\(name)End=\(stage.pixel(picture) as Any)")
            }
        }

        static func indicator() async throws {
            let stage = Stage()
            let view = PictureView()
            await stage.show(UnsafeMutablePointer<GtkWidget>(view.widget))
            let bar: Widget = gtk_progress_bar_new()
            g_object_ref_sink(UnsafeMutableRawPointer(bar))
            view.displayState.indicator = ProgressBarIndicator(bar.opaque)
            let gate = TestGate()
            var options = stage.options
            options.indicatorDelay = .milliseconds(1)
            let load = view.setImage(with: stage.address("slow", Palette.red, gate: gate), options: options)
            print("early=\(gtk_widget_get_visible(bar) != 0)")
            await stage.wait("the bar") { gtk_widget_get_visible(bar) != 0 }
            print("late=\(gtk_widget_get_visible(bar) != 0)")
            gate.open()
            _ = await load.result
            print("end=\(gtk_widget_get_visible(bar) != 0)")
        }

        static func window() async throws {
            let stage = Stage()
            let view = ZoomView()
            await stage.show(UnsafeMutablePointer<GtkWidget>(view.widget))
            let url = stage.address("red", Palette.red, size: PixelSize(width: 100, height: 50))
            _ = await view.picture.setImage(with: url, options: stage.options).result
            await stage.settle()
            let inner = UnsafeMutablePointer<GtkWidget>(view.picture.widget)
            print("fitted=\(stage.pixel(inner) as Any)")
            view.zoom(by: 4)
            await stage.settle()
            print("scale=\(view.scale as Any)\nwidth=\(gtk_widget_get_width(inner))")
            view.fit()
            await stage.settle()
            print("fit=\(gtk_widget_get_width(inner))")
            gtk_window_destroy(stage.window.window)
            print("closed=true")
        }
    }
#endif
