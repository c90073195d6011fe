public import FoundationEssentials

/// Pieces of a body that nobody wants yet, but that somebody may come to want while the load is under way.
///
/// It stands in a ``LoaderContext`` without ``LoaderContext/onData``. A loader that knows it begins to give pieces once it
/// is told so: first everything so far as one piece. One that doesn't gives none, which is right too.
public final class DataDemand: Sendable {
    private struct State {
        var isWanted = false
        var observer: (@Sendable () -> Void)?
    }

    /// Takes the pieces once they are wanted; the rules of ``LoaderContext/onData`` hold.
    public let onData: @Sendable (Data) -> Void
    private let state = Lock(State())

    /// Nobody wants pieces yet; `onData` is called from a thread of the loader.
    public init(onData: @escaping @Sendable (Data) -> Void) { self.onData = onData }

    /// Whether somebody wants pieces by now; it stays so.
    public var isWanted: Bool { state.withLock { $0.isWanted } }

    /// Says that pieces are wanted from now on. The first call tells the observer, on this thread.
    public func want() {
        let observer = state.withLock { state -> (@Sendable () -> Void)? in
            guard !state.isWanted else { return nil }
            state.isWanted = true
            defer { state.observer = nil }
            return state.observer
        }
        observer?()
    }

    /// Sets the one observer, which is told once: when pieces come to be wanted, or at once where they are. `nil` takes it out.
    public func observe(_ observer: (@Sendable () -> Void)?) {
        let isWanted = state.withLock { state in
            if !state.isWanted { state.observer = observer }
            return state.isWanted
        }
        if isWanted { observer?() }
    }
}
