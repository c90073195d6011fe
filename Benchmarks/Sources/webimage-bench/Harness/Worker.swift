import WebImageCore

/// Threads for measurements.
enum Worker {
    static func start(_ body: @escaping @Sendable () -> Void) { Thread.start(named: "bench", body) }
}

/// Waits for a number of threads.
final class Completion: Sendable {
    private let semaphore = Semaphore()
    private let count: Int

    init(_ count: Int) { self.count = count }

    func leave() { semaphore.signal() }

    func wait() {
        for _ in 0..<count { semaphore.wait() }
    }
}
