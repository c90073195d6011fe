internal import CWebImageLinux
internal import Glibc

/// Starts threads of our own: work that blocks never runs on the cooperative pool.
public enum Thread {
    private final class Body {
        let name: String
        let run: @Sendable () -> Void

        init(name: String, run: @escaping @Sendable () -> Void) {
            self.name = name
            self.run = run
        }
    }

    /// Runs `body` on a new detached thread.
    ///
    /// - Parameter name: Shown by `top -H` and debuggers; Linux keeps 15 bytes.
    public static func start(named name: String, _ body: @escaping @Sendable () -> Void) {
        let argument = Unmanaged.passRetained(Body(name: name, run: body)).toOpaque()
        var thread = pthread_t()
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let status = pthread_create(
            &thread, &attributes,
            { argument in
                guard let argument else { return nil }
                let body = Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
                wi_thread_set_name(String(decoding: body.name.utf8.prefix(15), as: UTF8.self))
                body.run()
                return nil
            }, argument)
        pthread_attr_destroy(&attributes)
        // EAGAIN: the machine has no thread left. Losing the work would leave a load without an outcome.
        precondition(status == 0, "pthread_create failed with error \(status): too many threads in this process")
    }
}
