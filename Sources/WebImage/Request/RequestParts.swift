public import FoundationEssentials

/// Parts that one request uses instead of the manager's.
public struct RequestParts: Sendable {
    /// Makes the cache key of an address; nil uses the text of the URL.
    public typealias KeyFilter = @Sendable (ImageURL) -> String?

    /// Makes the bytes that are stored for an original; nil stores what was loaded.
    public typealias Serializer = @Sendable (DecodedImage, Data, ImageURL) throws -> Data?

    public var cache: (any ImageCache)?
    /// The cache of originals, where it is another one.
    public var originalCache: (any ImageCache)?
    public var loader: (any ImageLoader)?
    public var coder: (any ImageCoder)?
    public var keyFilter: KeyFilter?
    public var serializer: Serializer?

    public init() {}
}
