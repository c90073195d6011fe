/// Why a picture could not be loaded, decoded, edited, stored or written.
public struct WebImageError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What kind of failure it is: stable, for programs.
    public var code: Code

    /// What happened and what to do about it: one or two sentences, for people.
    public var message: String

    /// The picture's address, where one is known.
    public var url: ImageURL?

    /// The HTTP status, where a server answered.
    public var status: Int?

    /// The text of the error below this one: a library's own words, or a custom part's error.
    public var underlying: String?

    /// How long the server asked to wait before the next try (Retry-After, RFC 9110, 10.2.3).
    public var retryAfter: Duration?

    /// Makes an error; `message` says what happened and what to do about it.
    public init(
        _ code: Code, _ message: String, url: ImageURL? = nil, status: Int? = nil, underlying: String? = nil,
        retryAfter: Duration? = nil
    ) {
        self.code = code
        self.message = message
        self.url = url
        self.status = status
        self.underlying = underlying
        self.retryAfter = retryAfter
    }

    public var description: String {
        var text = url.map { "\($0): " } ?? ""
        text += message
        if let underlying { text += " (\(underlying))" }
        return "\(text) [\(code)]"
    }

    /// This error with the address put in where there is none yet.
    public func with(url: ImageURL?) -> WebImageError {
        guard self.url == nil else { return self }
        var copy = self
        copy.url = url
        return copy
    }

    /// Any error as one of ours: ours as it is, a `CancellationError` as ``Code/cancelled``, a foreign one inside `code`.
    public static func wrapping(_ error: any Error, as code: Code, _ message: String, url: ImageURL? = nil)
        -> WebImageError
    {
        if let error = error as? WebImageError { return error.with(url: url) }
        if error is CancellationError { return WebImageError(.cancelled, "The load was cancelled.", url: url) }
        return WebImageError(code, message, url: url, underlying: "\(error)")
    }
}
