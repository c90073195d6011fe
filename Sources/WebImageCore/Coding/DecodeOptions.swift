/// How a picture is decoded. Everything here that changes pixels is part of ``key``.
public struct DecodeOptions: Hashable, Sendable {
    /// Decode to this size; nil is full size. JPEG and WebP are decoded small, never in full and then shrunk.
    public var thumbnail: ThumbnailSize?
    /// Decode an animation as the still of its first frame. Default: false.
    public var firstFrameOnly: Bool
    /// Pixels per point of the result; at least 1. Default: 1.
    public var scale: Double
    /// Painted below transparent pixels; nil keeps them. Default: nil.
    public var background: PixelColor?
    /// Whether a file that ends early gives its whole part, marked as truncated, instead of an error. Default: false.
    public var allowsTruncated: Bool
    /// Whether ``ImageInfo/exif`` is filled. Default: false.
    public var keepsMetadata: Bool
    /// Whether ``DecodedImage/data`` keeps the encoded bytes of a still too. Default: false.
    public var keepsData: Bool
    /// The page of a file that has several, from 0. Default: 0.
    public var page: Int
    /// What the file may ask for before it is refused.
    public var limits: DecodeLimits
    /// The most memory that the decoded frames may take in bytes; a larger picture is decoded smaller. 0 is no limit. Default: 0.
    public var limitBytes: Int

    /// Makes options; what has no argument here is at its default.
    public init(thumbnail: ThumbnailSize? = nil, firstFrameOnly: Bool = false) {
        self.thumbnail = thumbnail
        self.firstFrameOnly = firstFrameOnly
        scale = 1
        background = nil
        allowsTruncated = false
        keepsMetadata = false
        keepsData = false
        page = 0
        limits = DecodeLimits()
        limitBytes = 0
    }

    private static let standard = DecodeOptions()

    /// The canonical text of what changes the result; empty for the defaults.
    public var key: String {
        // What most loads have, at once.
        if self == Self.standard { return "" }
        var parts: [String] = []
        if let thumbnail { parts.append("thumbnail(\(thumbnail.key))") }
        if firstFrameOnly { parts.append("first") }
        if scale != 1 { parts.append("scale(\(scale))") }
        if let background { parts.append("background(\(background))") }
        if allowsTruncated { parts.append("truncated") }
        if keepsMetadata { parts.append("metadata") }
        if keepsData { parts.append("data") }
        if page != 0 { parts.append("page(\(page))") }
        if limitBytes != 0 { parts.append("bytes(\(limitBytes))") }
        if limits != DecodeLimits() { parts.append("limits(\(limits.maximumPixels),\(limits.maximumFrames))") }
        return parts.joined(separator: ";")
    }
}
