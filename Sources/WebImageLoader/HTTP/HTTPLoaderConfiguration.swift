public import WebImageCore

/// How an ``HTTPLoader`` works.
public struct HTTPLoaderConfiguration: Sendable {
    /// How many loads run at once. Default: 6. Preloads only fill free slots; other loads don't count them.
    public var maximumConcurrentLoads: Int
    /// The order of waiting loads within a priority. Default: first in, first out.
    public var order: QueueOrder
    /// Header fields of every request; those of a request replace them. Default: `Accept: image/*,*/*;q=0.8` and a
    /// `User-Agent`.
    public var headers: HTTPHeaders
    /// The least time between two reports of progress to one caller; the last one always comes. Default: zero.
    public var minimumProgressInterval: Duration
    /// Where cookies are kept for requests with ``TransferOptions/handlesCookies``. Default: a jar of the loader's own.
    public var cookieJar: CookieJar?
    /// Hosts whose certificates are not verified, for self-signed ones. Default: none.
    public var trustedHosts: Set<String>
    /// Whether a redirect may lead from https to http. Default: false.
    public var allowsInsecureRedirects: Bool

    public init() {
        maximumConcurrentLoads = 6
        order = .fifo
        headers = ["Accept": "image/*,*/*;q=0.8", "User-Agent": "swift-web-image"]
        minimumProgressInterval = .zero
        cookieJar = nil
        trustedHosts = []
        allowsInsecureRedirects = false
    }
}
