internal import WebImageCore

/// Pictures that the cache has let go of but that somebody else may still hold, such as a view.
///
/// While one is alive it is found again, with no decoding and no second copy of the pixels.
struct GhostTable {
    /// A picture without what keeps it in memory.
    private struct Ghost {
        weak var storage: BitmapStorage?
        weak var animation: AnyObject?
        let isAnimated: Bool
        let size: PixelSize
        let bytesPerRow: Int
        let isOpaque: Bool
        let info: ImageInfo
        let editKey: String?
        let isTruncated: Bool

        /// Nil where the picture can't be put together again from weak references.
        init?(_ image: DecodedImage) {
            if let source = image.animation {
                guard type(of: source) is AnyObject.Type else { return nil }
                animation = source as AnyObject
            } else if image.data != nil {
                return nil
            }
            isAnimated = image.animation != nil
            storage = image.bitmap.storage
            size = image.bitmap.size
            bytesPerRow = image.bitmap.bytesPerRow
            isOpaque = image.bitmap.isOpaque
            info = image.info
            editKey = image.editKey
            isTruncated = image.isTruncated
        }

        var image: DecodedImage? {
            guard let storage else { return nil }
            let source = animation as? any AnimationFrameSource
            guard isAnimated == (source != nil) else { return nil }
            let bitmap = Bitmap(storage: storage, size: size, bytesPerRow: bytesPerRow, isOpaque: isOpaque)
            return DecodedImage(
                bitmap: bitmap, animation: source, info: info, editKey: editKey, isTruncated: isTruncated)
        }
    }

    private var ghosts: [CacheKey: Ghost] = [:]
    /// At this many the dead ones are taken out: on average O(1) for each that is put in.
    private var pruneCount = 64

    mutating func insert(_ image: DecodedImage, for key: CacheKey) {
        guard let ghost = Ghost(image) else { return }
        ghosts[key] = ghost
        guard ghosts.count >= pruneCount else { return }
        ghosts = ghosts.filter { $0.value.storage != nil }
        pruneCount = max(64, ghosts.count * 2)
    }

    /// The picture, if somebody still holds it; it is no ghost any more.
    mutating func take(_ key: CacheKey) -> DecodedImage? {
        guard !ghosts.isEmpty, let ghost = ghosts.removeValue(forKey: key) else { return nil }
        return ghost.image
    }

    mutating func remove(_ key: CacheKey) {
        if !ghosts.isEmpty { ghosts[key] = nil }
    }

    mutating func removeAll() { ghosts = [:] }
}
