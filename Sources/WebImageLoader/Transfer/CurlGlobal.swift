internal import CWebImageCurl

/// libcurl's set-up for the process.
enum CurlGlobal {
    /// True once `curl_global_init` has worked; the first use of this property calls it, once (7.84 and later are
    /// thread-safe here).
    static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}
