/// What the hook is given that decides whether a failed address is remembered.
public struct FailureDecision: Sendable {
    public var url: ImageURL
    public var error: WebImageError
    /// What the library would do.
    public var isRememberedByDefault: Bool

    public init(url: ImageURL, error: WebImageError, isRememberedByDefault: Bool) {
        self.url = url
        self.error = error
        self.isRememberedByDefault = isRememberedByDefault
    }
}
