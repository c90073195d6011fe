public import WebImageCore

/// How an ``HTTPLoader`` works.
public struct HTTPLoaderConfiguration: Sendable {
    /// How many loads run at once. Default: 6. Preloads only fill free slots; other loads don't count them.
    public var maximumConcurrentLoads: Int
    /// The order of waiting loads within a priority. Default: first in, first out.
    public var order: QueueOrder
    /// How many loads may start per second. Default: nil, no limit.
    public var rateLimit: RateLimit?
    /// Whether failed loads are tried again. Default: ``RetryPolicy/off``.
    public var retry: RetryPolicy
    /// Where the beginnings of broken transfers are kept; nil keeps none. Default: 32 MiB in memory.
    public var resumeStore: ResumeStore?

    /// Header fields of every request; those of a request replace them. Default: `Accept: image/*,*/*;q=0.8` and a
    /// `User-Agent`.
    public var headers: HTTPHeaders
    /// The least time between two reports of progress to one caller; the last one always comes. Default: zero.
    public var minimumProgressInterval: Duration
    /// Where cookies are kept for requests with ``TransferOptions/handlesCookies``. Default: nil, a jar of the loader's
    /// own.
    public var cookieJar: CookieJar?
    /// Hosts whose certificates are not verified, for self-signed ones: names as they stand in the address, in lower
    /// case and punycode. Default: none.
    public var trustedHosts: Set<String>
    /// Whether a redirect may lead from https to http. Default: false.
    public var allowsInsecureRedirects: Bool

    /// Changes or refuses each request before it is sent. Default: nil.
    public var requestModifier: HTTPRequestModifier?
    /// Changes or refuses each answer's head. Default: nil.
    public var responseModifier: HTTPResponseModifier?
    /// Changes or refuses each whole body. Default: nil.
    public var dataModifier: HTTPDataModifier?
    /// Decides where redirects lead. Default: nil, they are followed.
    public var redirectHandler: HTTPRedirectHandler?
    /// Called at the end of each transfer, redirects included, on the network's thread: it must be quick.
    public var onMetrics: (@Sendable (ImageURL, TransferMetrics) -> Void)?
    /// The clock of waits. Default: the machine's.
    public var time: any TimeSource

    /// Makes a configuration with all defaults.
    public init() {
        maximumConcurrentLoads = 6
        order = .fifo
        rateLimit = nil
        retry = .off
        resumeStore = ResumeStore()
        headers = ["Accept": "image/*,*/*;q=0.8", "User-Agent": "swift-web-image"]
        minimumProgressInterval = .zero
        cookieJar = nil
        trustedHosts = []
        allowsInsecureRedirects = false
        time = .system
    }
}
