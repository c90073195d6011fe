internal import Glibc
internal import Synchronization

/// A fixed number of threads for work that blocks or computes, away from the cooperative pool.
///
/// Jobs run highest priority first, first in first out within a priority. Threads start with the
/// first job and end when the pool is let go.
public final class WorkerPool: Sendable {
    private let queue: WorkQueue

    /// Makes a pool of `width` threads.
    ///
    /// - Parameters:
    ///   - name: The threads' name, at most 15 bytes (Linux cuts the rest).
    ///   - width: How many jobs run at once; at least 1. `nil` is the number of cores.
    public init(name: String, width: Int? = nil) {
        let width = max(1, width ?? Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
        queue = WorkQueue(name: name, width: width)
    }

    deinit { queue.close() }

    /// Runs `body` on one of the threads; the caller goes on at once.
    public func submit(priority: LoadPriority = .normal, _ body: @escaping @Sendable () -> Void) {
        queue.push(body, priority: priority)
    }

    /// Runs `body` on one of the threads and waits for it without holding a thread.
    ///
    /// Cancelling the surrounding task cancels `token`; `body` is skipped if that happens before it starts.
    ///
    /// - Throws: ``WebImageError/Code/cancelled``, or what `body` throws.
    public func run<Result: Sendable>(
        priority: LoadPriority = .normal, token: CancellationToken = CancellationToken(),
        _ body: @escaping @Sendable (CancellationToken) throws -> Result
    ) async throws -> Result {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                submit(priority: priority) {
                    continuation.resume(
                        with: Swift.Result {
                            try token.check()
                            return try body(token)
                        })
                }
            }
        } onCancel: {
            token.cancel()
        }
    }
}

/// The jobs that wait, and the threads that take them.
private final class WorkQueue: Sendable {
    private struct State {
        /// One first-in-first-out line per priority, indexed by raw value.
        var lines = LoadPriority.allCases.map { _ in Line() }
        /// Jobs that no thread has taken yet, and threads that wait for one.
        var queued = 0
        var idle = 0
        var threads = 0
        var isClosed = false
    }

    private struct Line {
        var jobs: [(@Sendable () -> Void)?] = []
        var head = 0

        mutating func pop() -> (@Sendable () -> Void)? {
            guard head < jobs.count else { return nil }
            defer {
                jobs[head] = nil
                head += 1
                if head == jobs.count {
                    jobs.removeAll(keepingCapacity: head < 1024)
                    head = 0
                }
            }
            return jobs[head]
        }
    }

    private let name: String
    private let width: Int
    private let state = Lock(State())
    private let wake = Semaphore()

    init(name: String, width: Int) {
        self.name = name
        self.width = width
    }

    func push(_ job: @escaping @Sendable () -> Void, priority: LoadPriority) {
        let startsThread = state.withLock { state in
            state.lines[priority.rawValue].jobs.append(job)
            state.queued += 1
            // A thread that was woken for a job before this one still counts as idle.
            guard state.queued > state.idle, state.threads < width else { return false }
            state.threads += 1
            return true
        }
        if startsThread { Thread.start(named: name) { [self] in work() } }
        wake.signal()
    }

    func close() {
        let threads = state.withLock { state in
            state.isClosed = true
            return state.threads
        }
        for _ in 0..<threads { wake.signal() }
    }

    private func work() {
        while true {
            state.withLock { $0.idle += 1 }
            wake.wait()
            let (job, isClosed) = state.withLock { state in
                state.idle -= 1
                for priority in state.lines.indices.reversed() {
                    guard let job = state.lines[priority].pop() else { continue }
                    state.queued -= 1
                    return (Optional(job), false)
                }
                return (nil, state.isClosed)
            }
            if let job { job() } else if isClosed { return }
        }
    }
}
