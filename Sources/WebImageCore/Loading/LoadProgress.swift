/// How far a transfer is, in bytes of the body as it is stored (a resumed transfer counts what was kept).
public struct LoadProgress: Sendable, Hashable {
    /// Never falls, and never exceeds ``total``.
    public var received: Int
    /// The length of the whole body, or nil where it isn't known (chunked, or compressed under way).
    public var total: Int?

    /// Makes a report of bytes.
    public init(received: Int, total: Int?) {
        self.received = received
        self.total = total
    }

    /// 0…1, or nil where the total isn't known.
    public var fraction: Double? {
        guard let total else { return nil }
        return total <= 0 ? 1 : min(1, max(0, Double(received) / Double(total)))
    }
}
