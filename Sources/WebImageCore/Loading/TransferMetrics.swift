/// What a transfer took.
public struct TransferMetrics: Sendable, Equatable {
    /// From the start to the end of name look-up, connect, TLS, first byte and the whole; zero where a step didn't happen.
    public var nameLookup: Duration = .zero
    /// From the start until the connection stood.
    public var connect: Duration = .zero
    /// From the start until TLS was agreed.
    public var secureConnect: Duration = .zero
    /// From the start until the answer's first byte.
    public var firstByte: Duration = .zero
    /// From the start to the end.
    public var total: Duration = .zero
    /// Time in the queue before the transfer started.
    public var queued: Duration = .zero
    /// Body bytes as they came over the wire.
    public var receivedBytes = 0
    /// Body bytes that were kept from an earlier, broken transfer.
    public var resumedBytes = 0
    /// `1.1`, `2` or `3`; nil where there was no HTTP.
    public var httpVersion: String?
    /// How many redirects were followed.
    public var redirects = 0
    /// Whether a connection of an earlier transfer served.
    public var reusedConnection = false
    /// How often the request was sent, retries included.
    public var attempts = 1

    /// Makes the metrics of a transfer that took nothing.
    public init() {}
}
