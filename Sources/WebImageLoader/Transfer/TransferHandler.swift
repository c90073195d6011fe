internal import WebImageCore

/// Takes what a transfer brings. Every call comes from the engine's thread and must be short.
protocol TransferHandler: AnyObject, Sendable {
    /// Called once when the head of the answer is complete.
    func transfer(_ identifier: UInt64, didReceive head: TransferHead) -> TransferVerdict

    /// Called for each piece of the body, unpacked.
    func transfer(_ identifier: UInt64, didReceive bytes: UnsafeRawBufferPointer) -> TransferFlow

    /// Called once, last; not after ``TransferVerdict/detach``.
    func transfer(_ identifier: UInt64, didEnd end: TransferEnd)
}

/// What becomes of the body, now that the head is known.
enum TransferVerdict {
    case receive
    /// Close the connection; the end is told.
    case stop
    /// The handler is done: no more calls. A short rest of the body is read off so that the connection can be used
    /// again, a long or endless one closes it.
    case detach
}

/// What becomes of a piece of the body.
enum TransferFlow {
    case taken
    /// Not taken: offer it again after ``TransferEngine/resume(_:)``.
    case pause
    /// Close the connection; the end is told.
    case stop
}

/// How a transfer ended.
struct TransferEnd: Sendable {
    /// Nil where the whole answer came.
    var error: WebImageError?
    /// Whether the handler itself stopped it.
    var wasStopped = false
    var metrics = TransferMetrics()
}
