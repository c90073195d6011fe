public import FoundationEssentials
public import WebImageCore

/// When a cached picture is used and when its server is asked.
public enum HTTPCachePolicy: String, Sendable, Hashable, CaseIterable {
    /// What is cached is used whatever its age; else it is loaded. The default, as in the seeds; AFNetworking's
    /// `returnCacheDataElseLoad`.
    case cacheElseLoad
    /// What is cached is used at once, then the server is asked whether it is still good.
    case refreshCached
    /// The server's own rules (RFC 9111); AFNetworking's `useProtocolCachePolicy`.
    case followHTTP
    /// Always loaded anew; AFNetworking's `reloadIgnoringLocalCacheData`.
    case reloadIgnoringCache
    /// What is cached is used whatever its age; else the load fails without a request; AFNetworking's
    /// `returnCacheDataDontLoad`, an offline mode.
    case cacheOnly

    /// What to do with what is cached.
    public enum Decision: Sendable, Hashable {
        /// Use it; ask nobody.
        case use
        /// Use it, then ask the server; a failure leaves what is there.
        case useThenRevalidate
        /// Ask the server first, with validators where there are some.
        case revalidate
        /// Load it as if nothing were cached.
        case load
        /// Fail with ``WebImageError/Code/notCached``.
        case fail
    }

    /// Decides about an entry, or about there being none.
    public func decision(for metadata: CacheMetadata?, request: LoaderRequest, at date: Date) -> Decision {
        switch self {
        case .reloadIgnoringCache: return .load
        case .cacheElseLoad: return metadata == nil ? .load : .use
        case .cacheOnly: return metadata == nil ? .fail : .use
        case .refreshCached: return metadata == nil ? .load : .useThenRevalidate
        case .followHTTP:
            guard let metadata else { return Self.onlyIfCached(request) ? .fail : .load }
            switch Freshness.of(metadata, request, at: date) {
            case .fresh: return .use
            case .staleWhileRevalidate: return .useThenRevalidate
            case .stale: return Self.onlyIfCached(request) ? .fail : metadata.hasValidator ? .revalidate : .load
            }
        }
    }

    private static func onlyIfCached(_ request: LoaderRequest) -> Bool {
        CacheControl(request.headers["Cache-Control"]).has("only-if-cached")
    }
}
