#if GTK
    import CWebImageGTK
    import Glibc
    import WebImage
    import WebImageTesting

    typealias Widget = UnsafeMutablePointer<GtkWidget>

    /// A window, a manager over fakes, and what scenarios need to look at pixels.
    @MainActor
    final class Stage {
        let window: Widget
        let loader = FakeLoader()
        let cache = FakeCache()
        let coder = FakeCoder()
        let manager: ImageManager

        init(width: Int32 = 200, height: Int32 = 200) {
            window = gtk_window_new()
            manager = ImageManager(ImageManager.Configuration(cache: cache, loader: loader, coder: coder))
            gtk_window_set_default_size(window.window, width, height)
        }

        var options: DisplayOptions { DisplayOptions(manager: manager) }

        func show(_ child: Widget) async {
            gtk_window_set_child(window.window, child)
            gtk_window_present(window.window)
            await settle()
        }

        /// Teaches the loader a picture in one color.
        func address(
            _ name: String, _ color: PixelColor, size: PixelSize = PixelSize(width: 100, height: 100), frames: Int = 1,
            gate: TestGate? = nil
        ) -> ImageURL {
            let url = ImageURL("https://example.org/\(name)")
            loader.answer(url, with: .init(FakeCoder.file(size, color, frames: frames), gate: gate))
            return url
        }

        /// The pixel of a widget, as drawn, at a part of its width and height.
        func pixel(_ widget: Widget, _ x: Double = 0.5, _ y: Double = 0.5) -> PixelColor? {
            guard let texture = wi_render_widget(widget) else { return nil }
            defer { g_object_unref(texture) }
            let width = Int(gdk_texture_get_width(OpaquePointer(texture)))
            let height = Int(gdk_texture_get_height(OpaquePointer(texture)))
            var bytes = [UInt8](repeating: 0, count: width * height * 4)
            gdk_texture_download(OpaquePointer(texture), &bytes, gsize(width * 4))
            let at = (Int(Double(height - 1) * y) * width + Int(Double(width - 1) * x)) * 4
            return PixelColor(red: bytes[at + 2], green: bytes[at + 1], blue: bytes[at], alpha: bytes[at + 3])
        }

        /// What GTK would draw a widget from, as text: a line for each node.
        func nodes(_ widget: Widget) -> String {
            let paintable = gtk_widget_paintable_new(widget)
            defer { g_object_unref(UnsafeMutableRawPointer(paintable)) }
            let snapshot = gtk_snapshot_new()
            gdk_paintable_snapshot(
                paintable, snapshot, Double(gtk_widget_get_width(widget)), Double(gtk_widget_get_height(widget)))
            guard let node = gtk_snapshot_free_to_node(snapshot) else { return "" }
            defer { gsk_render_node_unref(node) }
            let bytes = gsk_render_node_serialize(node)
            defer { g_bytes_unref(bytes) }
            var count: gsize = 0
            let text = g_bytes_get_data(bytes, &count)
            return String(decoding: UnsafeRawBufferPointer(start: text, count: Int(count)), as: UTF8.self)
        }

        /// Waits until the window has been drawn with what it shows now.
        func settle() async {
            for _ in 0..<3 { await nextFrame() }
        }

        func nextFrame() async {
            guard gtk_widget_get_mapped(window) != 0 else { return await turn() }
            gtk_widget_queue_draw(window)
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                let box = Unmanaged.passRetained(Resumer(continuation)).toOpaque()
                gtk_widget_add_tick_callback(
                    window,
                    { _, _, data in
                        guard let data else { return 0 }
                        Unmanaged<Resumer>.fromOpaque(data).takeRetainedValue().continuation.resume()
                        return 0
                    }, box, nil)
            }
        }

        /// Lets the main loop turn once.
        func turn() async { try? await Task.sleep(for: .milliseconds(2)) }

        /// Waits for something that other threads or the frame clock bring about; gives up after 20 s.
        func wait(_ what: String, until condition: () -> Bool) async {
            let deadline = ContinuousClock.now + .seconds(20)
            while !condition() {
                guard ContinuousClock.now < deadline else {
                    print("error=waited in vain: \(what)")
                    return
                }
                await turn()
            }
        }

        /// The memory that this process holds, in bytes.
        static var residentBytes: Int {
            guard let file = fopen("/proc/self/statm", "r") else { return 0 }
            defer { fclose(file) }
            var line = [CChar](repeating: 0, count: 128)
            guard fgets(&line, 128, file) != nil else { return 0 }
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            return (Int(text.split(separator: " ").dropFirst().first ?? "") ?? 0) * 4096
        }
    }

    private final class Resumer {
        let continuation: CheckedContinuation<Void, Never>

        init(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = continuation }
    }

    extension UnsafeMutablePointer<GtkWidget> {
        var window: UnsafeMutablePointer<GtkWindow> { UnsafeMutablePointer<GtkWindow>(OpaquePointer(self)) }
        var opaque: OpaquePointer { OpaquePointer(self) }
    }

    /// The colors of the scenarios' pictures.
    enum Palette {
        static let red = PixelColor(red: 255, green: 0, blue: 0)
        static let green = PixelColor(red: 0, green: 255, blue: 0)
        static let blue = PixelColor(red: 0, green: 0, blue: 255)
    }
#endif
