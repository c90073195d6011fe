public import FoundationEssentials
public import WebImageCore

extension CacheMetadata {
    /// The fields that decide about later use, names in lower case.
    private static let keptHeaders = [
        "age", "cache-control", "content-type", "date", "expires", "last-modified", "etag", "pragma", "vary",
    ]

    /// What is to be kept beside the bytes of an answer (RFC 9111, 3).
    ///
    /// - Parameter date: When the answer came.
    public init(answer: LoadedData, request: LoaderRequest, date: Date) {
        self.init(url: request.url.scheme == "data" ? nil : request.url.string)
        responseDate = date
        let name = (answer.finalURL ?? request.url).lastPathComponent
        fileName = name.isEmpty ? nil : name
        keep(answer.headers, of: request)
    }

    /// This entry after the server has confirmed it (RFC 9111, 3.2): the fields of the 304 replace those kept.
    public func confirmed(by answer: LoadedData, request: LoaderRequest, date: Date) -> CacheMetadata {
        var result = self
        // The age of the old answer is not that of the new one.
        result.headers["age"] = nil
        result.responseDate = date
        result.keep(answer.headers, of: request)
        return result
    }

    /// Whether the answer may be kept at all (RFC 9111, 3): neither it nor its request says `no-store`.
    public func isStorable(for request: LoaderRequest) -> Bool {
        !CacheControl(headers["cache-control"]).has("no-store")
            && !CacheControl(request.headers["Cache-Control"]).has("no-store")
    }

    /// The request with this entry's validators: the answer may then be "not modified".
    public func validating(_ request: LoaderRequest) -> LoaderRequest {
        var request = request
        request.etag = etag
        request.lastModified = lastModified
        return request
    }

    private mutating func keep(_ answer: HTTPHeaders, of request: LoaderRequest) {
        for name in Self.keptHeaders {
            if let value = answer[name] { headers[name] = value }
        }
        etag = headers["etag"]
        lastModified = headers["last-modified"]
        varyingRequestHeaders = [:]
        for name in Self.varyNames(headers["vary"] ?? "") {
            varyingRequestHeaders[name] = Self.varyValue(of: name, in: request)
        }
    }
}
