internal import CWebImageLinux
internal import Dispatch

/// Gets closures onto the main thread.
enum MainThread {
    /// Whether this is the process's first thread, which the main actor runs on.
    static var isCurrent: Bool { wi_is_main_thread() }

    /// Runs `body` at once on the main thread, else puts it into the main queue.
    static func run(_ body: @escaping @Sendable () -> Void) {
        if isCurrent { body() } else { DispatchQueue.main.async(execute: body) }
    }
}
