/// What a loader is to fetch.
public struct LoaderRequest: Sendable, Equatable {
    /// The address to fetch.
    public var url: ImageURL
    /// Default: GET.
    public var method: String
    /// Header fields to send, in the place of the loader's defaults of the same name.
    public var headers: HTTPHeaders
    /// Limits, trust and credentials.
    public var options: TransferOptions
    /// Validators of what is cached: the request becomes a conditional one (RFC 9110, 13.1).
    public var etag: String?
    /// Sent as If-Modified-Since.
    public var lastModified: String?

    /// Makes an unconditional GET.
    public init(_ url: ImageURL, headers: HTTPHeaders = [:], options: TransferOptions = TransferOptions()) {
        self.url = url
        method = "GET"
        self.headers = headers
        self.options = options
    }

    /// Whether the answer may be "not modified".
    public var isConditional: Bool { etag != nil || lastModified != nil }

    /// What tells this request from others to the same address: requests with the same key share one transfer, and one
    /// cache entry. Method, credentials and every header field that changes the answer are in it.
    ///
    /// Secrets stand in it as a hash, since keys are written to disk.
    public var varyKey: String {
        Self.varyKey(method: method, headers: headers, credentials: options.credentials)
    }

    /// ``varyKey`` of a request that has not been made yet; empty, and at once, for a plain one.
    package static func varyKey(method: String, headers: HTTPHeaders, credentials: TransferOptions.Credentials?)
        -> String
    {
        if headers.isEmpty, credentials == nil, method == "GET" { return "" }
        var parts: [String] = []
        if method != "GET" { parts.append("method=\(method)") }
        for name in ["Accept", "Accept-Language", "Authorization", "Cookie", "Range"] {
            if let value = headers[name] { parts.append("\(name.lowercased())=\(StableHash.hexadecimal(value))") }
        }
        switch credentials {
        case .password(let user, let password): parts.append("user=\(StableHash.hexadecimal(user + "\0" + password))")
        case .bearer(let token): parts.append("bearer=\(StableHash.hexadecimal(token))")
        case nil: break
        }
        return parts.joined(separator: "&")
    }
}
