internal import FoundationEssentials
internal import WebImageCore

/// What proves that bytes of two answers belong to the same version of a picture.
struct ResumeValidator: Sendable, Hashable {
    /// What goes into If-Range: a strong ETag, or a Last-Modified date.
    let text: String

    /// A validator that was kept; nil where it is empty.
    init?(text: String) {
        guard !text.isEmpty else { return nil }
        self.text = text
    }

    /// The validator of an answer whose bytes can be continued later; nil where there is none that is strong.
    ///
    /// The answer must be 200 or 206, not packed, and its server must not refuse ranges. A weak ETag never counts
    /// (RFC 9110, 13.1.5); a date counts where it is at least a minute older than the answer, so that a second change
    /// within the same second can't hide (RFC 9110, 8.8.2.2).
    init?(_ response: HTTPResponse) {
        guard response.status == 200 || response.status == 206, !response.isEncoded,
            response.headers["Accept-Ranges"]?.lowercased() != "none"
        else { return nil }
        if let etag = response.headers["ETag"] {
            guard etag.hasPrefix("\""), etag.utf8.count > 2 else { return nil }
            text = etag
            return
        }
        guard let field = response.headers["Last-Modified"], let changed = HTTPDate.date(field),
            let sent = response.headers["Date"].flatMap(HTTPDate.date), sent.timeIntervalSince(changed) >= 60
        else { return nil }
        text = field
    }

    /// Whether a 206 doesn't contradict it; a server may leave the fields out (RFC 9110, 15.3.7).
    func agrees(with response: HTTPResponse) -> Bool {
        if text.hasPrefix("\"") { return response.headers["ETag"].map { $0 == text } ?? true }
        return response.headers["Last-Modified"].map { $0 == text } ?? true
    }
}
