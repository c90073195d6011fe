internal import FoundationEssentials
internal import WebImageCore

/// Looks at the head of an answer before its body is taken.
enum ResponseCheck {
    /// Why the answer is refused, or nil.
    static func failure(of response: HTTPResponse, for request: LoaderRequest) -> WebImageError? {
        let options = request.options
        guard options.acceptableStatuses.contains(response.status) else {
            return WebImageError(
                .httpStatus, "The server answered \(response.status)\(advice(response.status))", url: request.url,
                status: response.status, retryAfter: retryAfter(response.headers))
        }
        if !options.acceptableMediaTypes.isEmpty, let type = response.mediaType,
            !options.acceptableMediaTypes.contains(where: { accepts($0.lowercased(), type) })
        {
            return WebImageError(
                .notAnImage, "The server sent \(type), which isn't accepted here.", url: request.url,
                status: response.status)
        }
        if let length = response.contentLength, length > options.maximumBytes { return tooLarge(request) }
        return nil
    }

    static func tooLarge(_ request: LoaderRequest) -> WebImageError {
        WebImageError(
            .tooLarge, "The body is larger than the limit of \(request.options.maximumBytes) bytes. Raise the limit.",
            url: request.url)
    }

    static func empty(_ response: HTTPResponse, _ request: LoaderRequest) -> WebImageError {
        WebImageError(
            .notAnImage, "The server answered \(response.status) with an empty body: there is no picture.",
            url: request.url, status: response.status)
    }

    /// Retry-After (RFC 9110, 10.2.3): seconds, or a date, which counts from the answer's own Date.
    static func retryAfter(_ headers: HTTPHeaders) -> Duration? {
        guard let value = headers["Retry-After"] else { return nil }
        if let seconds = Int(value.filter { !$0.isWhitespace }) {
            return seconds < 0 ? nil : .seconds(min(seconds, Int(Int32.max)))
        }
        guard let date = HTTPDate.date(value) else { return nil }
        let sent = headers["Date"].flatMap(HTTPDate.date) ?? Date()
        return .seconds(max(0, min(date.timeIntervalSince(sent), Double(Int32.max))))
    }

    private static func accepts(_ pattern: String, _ type: String) -> Bool {
        if pattern == "*/*" { return true }
        guard pattern.hasSuffix("/*") else { return pattern == type }
        return type.hasPrefix(pattern.dropLast())
    }

    private static func advice(_ status: Int) -> String {
        switch status {
        case 304: ": not modified, although nothing is cached here."
        case 401, 403, 407: ": it wants credentials, or doesn't give this picture."
        case 404, 410: ": there is no such picture. Check the address."
        case 429: ": too many requests. Try again later."
        case 500...599: ": it has a problem of its own. Try again later."
        default: ", which is no picture."
        }
    }
}
