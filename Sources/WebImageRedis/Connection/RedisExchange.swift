#if Redis
    internal import WebImageCore

    /// Commands that are sent together, and the one who waits for all of their answers.
    final class RedisExchange: Sendable {
        typealias Outcome = Result<[RedisValue], RedisFailure>

        private struct State {
            var continuation: CheckedContinuation<Outcome, Never>?
            var values: [RedisValue] = []
        }

        let bytes: [UInt8]
        let count: Int
        /// When it was handed to the pool: time limits count from here.
        let start: Duration
        private let state: Lock<State>

        init(_ commands: [RedisCommand], start: Duration, _ continuation: CheckedContinuation<Outcome, Never>) {
            bytes = commands.count == 1 ? commands[0].bytes : commands.flatMap(\.bytes)
            count = commands.count
            self.start = start
            state = Lock(State(continuation: continuation))
        }

        /// Takes the next answer; true when it was the last one.
        func take(_ value: RedisValue) -> Bool {
            state.withLock { state in
                state.values.append(value)
                return state.values.count == count
            }
        }

        /// Ends the waiting with the answers that came. Does nothing the second time.
        func finish() {
            let (continuation, values) = state.withLock { state in
                defer { state.continuation = nil }
                return (state.continuation, state.values)
            }
            continuation?.resume(returning: .success(values))
        }

        /// Ends the waiting. Does nothing the second time.
        func fail(_ failure: RedisFailure) {
            let continuation = state.withLock { state in
                defer { state.continuation = nil }
                return state.continuation
            }
            continuation?.resume(returning: .failure(failure))
        }
    }
#endif
