public import FoundationEssentials

/// Parts that one request uses instead of the manager's.
public struct RequestParts: Sendable {
    /// Makes the cache key of an address; nil uses the text of the URL.
    public typealias KeyFilter = @Sendable (ImageURL) -> String?

    /// Makes the bytes that are stored for an original; nil stores what was loaded.
    public typealias Serializer = @Sendable (DecodedImage, Data, ImageURL) throws -> Data?

    /// The cache of finished pictures, and of originals where there is no other; nil is the manager's.
    public var cache: (any ImageCache)?
    /// The cache of originals, where it is another one.
    public var originalCache: (any ImageCache)?
    /// Where bytes come from; nil is the manager's.
    public var loader: (any ImageLoader)?
    /// What reads the bytes; nil is the manager's.
    public var coder: (any ImageCoder)?
    /// Makes the cache key; nil is the manager's.
    public var keyFilter: KeyFilter?
    /// Makes the bytes that are stored; nil is the manager's.
    public var serializer: Serializer?

    /// Makes parts that are all the manager's.
    public init() {}
}
