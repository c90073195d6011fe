/// What the hook is given that may refuse a load from the source.
public struct LoadDecision: Sendable {
    /// The load that is about to ask the source.
    public var request: ImageRequest
    /// Whether a cached picture is being refreshed; otherwise nothing is cached.
    public var isRefresh: Bool

    /// Makes the hook's argument.
    public init(request: ImageRequest, isRefresh: Bool) {
        self.request = request
        self.isRefresh = isRefresh
    }
}
