internal import FoundationEssentials

/// One of those that wait for shared work.
struct WorkListener: Sendable {
    /// How urgent the result is for this one; may change while it waits.
    var priority: PriorityHandle
    var onProgress: (@Sendable (LoadProgress) -> Void)?
    /// Takes the pieces of a body, where this one wants partial pictures.
    var onData: (@Sendable (Data) -> Void)?
    /// Set where this one stands for others, none of whom wants pieces yet.
    var demand: DataDemand?

    /// Takes the pieces once this one wants them.
    var takePiece: (@Sendable (Data) -> Void)? { onData ?? demand?.onData }

    /// Hears of no more changes.
    func stopObserving() {
        priority.observe(nil)
        demand?.observe(nil)
    }
}
