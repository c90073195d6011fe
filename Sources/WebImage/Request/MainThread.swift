internal import CWebImageLinux
internal import Dispatch

/// Gets closures onto the main thread.
enum MainThread {
    /// Marks the main queue: a program whose `main` is async gives its first thread up, and the queue runs on others.
    private static let mark: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Whether the main actor's state may be touched from here: on the process's first thread or out of the main queue.
    static var isCurrent: Bool { wi_is_main_thread() || DispatchQueue.getSpecific(key: mark) == true }

    /// Runs `body` at once on the main thread, else puts it into the main queue.
    static func run(_ body: @escaping @Sendable () -> Void) {
        if isCurrent { body() } else { DispatchQueue.main.async(execute: body) }
    }
}
