public import WebImageCore

/// Status and header fields of an answer, as hooks see them.
public struct HTTPResponse: Sendable, Equatable {
    /// The status (RFC 9110, 15).
    public var status: Int
    /// The header fields, in order.
    public var headers: HTTPHeaders
    /// The address that answered, after redirects.
    public var url: ImageURL

    /// Makes a head, for tests of hooks.
    public init(status: Int, headers: HTTPHeaders = [:], url: ImageURL) {
        self.status = status
        self.headers = headers
        self.url = url
    }

    /// The media type without parameters in lower case (RFC 9110, 8.3), or nil.
    public var mediaType: String? {
        guard let value = headers["Content-Type"] else { return nil }
        let type = value.prefix { $0 != ";" && $0 != "," }.lowercased().filter { !$0.isWhitespace }
        return type.isEmpty ? nil : type
    }

    /// The length that the answer names for its body as sent, or nil (RFC 9110, 8.6).
    var contentLength: Int? {
        // A repeated field joins to "n, n"; equal values mean one (RFC 9110, 8.6).
        guard let value = headers["Content-Length"] else { return nil }
        if let number = Int(value) { return number >= 0 ? number : nil }
        let values = value.split(separator: ",")
        let numbers = values.map { Int($0.filter { !$0.isWhitespace }) }
        guard let first = numbers.first ?? nil, first >= 0, numbers.allSatisfy({ $0 == first }) else { return nil }
        return first
    }

    /// Whether the body is packed, so that its length on the wire says nothing about the length of the picture.
    var isEncoded: Bool {
        guard let coding = headers["Content-Encoding"]?.lowercased() else { return false }
        return coding != "identity" && !coding.isEmpty
    }

    /// The redirect's target, where this is one that can be followed (RFC 9110, 15.4).
    var redirectTarget: String? {
        switch status {
        case 301, 302, 303, 307, 308: headers["Location"]
        default: nil
        }
    }
}
