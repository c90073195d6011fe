internal import CWebImageCurl

/// Owns a multi handle of libcurl.
final class CurlMulti: Sendable {
    // Invariant behind `nonisolated(unsafe)`: the pointer never changes; all calls but `curl_multi_wakeup`, which is
    // made for other threads, come from the one thread of the `TransferLoop`; `deinit` runs when nobody has it.
    nonisolated(unsafe) let handle: UnsafeMutableRawPointer

    /// Nil where libcurl can't be set up (no memory, no descriptors).
    init?(maximumIdleConnections: Int) {
        guard CurlGlobal.isReady, let handle = wi_curl_multi_init() else { return nil }
        self.handle = handle
        wi_curl_multi_set_long(handle, CURLMOPT_MAXCONNECTS, maximumIdleConnections)
    }

    deinit { wi_curl_multi_cleanup(handle) }

    /// Ends a wait in `curl_multi_poll`; from any thread.
    func wake() { wi_curl_multi_wakeup(handle) }
}
