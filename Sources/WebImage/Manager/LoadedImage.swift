public import FoundationEssentials

/// The outcome of a load that worked.
public struct LoadedImage: Sendable {
    /// Where a picture came from.
    public enum Source: String, Sendable {
        case memory, disk, shared, network, file, data
        /// A loader of the program's own.
        case custom
    }

    public var image: DecodedImage
    public var source: Source
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

    public init(image: DecodedImage, source: Source, url: ImageURL) {
        self.image = image
        self.source = source
        self.url = url
        isRevalidated = false
        byteCount = 0
    }
}
