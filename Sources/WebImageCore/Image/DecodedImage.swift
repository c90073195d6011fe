public import FoundationEssentials

/// A picture ready to be shown: the still (of an animation, the poster), its frames, and what is known about it.
///
/// A copy costs one reference count, whatever the picture holds: memory caches hand out millions a second.
public struct DecodedImage: Sendable {
    private struct Content: Sendable {
        var bitmap: Bitmap
        var animation: (any AnimationFrameSource)?
        var info: ImageInfo
        var editKey: String?
        var isTruncated: Bool
        var data: Data?
    }

    private final class Box: Sendable {
        let content: Content

        init(_ content: Content) { self.content = content }
    }

    private var box: Box

    /// Makes a picture of its parts.
    public init(
        bitmap: Bitmap, animation: (any AnimationFrameSource)? = nil, info: ImageInfo, editKey: String? = nil,
        isTruncated: Bool = false, data: Data? = nil
    ) {
        box = Box(
            Content(
                bitmap: bitmap, animation: animation, info: info, editKey: editKey, isTruncated: isTruncated,
                data: data))
    }

    /// The pixels; of an animation those of the first frame.
    public var bitmap: Bitmap {
        get { box.content.bitmap }
        set { change { $0.bitmap = newValue } }
    }

    /// The frames, or nil for a still.
    public var animation: (any AnimationFrameSource)? {
        get { box.content.animation }
        set { change { $0.animation = newValue } }
    }

    /// What is known about the picture besides its pixels.
    public var info: ImageInfo {
        get { box.content.info }
        set { change { $0.info = newValue } }
    }

    /// The key of the editor that made this picture; nil for an original.
    public var editKey: String? {
        get { box.content.editKey }
        set { change { $0.editKey = newValue } }
    }

    /// Whether the data ended before the picture did: the whole part is here, the rest is clear.
    public var isTruncated: Bool {
        get { box.content.isTruncated }
        set { change { $0.isTruncated = newValue } }
    }

    /// The encoded bytes that this picture came from, kept for animations (frames are decoded from them) and where the
    /// options ask.
    public var data: Data? {
        get { box.content.data }
        set { change { $0.data = newValue } }
    }

    /// The size in pixels as shown.
    public var size: PixelSize { bitmap.size }

    /// Whether there is more than a still.
    public var isAnimated: Bool { animation != nil }

    /// The memory that this picture holds, in bytes: pixels, what the frame source keeps, and encoded data.
    public var memoryCost: Int {
        bitmap.byteCount + (animation?.retainedByteCount ?? 0) + (data?.count ?? 0)
    }

    private mutating func change(_ body: (inout Content) -> Void) {
        var content = box.content
        body(&content)
        box = Box(content)
    }
}
