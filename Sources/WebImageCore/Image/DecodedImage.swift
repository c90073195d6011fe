public import FoundationEssentials

/// A picture ready to be shown: the still (of an animation, the poster), its frames, and what is known about it.
public struct DecodedImage: Sendable {
    /// The pixels; of an animation those of the first frame.
    public var bitmap: Bitmap

    /// The frames, or nil for a still.
    public var animation: (any AnimationFrameSource)?

    public var info: ImageInfo

    /// The key of the editor that made this picture; nil for an original.
    public var editKey: String?

    /// Whether the data ended before the picture did: the whole part is here, the rest is clear.
    public var isTruncated: Bool

    /// The encoded bytes that this picture came from, kept for animations (frames are decoded from them) and where the options ask.
    public var data: Data?

    public init(
        bitmap: Bitmap, animation: (any AnimationFrameSource)? = nil, info: ImageInfo, editKey: String? = nil,
        isTruncated: Bool = false, data: Data? = nil
    ) {
        self.bitmap = bitmap
        self.animation = animation
        self.info = info
        self.editKey = editKey
        self.isTruncated = isTruncated
        self.data = data
    }

    /// The size in pixels as shown.
    public var size: PixelSize { bitmap.size }

    public var isAnimated: Bool { animation != nil }

    /// The memory that this picture holds, in bytes: pixels, what the frame source keeps, and encoded data.
    public var memoryCost: Int {
        bitmap.byteCount + (animation?.retainedByteCount ?? 0) + (data?.count ?? 0)
    }
}
