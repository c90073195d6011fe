/// How a load weighs what is cached against what the source has.
public enum CachePolicy: String, Sendable, CaseIterable {
    /// What is cached is used unasked; else the source is loaded. The default.
    /// (`UseProtocolCachePolicy` and `ReturnCacheDataElseLoad` of URL loading systems.)
    case useCached

    /// What is cached is shown at once (``LoadEvent/cached(_:)``), then the source is asked whether it has changed
    /// (ETag, Last-Modified). If asking fails, what is cached stays, and ``LoadedImage/refreshError`` says why.
    case refreshCached

    /// RFC 9111 decides: fresh entries are used, stale ones revalidated, `no-store` is never kept.
    case followHTTPCaching

    /// The caches are not read; the result is stored. (`ReloadIgnoringLocalCacheData`.)
    case reload

    /// The source is never asked; a miss is ``WebImageError/Code/notCached``. (`ReturnCacheDataDontLoad`: offline.)
    case cacheOnly

    /// No cache is read or written.
    case bypass

    /// Whether caches are asked before the source.
    public var readsCache: Bool { self != .reload && self != .bypass }

    /// Whether results are stored.
    public var writesCache: Bool { self != .bypass && self != .cacheOnly }
}
