#if Redis
    internal import WebImageCore

    /// Limits for how many pictures this process holds the fleet's locks at once: a lock on a load that waits for its
    /// turn here would keep another machine from doing it.
    ///
    /// The most urgent goes first, and preloads don't take the places of other loads.
    final class LoadSlots: Sendable {
        private struct Waiter {
            var identifier: Int
            var priority: PriorityHandle
            var continuation: CheckedContinuation<Slot, any Error>
        }

        private struct State {
            var running = 0
            var runningPreloads = 0
            var waiters: [Waiter] = []
            var next = 0
        }

        /// A place that is taken; given back by ``LoadSlots/release(_:)``.
        struct Slot: Sendable {
            fileprivate let isPreload: Bool
        }

        private let limit: Int
        private let state = Lock(State())

        init(limit: Int) { self.limit = max(1, limit) }

        /// How many wait for a place.
        var waitingCount: Int { state.withLock { $0.waiters.count } }

        /// Waits for a place.
        ///
        /// - Throws: `CancellationError` when the task is cancelled.
        func take(_ priority: PriorityHandle) async throws -> Slot {
            let isPreload = priority.value == .preload
            let isFree = state.withLock { state in
                guard state.waiters.isEmpty || !isPreload, hasRoom(state, isPreload) else { return false }
                add(1, to: &state, isPreload)
                return true
            }
            if isFree { return Slot(isPreload: isPreload) }
            let identifier = state.withLock { state in
                state.next += 1
                return state.next
            }
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    state.withLock { state in
                        state.waiters.append(
                            Waiter(identifier: identifier, priority: priority, continuation: continuation))
                    }
                    if Task.isCancelled { cancel(identifier) }
                    wakeNext()
                }
            } onCancel: {
                cancel(identifier)
            }
        }

        func release(_ slot: Slot) {
            state.withLock { add(-1, to: &$0, slot.isPreload) }
            wakeNext()
        }

        private func hasRoom(_ state: State, _ isPreload: Bool) -> Bool {
            isPreload ? state.running + state.runningPreloads < limit : state.running < limit
        }

        private func add(_ change: Int, to state: inout State, _ isPreload: Bool) {
            if isPreload { state.runningPreloads += change } else { state.running += change }
        }

        private func wakeNext() {
            let next = state.withLock { state -> (Waiter, Slot)? in
                var best: Int?
                for index in state.waiters.indices
                where best.map({ state.waiters[index].priority.value > state.waiters[$0].priority.value }) ?? true {
                    best = index
                }
                guard let best else { return nil }
                let isPreload = state.waiters[best].priority.value == .preload
                guard hasRoom(state, isPreload) else { return nil }
                add(1, to: &state, isPreload)
                return (state.waiters.remove(at: best), Slot(isPreload: isPreload))
            }
            if let (waiter, slot) = next { waiter.continuation.resume(returning: slot) }
        }

        private func cancel(_ identifier: Int) {
            let waiter = state.withLock { state -> Waiter? in
                guard let index = state.waiters.firstIndex(where: { $0.identifier == identifier }) else { return nil }
                return state.waiters.remove(at: index)
            }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }
#endif
