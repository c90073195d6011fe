import WebImageCore

/// Keeps the threads of a pool busy until it is told to let them go: what is submitted meanwhile waits.
final class Hold: Sendable {
    private let semaphore = Semaphore()
    private let threads: Int

    init(_ pool: WorkerPool, threads: Int = 1) {
        self.threads = threads
        for _ in 0..<threads { pool.submit(priority: .high) { [semaphore] in semaphore.wait() } }
    }

    func release() {
        for _ in 0..<threads { semaphore.signal() }
    }
}
