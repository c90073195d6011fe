internal import WebImageCore

/// A number that closures add to.
package final class Counter: Sendable {
    private let count = Lock(0)

    package init() {}

    package var value: Int { count.withLock { $0 } }

    package func add() { count.withLock { $0 += 1 } }
}
