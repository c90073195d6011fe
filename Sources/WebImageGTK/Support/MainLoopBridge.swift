#if GTK
    internal import CWebImageGTK
    internal import Glibc

    /// Lets the main actor and the main dispatch queue run inside of a GLib main loop.
    ///
    /// GTK owns the first thread with a loop of its own, in which nothing of Swift's main queue would ever run. The bridge
    /// watches the event file of that queue from the default main context, so that tasks, sleeps and hops to the main actor
    /// work whatever runs the loop: GtkApplication, Adwaita, `g_main_loop_run`, a modal dialog.
    @MainActor
    public enum MainLoopBridge {
        private static var source: UInt32 = 0

        /// Builds the bridge; calls after the first do nothing. Displays do this by themselves.
        ///
        /// - Precondition: This is the process's first thread, where GTK lives.
        public static func install() {
            guard source == 0 else { return }
            source = g_unix_fd_add(
                wi_main_queue_file(), G_IO_IN,
                { _, _, _ in
                    wi_main_queue_drain()
                    return 1
                }, nil)
            // What was put into the queue before has made the file readable already, or waits for this first turn.
            g_idle_add(
                { _ in
                    wi_main_queue_drain()
                    return 0
                }, nil)
        }
    }
#endif
