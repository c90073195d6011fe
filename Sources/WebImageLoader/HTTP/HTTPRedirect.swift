public import WebImageCore

/// A redirect that is about to be followed.
public struct HTTPRedirect: Sendable {
    /// The request of the load.
    public var request: LoaderRequest
    /// The answer that redirects.
    public var response: HTTPResponse
    /// Where it leads.
    public var target: ImageURL
}
