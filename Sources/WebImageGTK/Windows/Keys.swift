#if GTK
    internal import CWebImageGTK

    private final class KeyHandler {
        let press: @MainActor (UInt32) -> Bool

        init(_ press: @escaping @MainActor (UInt32) -> Bool) { self.press = press }
    }

    private typealias KeyPressed =
        @convention(c) (
            UnsafeMutableRawPointer?, UInt32, UInt32, UInt32, UnsafeMutableRawPointer?
        ) -> Int32

    /// Calls `press` with the value of each key that is pressed in a window; it returns whether the key is used.
    @MainActor
    package func connectKeys(of window: OpaquePointer, _ press: @escaping @MainActor (UInt32) -> Bool) {
        let callback: KeyPressed = { _, key, _, _, data in
            guard let data else { return 0 }
            nonisolated(unsafe) let handler = Unmanaged<KeyHandler>.fromOpaque(data).takeUnretainedValue()
            return MainActor.assumeIsolated { handler.press(key) } ? 1 : 0
        }
        let controller: OpaquePointer = gtk_event_controller_key_new()
        let data = Unmanaged.passRetained(KeyHandler(press)).toOpaque()
        g_signal_connect_data(
            controller.raw, "key-pressed", unsafeBitCast(callback, to: GCallback.self), data,
            { data, _ in if let data { Unmanaged<KeyHandler>.fromOpaque(data).release() } }, GConnectFlags(0))
        // The window takes the controller over.
        gtk_widget_add_controller(window.widget, controller)
    }
#endif
