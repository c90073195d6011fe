internal import WebImageCore

/// A request to go on at an offset, and the check of what comes back.
struct ResumeOffer: Sendable {
    var offset: Int
    var validator: ResumeValidator
    /// The length of the whole, where it was known.
    var total: Int?

    /// What an answer to the offer means.
    enum Answer: Sendable, Equatable {
        /// The body goes on at the offset; the whole has this length.
        case continues(total: Int?)
        /// The whole comes from its beginning.
        case restarts
        /// Something that can't be trusted: ask for the whole, without a Range.
        case odd
    }

    func add(to plan: inout TransferPlan) {
        plan.headers["Range"] = "bytes=\(offset)-"
        plan.headers["If-Range"] = validator.text
        // The offset counts bytes that aren't packed.
        plan.acceptsEncodings = false
    }

    static func remove(from plan: inout TransferPlan) {
        plan.headers["Range"] = nil
        plan.headers["If-Range"] = nil
        plan.acceptsEncodings = true
    }

    /// Judges the head of an answer (RFC 9110, 14 and 15.3.7).
    func judge(_ response: HTTPResponse) -> Answer {
        switch response.status {
        case 206:
            guard let range = ContentRange(response.headers["Content-Range"]), range.first == offset,
                !response.isEncoded, validator.agrees(with: response), response.mediaType != "multipart/byteranges",
                response.contentLength.map({ $0 == range.last - range.first + 1 }) ?? true,
                range.total.map({ range.last == $0 - 1 && $0 == total ?? $0 }) ?? true
            else { return .odd }
            return .continues(total: range.total ?? total)
        case 416: return .odd
        default: return .restarts
        }
    }
}
