#if WEBIMAGE_PTHREAD_LOCK
    internal import Glibc

    /// Holds a value that is only reached while a lock is held.
    ///
    /// This build of the type sits on a `pthread_mutex_t`: the thread sanitizer can't see through
    /// `Synchronization.Mutex` on Linux and would report races that aren't there.
    public struct Lock<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
        // Invariant behind `@unchecked`: `value` is touched only between `pthread_mutex_lock` and
        // `pthread_mutex_unlock` of `mutex`, and both pointers are freed once, by `deinit`.
        private let mutex: UnsafeMutablePointer<pthread_mutex_t>
        private let value: UnsafeMutablePointer<Value>

        /// Makes a lock around a value.
        public init(_ initial: consuming sending Value) {
            mutex = .allocate(capacity: 1)
            pthread_mutex_init(mutex, nil)
            value = .allocate(capacity: 1)
            value.initialize(to: initial)
        }

        deinit {
            pthread_mutex_destroy(mutex)
            mutex.deallocate()
            value.deinitialize(count: 1)
            value.deallocate()
        }

        /// Runs `body` while no other thread is inside; never call foreign code from it.
        public borrowing func withLock<Result: ~Copyable, Failure: Error>(
            _ body: (inout sending Value) throws(Failure) -> sending Result
        ) throws(Failure) -> sending Result {
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            return try body(&value.pointee)
        }
    }
#else
    public import Synchronization

    /// Holds a value that is only reached while a lock is held.
    ///
    /// A name of ours for `Synchronization.Mutex`, so that a build for the thread sanitizer
    /// (`-DWEBIMAGE_PTHREAD_LOCK`) can put a lock there that the sanitizer understands.
    public struct Lock<Value: ~Copyable>: ~Copyable, Sendable {
        @usableFromInline let mutex: Mutex<Value>

        /// Makes a lock around a value.
        @inlinable public init(_ initial: consuming sending Value) { mutex = Mutex(initial) }

        /// Runs `body` while no other thread is inside; never call foreign code from it.
        @inlinable public borrowing func withLock<Result: ~Copyable, Failure: Error>(
            _ body: (inout sending Value) throws(Failure) -> sending Result
        ) throws(Failure) -> sending Result {
            try mutex.withLock(body)
        }
    }
#endif
