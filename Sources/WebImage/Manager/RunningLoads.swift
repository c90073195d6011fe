/// The loads that have not ended.
final class RunningLoads: Sendable {
    private struct State {
        var tasks: [ObjectIdentifier: LoadTask] = [:]
        var isClosed = false
    }

    private let state = Lock(State())

    var count: Int { state.withLock { $0.tasks.count } }

    /// Takes a load; false once closed.
    func insert(_ task: LoadTask) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.tasks[ObjectIdentifier(task)] = task
            return true
        }
    }

    func remove(_ task: LoadTask) { state.withLock { _ = $0.tasks.removeValue(forKey: ObjectIdentifier(task)) } }

    func cancelAll() {
        for task in state.withLock({ Array($0.tasks.values) }) { task.cancel() }
    }

    /// Takes no more loads, and cancels those there are.
    func close() {
        state.withLock { $0.isClosed = true }
        cancelAll()
    }
}
