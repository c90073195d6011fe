public import FoundationEssentials

/// What is kept beside the bytes of an entry.
public struct CacheMetadata: Sendable, Equatable, Codable {
    /// The address that the bytes came from.
    public var url: String?
    /// The validators of the answer (RFC 9110, 8.8).
    public var etag: String?
    /// The answer's Last-Modified, as it stood there.
    public var lastModified: String?
    /// When the entry stops being given out; nil: only the cache's own limits count.
    public var expires: Date?
    /// Whether each use pushes ``expires`` out by ``lifetime``.
    public var isSliding: Bool
    /// The seconds that ``expires`` was set from.
    public var lifetime: Double?
    /// When the answer was received: ages are counted from here (RFC 9111, 4.2.3).
    public var responseDate: Date?
    /// The header fields that RFC 9111 needs, names in lower case: cache-control, date, age, expires, vary…
    public var headers: [String: String]
    /// The values that the request had for the fields named by Vary, names in lower case.
    public var varyingRequestHeaders: [String: String]
    /// The name and extension that the source suggests, for people.
    public var fileName: String?
    /// Bytes of the program's own.
    public var extended: Data?

    /// Makes metadata that say nothing but an address.
    public init(url: String? = nil) {
        self.url = url
        isSliding = false
        headers = [:]
        varyingRequestHeaders = [:]
    }
}
