#if Redis
    internal import WebImageCore

    /// Keeps loads away from a server that fails: after several failures nobody asks for a while, then one probe does.
    final class CircuitBreaker: Sendable {
        enum Admission: Equatable {
            case pass
            case refuse
            /// As ``refuse``, and the caller is to find out in the background whether the server is back.
            case probe
        }

        private struct Record {
            var state = SharedServerState.closed
            /// Failures since the last success.
            var failures = 0
            /// When the next probe may start.
            var probeTime: Duration = .zero
            var openTime: Duration
        }

        private let threshold: Int
        private let openTime: Duration
        private let maximumOpenTime: Duration
        private let time: any TimeSource
        private let record: Lock<Record>

        /// - Parameters:
        ///   - threshold: So many failures one after the other open it.
        ///   - openTime: The time to the first probe; each failed probe doubles it.
        init(threshold: Int, openTime: Duration, maximumOpenTime: Duration, time: any TimeSource) {
            self.threshold = max(1, threshold)
            self.openTime = openTime
            self.maximumOpenTime = max(openTime, maximumOpenTime)
            self.time = time
            record = Lock(Record(openTime: openTime))
        }

        var state: SharedServerState { record.withLock { $0.state } }

        /// Whether the server may be asked. O(1).
        func admit() -> Admission {
            record.withLock { record in
                switch record.state {
                case .closed: return .pass
                case .open, .halfOpen:
                    let now = time.uptime
                    guard now >= record.probeTime else { return .refuse }
                    record.state = .halfOpen
                    // A probe that never reports is followed by another.
                    record.probeTime = now + maximumOpenTime
                    return .probe
                }
            }
        }

        /// Whether asking makes sense, without taking the probe.
        var isClosed: Bool { state == .closed }

        /// An answer came. What was asked before the breaker opened says nothing about now.
        ///
        /// - Returns: Whether this closed it.
        @discardableResult
        func succeed(isProbe: Bool = false) -> Bool {
            record.withLock { record in
                guard record.state == .closed || isProbe else { return false }
                defer { record = Record(openTime: openTime) }
                return record.state != .closed
            }
        }

        /// No answer came.
        ///
        /// - Returns: Whether this opened it: true once an outage.
        @discardableResult
        func fail(isProbe: Bool = false) -> Bool {
            record.withLock { record in
                let now = time.uptime
                if record.state != .closed {
                    guard isProbe else { return false }
                    record.openTime = min(record.openTime * 2, maximumOpenTime)
                    record.probeTime = now + record.openTime
                    record.state = .open
                    return false
                }
                record.failures += 1
                guard record.failures >= threshold else { return false }
                record.state = .open
                record.probeTime = now + record.openTime
                return true
            }
        }
    }
#endif
