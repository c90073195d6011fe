public import FoundationEssentials

/// How a loader reports while it works.
public struct LoaderContext: Sendable {
    /// How urgent the load is; may change at any time.
    public var priority: PriorityHandle
    /// Called on any thread, never at once from two; never after the load has ended.
    public var onProgress: (@Sendable (LoadProgress) -> Void)?
    /// Called with each new piece of the body, in order, for progressive decoding. The sum of all pieces is the body.
    /// Nil where nobody wants partial pictures. A late joiner first gets everything so far as one piece.
    public var onData: (@Sendable (Data) -> Void)?
    /// Set where ``onData`` is nil and somebody may come to want partial pictures later.
    public var dataDemand: DataDemand?
    /// Set where the load may be shared with other machines; nil: the source itself is to be asked.
    public var sharedLoad: SharedLoad?

    /// Makes a context; without arguments, nobody hears of anything.
    public init(
        priority: PriorityHandle = PriorityHandle(), onProgress: (@Sendable (LoadProgress) -> Void)? = nil,
        onData: (@Sendable (Data) -> Void)? = nil, dataDemand: DataDemand? = nil, sharedLoad: SharedLoad? = nil
    ) {
        self.priority = priority
        self.onProgress = onProgress
        self.onData = onData
        self.dataDemand = dataDemand
        self.sharedLoad = sharedLoad
    }
}
