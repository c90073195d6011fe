/// How many loads may start per second: a token bucket.
///
/// A fast scroll starts and cancels many loads; the limit keeps that from the network without slowing down a few.
public struct RateLimit: Sendable, Hashable {
    /// Loads per second in the long run.
    public var perSecond: Double
    /// Loads that may start at once after a quiet time.
    public var burst: Int

    /// Makes a limit of 80 loads a second in bursts of 25, or another.
    public init(perSecond: Double = 80, burst: Int = 25) {
        self.perSecond = perSecond
        self.burst = burst
    }
}

/// The state of a ``RateLimit``.
struct TokenBucket {
    private let limit: RateLimit
    private var tokens: Double
    private var last: Duration?

    init(_ limit: RateLimit) {
        self.limit = limit
        tokens = Double(max(1, limit.burst))
    }

    /// Takes a token.
    ///
    /// - Returns: Nil where there was one, else how long to wait for it.
    mutating func take(at now: Duration) -> Duration? {
        if let last {
            let seconds = Double((now - last).components.seconds) + Double((now - last).components.attoseconds) / 1e18
            tokens = min(Double(max(1, limit.burst)), tokens + max(0, seconds) * limit.perSecond)
        }
        last = now
        guard tokens < 1 else {
            tokens -= 1
            return nil
        }
        return .seconds((1 - tokens) / max(0.001, limit.perSecond))
    }
}
