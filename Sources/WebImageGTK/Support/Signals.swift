#if GTK
    internal import CWebImageGTK

    /// The Swift end of a signal; the signal's connection owns it.
    private final class SignalHandler {
        let run: @MainActor (UnsafeMutableRawPointer?) -> Void

        init(_ run: @escaping @MainActor (UnsafeMutableRawPointer?) -> Void) { self.run = run }
    }

    private typealias Argument0 = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void
    private typealias Argument1 =
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
        ) -> Void

    private let releaseHandler: GClosureNotify = { data, _ in
        if let data { Unmanaged<SignalHandler>.fromOpaque(data).release() }
    }

    /// Runs `body` on a signal whose handlers take nothing but the object.
    @MainActor
    package func connect(_ object: UnsafeMutableRawPointer, _ signal: String, _ body: @escaping @MainActor () -> Void) {
        let callback: Argument0 = { _, data in
            guard let data else { return }
            nonisolated(unsafe) let handler = Unmanaged<SignalHandler>.fromOpaque(data).takeUnretainedValue()
            MainActor.assumeIsolated { handler.run(nil) }
        }
        let data = Unmanaged.passRetained(SignalHandler { _ in body() }).toOpaque()
        g_signal_connect_data(
            object, signal, unsafeBitCast(callback, to: GCallback.self), data, releaseHandler, GConnectFlags(0))
    }

    /// Runs `body` on a signal whose handlers take one more object, or something that is ignored.
    @MainActor
    package func connect(
        _ object: UnsafeMutableRawPointer, _ signal: String,
        withArgument body: @escaping @MainActor (UnsafeMutableRawPointer?) -> Void
    ) {
        let callback: Argument1 = { _, argument, data in
            guard let data else { return }
            nonisolated(unsafe) let handler = Unmanaged<SignalHandler>.fromOpaque(data).takeUnretainedValue()
            nonisolated(unsafe) let argument = argument
            MainActor.assumeIsolated { handler.run(argument) }
        }
        let data = Unmanaged.passRetained(SignalHandler(body)).toOpaque()
        g_signal_connect_data(
            object, signal, unsafeBitCast(callback, to: GCallback.self), data, releaseHandler, GConnectFlags(0))
    }
#endif
