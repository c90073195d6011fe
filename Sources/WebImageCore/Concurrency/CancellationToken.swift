/// Tells work that nobody wants its result any more.
///
/// Work that takes long looks at ``isCancelled`` every few rows, scans or frames; work that waits
/// registers with ``onCancel(_:)``.
public final class CancellationToken: Sendable {
    private struct State {
        var isCancelled = false
        var nextIdentifier = 0
        var handlers: [Int: @Sendable () -> Void] = [:]
    }

    /// What ``CancellationToken/onCancel(_:)`` returns: takes the handler out again.
    public struct Registration: Sendable {
        fileprivate let token: CancellationToken
        fileprivate let identifier: Int

        /// Forgets the handler. Does nothing if it has run.
        public func remove() {
            token.state.withLock { state in _ = state.handlers.removeValue(forKey: identifier) }
        }
    }

    private let state = Lock(State())

    /// Makes a token that is not cancelled.
    public init() {}

    /// Whether ``cancel()`` has been called.
    public var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Marks the work as unwanted and runs each handler once, on this thread.
    public func cancel() {
        let handlers = state.withLock { state -> [@Sendable () -> Void] in
            guard !state.isCancelled else { return [] }
            state.isCancelled = true
            defer { state.handlers = [:] }
            return state.handlers.sorted { $0.key < $1.key }.map(\.value)
        }
        for handler in handlers { handler() }
    }

    /// Runs `handler` once when the token is cancelled; at once if it already is.
    @discardableResult
    public func onCancel(_ handler: @escaping @Sendable () -> Void) -> Registration {
        let identifier = state.withLock { state -> Int? in
            guard !state.isCancelled else { return nil }
            state.nextIdentifier += 1
            state.handlers[state.nextIdentifier] = handler
            return state.nextIdentifier
        }
        guard let identifier else {
            handler()
            return Registration(token: self, identifier: 0)
        }
        return Registration(token: self, identifier: identifier)
    }

    /// Throws ``WebImageError/Code/cancelled`` if the token is cancelled.
    public func check() throws(WebImageError) {
        if isCancelled { throw WebImageError(.cancelled, "The load was cancelled.") }
    }
}
