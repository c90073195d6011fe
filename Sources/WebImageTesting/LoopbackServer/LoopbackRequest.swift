public import WebImageCore

/// A request as it came over the wire.
public struct LoopbackRequest: Sendable {
    /// The method, such as `GET`.
    public var method: String
    /// Path and query exactly as sent.
    public var target: String
    /// `HTTP/1.1` or `HTTP/1.0`.
    public var version: String
    /// The header fields, in order.
    public var headers: HTTPHeaders
    /// The body; empty where there was none.
    public var body: [UInt8]

    /// The target without the query.
    public var path: String { String(target.prefix { $0 != "?" }) }

    /// The query without the question mark, or nil.
    public var query: String? {
        target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) }
    }

    /// The first position that a `Range: bytes=n-` names, or nil.
    public var rangeStart: Int? {
        guard let range = headers["Range"], range.hasPrefix("bytes=") else { return nil }
        return Int(range.dropFirst(6).prefix { $0 != "-" })
    }

    var wantsClose: Bool { headers["Connection"]?.lowercased() == "close" || version == "HTTP/1.0" }
}
