/// What the hook is given that may refuse a load from the source.
public struct LoadDecision: Sendable {
    public var request: ImageRequest
    /// Whether a cached picture is being refreshed; otherwise nothing is cached.
    public var isRefresh: Bool

    public init(request: ImageRequest, isRefresh: Bool) {
        self.request = request
        self.isRefresh = isRefresh
    }
}
