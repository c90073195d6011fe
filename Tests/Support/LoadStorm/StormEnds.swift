import WebImage

/// How often a load's completion has been called.
final class StormEnds: Sendable {
    private let number = Lock(0)

    var count: Int { number.withLock { $0 } }

    func add() { number.withLock { $0 += 1 } }
}
