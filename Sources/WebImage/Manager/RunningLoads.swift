/// The loads that have not ended.
final class RunningLoads: Sendable {
    private let tasks = Lock<[ObjectIdentifier: LoadTask]>([:])

    var count: Int { tasks.withLock { $0.count } }

    func insert(_ task: LoadTask) { tasks.withLock { $0[ObjectIdentifier(task)] = task } }

    func remove(_ task: LoadTask) { tasks.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(task)) } }

    func cancelAll() {
        for task in tasks.withLock({ Array($0.values) }) { task.cancel() }
    }
}
