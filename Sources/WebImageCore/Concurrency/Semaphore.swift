internal import Glibc

/// A counting semaphore; waiting blocks the thread, so it never belongs on the cooperative pool.
public final class Semaphore: Sendable {
    // Invariant behind `nonisolated(unsafe)`: the pointer never changes, `sem_t` does its own locking, and
    // the memory is freed by `deinit` alone, when no thread can wait any more.
    private nonisolated(unsafe) let handle: UnsafeMutablePointer<sem_t>

    /// Makes a semaphore that `count` waits go through at once.
    public init(_ count: Int = 0) {
        handle = .allocate(capacity: 1)
        sem_init(handle, 0, UInt32(count))
    }

    deinit {
        sem_destroy(handle)
        handle.deallocate()
    }

    /// Lets one waiting thread go on.
    public func signal() { sem_post(handle) }

    /// Blocks this thread until ``signal()`` has been called once more than `wait()`.
    public func wait() {
        while sem_wait(handle) != 0 {}
    }
}
