internal import WebImageCore

/// A list that closures add to.
package final class Recorder<Element: Sendable>: Sendable {
    private let elements = Lock<[Element]>([])

    package init() {}

    package var all: [Element] { elements.withLock { $0 } }

    package func add(_ element: Element) { elements.withLock { $0.append(element) } }
}
