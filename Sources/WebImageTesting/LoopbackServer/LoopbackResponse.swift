public import WebImageCore

/// An answer that needs no script of its own.
public struct LoopbackResponse: Sendable {
    /// How the length of the body is told.
    public enum Framing: Sendable, Equatable {
        /// A true Content-Length.
        case contentLength
        /// A Content-Length that says `n`; the connection closes after the body.
        case claiming(Int)
        /// `Transfer-Encoding: chunked` in pieces of this size.
        case chunked(size: Int)
        /// Chunked, but the connection closes before the last chunk.
        case chunkedWithoutEnd(size: Int)
        /// HTTP/1.0: no length, the connection's end ends the body.
        case closeDelimited
    }

    /// The status of the first line.
    public var status: Int
    /// The words after the status.
    public var reason: String
    /// The header fields, besides those that the framing adds.
    public var headers: HTTPHeaders
    /// The body, whole.
    public var body: [UInt8]
    /// How the body's length is told. Default: truly.
    public var framing: Framing
    /// Whether the names of header fields are sent in lower case.
    public var lowercasesNames: Bool

    /// Makes an answer of bytes.
    public init(
        status: Int = 200, headers: HTTPHeaders = [:], body: [UInt8] = [], framing: Framing = .contentLength
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.framing = framing
        reason = status < 300 ? "OK" : status < 400 ? "Elsewhere" : "Failed"
        lowercasesNames = false
    }

    /// Makes an answer of text in UTF-8.
    public init(status: Int = 200, headers: HTTPHeaders = [:], text: String) {
        self.init(status: status, headers: headers, body: Array(text.utf8))
    }

    /// A redirect.
    public static func redirect(to location: String, status: Int = 302, headers: HTTPHeaders = [:]) -> Self {
        Self(status: status, headers: HTTPHeaders(dictionaryLiteral: ("Location", location)).merging(headers))
    }

    /// A body with a strong ETag that answers Range, If-Range and If-None-Match as RFC 9110 says.
    public func answer(to request: LoopbackRequest, etag: String) -> Self {
        var result = self
        result.headers["ETag"] = etag
        result.headers["Accept-Ranges"] = "bytes"
        if request.headers["If-None-Match"] == etag {
            result.status = 304
            result.body = []
            return result
        }
        guard let start = request.rangeStart, (request.headers["If-Range"] ?? etag) == etag else { return result }
        guard start < body.count else {
            result.status = 416
            result.headers["Content-Range"] = "bytes */\(body.count)"
            result.body = []
            return result
        }
        result.status = 206
        result.headers["Content-Range"] = "bytes \(start)-\(body.count - 1)/\(body.count)"
        result.body = Array(body[start...])
        return result
    }

    /// Status line and header fields with the blank line after them.
    public var head: [UInt8] {
        var fields = headers
        switch framing {
        case .contentLength:
            if status != 304, status != 204, fields["Content-Length"] == nil {
                fields["Content-Length"] = "\(body.count)"
            }
        case .claiming(let length): fields["Content-Length"] = "\(length)"
        case .chunked, .chunkedWithoutEnd: fields["Transfer-Encoding"] = "chunked"
        case .closeDelimited: break
        }
        var text = "HTTP/\(framing == .closeDelimited ? "1.0" : "1.1") \(status) \(reason)\r\n"
        for field in fields.fields {
            text += "\(lowercasesNames ? field.name.lowercased() : field.name): \(field.value)\r\n"
        }
        return Array((text + "\r\n").utf8)
    }
}
