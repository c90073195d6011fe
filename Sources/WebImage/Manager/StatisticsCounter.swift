/// Counts what a manager does.
final class StatisticsCounter: Sendable {
    private let state = Lock(ImageManager.Statistics())

    var value: ImageManager.Statistics { state.withLock { $0 } }

    func add(_ change: (inout ImageManager.Statistics) -> Void) { state.withLock { change(&$0) } }

    func end(_ outcome: LoadTask.Outcome) {
        add { statistics in
            switch outcome {
            case .success(let loaded): statistics.results[loaded.source, default: 0] += 1
            case .failure(let error) where error.code == .cancelled: statistics.cancellations += 1
            case .failure: statistics.failures += 1
            }
        }
    }
}
