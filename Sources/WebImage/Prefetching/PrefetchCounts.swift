/// How far a batch is. `finished + skipped + failed` is the number of pictures that have ended.
public struct PrefetchCounts: Sendable, Hashable {
    /// How many pictures the batch was given, doubles included.
    public var total: Int
    /// Loaded now.
    public var finished = 0
    /// There already, or named twice in the batch.
    public var skipped = 0
    /// Failed or cancelled.
    public var failed = 0
    /// Body bytes that came over the network, or out of files.
    public var byteCount = 0

    /// Makes the counts of a batch in which nothing has ended yet.
    public init(total: Int) { self.total = total }

    /// How many pictures have ended, one way or another.
    public var ended: Int { finished + skipped + failed }
}
