public import FoundationEssentials

/// The outcome of a load that worked.
public struct LoadedImage: Sendable {
    /// Where a picture came from.
    public enum Source: String, Sendable {
        /// Decoded already, in this process.
        case memory
        /// The bytes were on this machine's disk.
        case disk
        /// The bytes were in a cache that many machines share.
        case shared
        /// The bytes came over HTTP.
        case network
        /// The bytes are a file of this machine.
        case file
        /// The bytes stood in the address (`data:`).
        case data
        /// A loader of the program's own.
        case custom
    }

    /// The picture, decoded and edited.
    public var image: DecodedImage
    /// Where the picture came from.
    public var source: Source
    /// The address that was asked for.
    public var url: ImageURL
    /// Whether the server confirmed what was cached (304).
    public var isRevalidated: Bool
    /// Why refreshing a cached picture failed; the picture is the cached one then.
    public var refreshError: WebImageError?
    /// The original's bytes, where the options ask for them.
    public var data: Data?
    /// The length of the original's bytes; 0 where a memory hit made reading them needless.
    public var byteCount: Int
    /// What the transfer took; nil where there was none.
    public var metrics: TransferMetrics?

    /// Makes an outcome without bytes, metrics and refresh error.
    public init(image: DecodedImage, source: Source, url: ImageURL) {
        self.image = image
        self.source = source
        self.url = url
        isRevalidated = false
        byteCount = 0
    }
}
