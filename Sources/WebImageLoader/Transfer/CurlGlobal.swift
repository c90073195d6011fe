internal import CWebImageCurl
internal import WebImageCore

/// libcurl, which is opened when the first address is taken apart, and its set-up for the process.
enum CurlGlobal {
    /// True once `curl_global_init` has worked; the first use of this property calls it, once (7.84 and later are
    /// thread-safe here).
    static let isReady = wi_curl_open() == nil && wi_curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    /// Makes sure that libcurl's functions can be called; nothing is set up yet.
    ///
    /// - Throws: ``WebImageError/Code/cannotConnect`` where the library isn't on this machine.
    static func open() throws(WebImageError) {
        guard let reason = wi_curl_open() else { return }
        throw WebImageError(
            .cannotConnect, "HTTP needs libcurl, which this machine doesn't have; install it.",
            underlying: String(cString: reason))
    }
}
