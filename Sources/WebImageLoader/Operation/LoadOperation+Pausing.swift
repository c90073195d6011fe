internal import WebImageCore

// Back-pressure: callbacks that don't keep up hold the server back by TCP, as a slow reader of a stream does.
extension LoadOperation {
    /// Bytes that callbacks are behind: at the first mark the transfer is paused, at the second it goes on.
    static let highWater = 1 << 20
    static let lowWater = 256 << 10

    /// Whether everybody who waits takes pieces and is so many bytes behind: one slow caller never holds up another.
    static func isAhead(_ state: borrowing State, by bytes: Int) -> Bool {
        guard !state.listeners.isEmpty, state.listeners.count == state.members, state.body.count >= bytes else {
            return false
        }
        let count = state.body.count
        return state.listeners.allSatisfy { $0.wantsData && count - $0.delivered >= bytes }
    }

    func didDeliver() { resumeIfWanted() }

    /// Goes on where the transfer is paused and somebody has caught up, or doesn't care for pieces.
    func resumeIfWanted() {
        let paused = state.withLock { state -> UInt64? in
            guard state.isPaused, !Self.isAhead(state, by: Self.lowWater) else { return nil }
            state.isPaused = false
            return state.transfer
        }
        if let paused { core.engine.resume(paused) }
    }
}
