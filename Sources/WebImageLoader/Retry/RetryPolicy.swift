public import WebImageCore

/// Whether and when a failed load is tried again.
///
/// Off by default. The wait grows exponentially and is spread by chance, so that many clients don't come back at once.
public struct RetryPolicy: Sendable {
    /// How often a request is sent at most, the first time included; 1 is no retry.
    public var maximumAttempts: Int
    /// The wait after the first failure.
    public var baseDelay: Duration
    /// What the wait is multiplied by after each further failure.
    public var multiplier: Double
    /// The longest wait.
    public var maximumDelay: Duration
    /// How much of a wait is left to chance: 0 none, 1 anything from zero to the whole.
    public var jitter: Double
    /// Whether the server's Retry-After counts as the least wait (RFC 9110, 10.2.3).
    public var honorsRetryAfter: Bool
    /// A server that asks for a longer wait isn't asked again.
    public var maximumRetryAfter: Duration
    /// Whether an error is worth another try. Default: ``isTransient(_:)``.
    public var predicate: @Sendable (WebImageError) -> Bool
    /// A number from 0 up to 1, for the jitter.
    public var random: @Sendable () -> Double

    /// Makes a policy; waits begin at 1 s, double, and are shortened by up to a half by chance.
    ///
    /// - Parameter maximumAttempts: How often a request is sent at most, the first time included.
    public init(maximumAttempts: Int = 1) {
        self.maximumAttempts = maximumAttempts
        baseDelay = .seconds(1)
        multiplier = 2
        maximumDelay = .seconds(60)
        jitter = 0.5
        honorsRetryAfter = true
        maximumRetryAfter = .seconds(300)
        predicate = Self.isTransient
        random = { Double.random(in: 0..<1) }
    }

    /// No retry.
    public static let off = RetryPolicy()

    /// Whether an error may pass by itself: timeouts, broken connections, bodies cut short, and the statuses 408, 429
    /// and 500…599.
    public static func isTransient(_ error: WebImageError) -> Bool {
        switch error.code {
        case .timeout, .connectionLost, .truncated: true
        case .httpStatus: error.status.map { $0 == 408 || $0 == 429 || (500...599).contains($0) } ?? false
        default: false
        }
    }

    /// How long to wait before the next try, or nil where there is none.
    ///
    /// - Parameter attempts: How often the request has been sent.
    public func delay(after error: WebImageError, attempts: Int) -> Duration? {
        guard attempts < maximumAttempts, predicate(error) else { return nil }
        var growth = 1.0
        for _ in 1..<max(1, attempts) where growth < 1e9 { growth *= max(1, multiplier) }
        var delay = min(maximumDelay, baseDelay * growth)
        delay = delay * (1 - min(1, max(0, jitter)) * random())
        if honorsRetryAfter, let asked = error.retryAfter {
            guard asked <= maximumRetryAfter else { return nil }
            delay = max(delay, asked)
        }
        return delay
    }
}
