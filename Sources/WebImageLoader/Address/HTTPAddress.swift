internal import CWebImageCurl
internal import WebImageCore

/// An absolute http or https URL, ready to be sent: encoded once, host in punycode, no dot segments.
struct HTTPAddress: Sendable, Equatable {
    /// The whole URL without a fragment.
    let text: String
    /// `http` or `https`.
    let scheme: String
    /// In lower case and punycode, an IPv6 address in brackets.
    let host: String
    let port: Int

    /// Takes the address apart.
    ///
    /// - Throws: ``WebImageError/Code/invalidURL``, ``WebImageError/Code/unsupportedScheme``.
    init(_ url: ImageURL) throws(WebImageError) {
        guard !url.string.isEmpty else {
            throw WebImageError(.invalidURL, "The address is empty. Give the URL of a picture.", url: url)
        }
        try self.init(reference: url.string, base: nil)
    }

    /// The address that a Location field leads to (RFC 9110, 10.2.2).
    ///
    /// - Throws: ``WebImageError/Code/unsupportedScheme`` where it leads out of HTTP,
    ///   ``WebImageError/Code/invalidURL``.
    func resolving(_ location: String) throws(WebImageError) -> HTTPAddress {
        try HTTPAddress(reference: location, base: text)
    }

    private init(reference: String, base: String?) throws(WebImageError) {
        let url = ImageURL(reference)
        let given = url.scheme
        if let given {
            guard given == "http" || given == "https" else { throw Self.unsupported(given, url) }
        } else if base == nil {
            throw WebImageError(.invalidURL, "The address has no scheme. Begin it with http:// or https://.", url: url)
        }
        try CurlGlobal.open()
        guard let handle = wi_curl_url() else { throw Self.invalid(url, CURLUE_OUT_OF_MEMORY) }
        defer { wi_curl_url_cleanup(handle) }
        if let base { wi_curl_url_set(handle, CURLUPART_URL, base, 0) }
        let encoded = URLText.encoded(url.string)
        // libcurl skips a third slash and takes the first part of the path for a host.
        guard given == nil || !encoded.utf8.drop(while: { $0 != UInt8(ascii: ":") }).starts(with: ":///".utf8) else {
            throw Self.invalid(url, CURLUE_NO_HOST)
        }
        let locale = encoded.utf8.allSatisfy { $0 < 0x80 } ? nil : UTF8Locale()
        defer { locale?.leave() }
        let status = wi_curl_url_set(handle, CURLUPART_URL, encoded, 0)
        guard status == CURLUE_OK else { throw Self.invalid(url, status) }
        func part(_ part: CURLUPart, _ flags: Int32) throws(WebImageError) -> String {
            var text: UnsafeMutablePointer<CChar>?
            let status = wi_curl_url_get(handle, part, &text, UInt32(flags))
            guard status == CURLUE_OK, let text else { throw Self.invalid(url, status) }
            defer { wi_curl_free(text) }
            return String(cString: text)
        }
        scheme = try part(CURLUPART_SCHEME, 0).lowercased()
        guard scheme == "http" || scheme == "https" else { throw Self.unsupported(scheme, url) }
        host = try part(CURLUPART_HOST, CURLU_PUNYCODE).lowercased()
        port = Int(try part(CURLUPART_PORT, CURLU_DEFAULT_PORT)) ?? 0
        text = try part(CURLUPART_URL, CURLU_PUNYCODE)
    }

    /// Whether credentials for the one may be sent to the other: same scheme, host and port (RFC 6454, 5).
    func isSameOrigin(as other: HTTPAddress) -> Bool {
        scheme == other.scheme && host == other.host && port == other.port
    }

    var isSecure: Bool { scheme == "https" }

    private static func unsupported(_ scheme: String, _ url: ImageURL) -> WebImageError {
        WebImageError(
            .unsupportedScheme, "No loader takes the scheme \"\(scheme)\". Use http, https, file or data.", url: url)
    }

    private static func invalid(_ url: ImageURL, _ status: CURLUcode) -> WebImageError {
        WebImageError(
            .invalidURL, "The address is no URL: check host, port and spelling.", url: url,
            underlying: String(cString: wi_curl_url_strerror(status)))
    }
}
