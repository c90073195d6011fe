internal import CWebImageCurl
internal import Glibc
internal import WebImageCore

/// Keeps cookies between requests (RFC 6265), in memory; several loaders may share one.
///
/// libcurl decides which cookie goes where, public suffixes included.
public final class CookieJar: Sendable {
    // Invariant behind `nonisolated(unsafe)`: the pointer never changes, libcurl guards the data behind it with the
    // lock functions below, and `deinit` runs when no transfer holds the jar any more.
    private nonisolated(unsafe) let share: UnsafeMutableRawPointer
    private nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>

    /// Makes an empty jar; nil where there is no memory.
    public init?() {
        guard CurlGlobal.isReady, let share = wi_curl_share_init() else { return nil }
        self.share = share
        mutex = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        wi_curl_share_set_lock(
            share,
            { _, _, _, user in
                guard let user else { return }
                pthread_mutex_lock(user.assumingMemoryBound(to: pthread_mutex_t.self))
            },
            { _, _, user in
                guard let user else { return }
                pthread_mutex_unlock(user.assumingMemoryBound(to: pthread_mutex_t.self))
            }, mutex)
        wi_curl_share_set_data(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_COOKIE)
    }

    deinit {
        wi_curl_share_cleanup(share)
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// All cookies, a line each in the format of Netscape's cookie files (domain, subdomains, path, secure, expiry,
    /// name, value, separated by tabs).
    public var cookies: [String] {
        guard let easy = CurlEasy() else { return [] }
        attach(to: easy)
        let list = wi_curl_get_list(easy.handle, CURLINFO_COOKIELIST)
        defer { wi_curl_slist_free_all(list) }
        var lines: [String] = []
        var entry = list
        while let current = entry {
            if let data = current.pointee.data { lines.append(String(cString: data)) }
            entry = current.pointee.next
        }
        return lines
    }

    /// Adds a cookie, as a line of ``cookies`` or as `Set-Cookie: …` with a domain.
    public func insert(_ line: String) { command(line) }

    /// Forgets all cookies.
    public func removeAll() { command("ALL") }

    /// Makes transfers of a handle use this jar.
    func attach(to easy: CurlEasy) {
        easy.set(CURLOPT_SHARE, share)
        // An empty file name turns the cookie engine on.
        easy.set(CURLOPT_COOKIEFILE, "")
    }

    private func command(_ text: String) {
        guard let easy = CurlEasy() else { return }
        attach(to: easy)
        easy.set(CURLOPT_COOKIELIST, text)
    }
}
