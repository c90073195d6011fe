/// A priority that may change while the work is under way.
///
/// The manager raises it when a more urgent request joins and lowers it when that one leaves.
public final class PriorityHandle: Sendable {
    private struct State {
        var priority: LoadPriority
        var observer: (@Sendable (LoadPriority) -> Void)?
    }

    private let state: Lock<State>

    /// Makes a handle that nobody observes.
    public init(_ priority: LoadPriority = .normal) {
        state = Lock(State(priority: priority))
    }

    /// The priority now. Setting another value calls the observer on this thread.
    public var value: LoadPriority {
        get { state.withLock { $0.priority } }
        set {
            let observer = state.withLock { state -> (@Sendable (LoadPriority) -> Void)? in
                guard state.priority != newValue else { return nil }
                state.priority = newValue
                return state.observer
            }
            observer?(newValue)
        }
    }

    /// Sets the one observer, which hears of every later change. `nil` takes it out.
    public func observe(_ observer: (@Sendable (LoadPriority) -> Void)?) {
        state.withLock { $0.observer = observer }
    }
}
