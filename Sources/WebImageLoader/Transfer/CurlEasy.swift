internal import CWebImageCurl

/// Owns an easy handle of libcurl; used on the thread of the transfers only.
final class CurlEasy {
    let handle: UnsafeMutableRawPointer
    private var headerList: UnsafeMutablePointer<curl_slist>?
    private let errorText: UnsafeMutablePointer<CChar>

    /// Nil where there is no memory.
    init?() {
        guard let handle = wi_curl_easy_init() else { return nil }
        self.handle = handle
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        set(CURLOPT_ERRORBUFFER, UnsafeMutableRawPointer(errorText))
    }

    /// Takes all options back, credentials too. Cookies that libcurl's own engine has stay.
    func reset() {
        wi_curl_easy_reset(handle)
        set(CURLOPT_ERRORBUFFER, UnsafeMutableRawPointer(errorText))
    }

    deinit {
        wi_curl_easy_cleanup(handle)
        wi_curl_slist_free_all(headerList)
        errorText.deallocate()
    }

    func set(_ option: CURLoption, _ value: Int) { wi_curl_set_long(handle, option, value) }

    func set(_ option: CURLoption, _ value: Bool) { wi_curl_set_long(handle, option, value ? 1 : 0) }

    func set(_ option: CURLoption, _ value: String?) { wi_curl_set_string(handle, option, value) }

    func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer?) { wi_curl_set_pointer(handle, option, value) }

    /// Sets the lines of the request's head; libcurl reads them until the transfer has ended.
    func setHeaders(_ lines: [String]) {
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines { list = wi_curl_slist_append(list, line) ?? list }
        wi_curl_set_list(handle, CURLOPT_HTTPHEADER, list)
        wi_curl_slist_free_all(headerList)
        headerList = list
    }

    /// libcurl's own words about the last failure; empty where it has none.
    var lastError: String { String(cString: errorText) }

    func clearError() { errorText.pointee = 0 }

    func duration(_ info: CURLINFO) -> Duration { .microseconds(wi_curl_get_size(handle, info)) }

    func integer(_ info: CURLINFO) -> Int { wi_curl_get_long(handle, info) }

    func size(_ info: CURLINFO) -> Int { Int(wi_curl_get_size(handle, info)) }
}
