#if GTK
    import CWebImageGTK
    import Glibc
    import WebImageGTK

    /// What a window's frames cost: the main thread's own time in the callbacks that choose what is shown, in the drawing that
    /// follows, and in all; and the processor's time of the whole process.
    @MainActor
    final class FrameMeter {
        private let clock: UnsafeMutableRawPointer
        private var frames = 0
        private var updating = 0.0
        private var drawing = 0.0
        private var begin = 0.0
        private var middle = 0.0

        /// Watches the frames of a window that is shown.
        init(_ window: Widget) {
            clock = UnsafeMutableRawPointer(gtk_widget_get_frame_clock(window))
            connect(clock, "before-paint") { [unowned self] in
                begin = Self.threadTime
                middle = 0
                // Its signal parts the callbacks ("update") from the drawing.
                gdk_frame_clock_request_phase(OpaquePointer(clock), GDK_FRAME_CLOCK_PHASE_LAYOUT)
            }
            connect(clock, "layout") { [unowned self] in if middle == 0 { middle = Self.threadTime } }
            connect(clock, "after-paint") { [unowned self] in
                guard begin != 0, middle != 0 else { return }
                frames += 1
                updating += middle - begin
                drawing += Self.threadTime - middle
            }
        }

        /// Measures for some seconds and prints.
        func measure(seconds: Double) async throws {
            (frames, updating, drawing) = (0, 0, 0)
            let process = Self.usage(RUSAGE_SELF)
            let thread = Self.threadTime
            let start = ContinuousClock.now
            try await Task.sleep(for: .seconds(seconds))
            let wall = (ContinuousClock.now - start) / .seconds(1)
            let all = Self.usage(RUSAGE_SELF) - process
            let main = Self.threadTime - thread
            let count = Double(max(1, frames))
            print("frames=\(Double(frames) / wall)\ncpuPercent=\(all / wall * 100)\nmainPercent=\(main / wall * 100)")
            print("updateMicroseconds=\(updating / count * 1e6)\ndrawMicroseconds=\(drawing / count * 1e6)")
            print("mainMicroseconds=\(main / count * 1e6)\nresidentBytes=\(Stage.residentBytes)")
        }

        private static var threadTime: Double {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }

        private static func usage(_ who: __rusage_who) -> Double {
            var usage = rusage()
            getrusage(__rusage_who_t(who.rawValue), &usage)
            func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
            return seconds(usage.ru_utime) + seconds(usage.ru_stime)
        }
    }
#endif
