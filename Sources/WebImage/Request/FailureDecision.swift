/// What the hook is given that decides whether a failed address is remembered.
public struct FailureDecision: Sendable {
    /// The address that failed.
    public var url: ImageURL
    /// Why it failed.
    public var error: WebImageError
    /// What the library would do.
    public var isRememberedByDefault: Bool

    /// Makes the hook's argument.
    public init(url: ImageURL, error: WebImageError, isRememberedByDefault: Bool) {
        self.url = url
        self.error = error
        self.isRememberedByDefault = isRememberedByDefault
    }
}
