/// What a display shows until its picture is there.
public enum DisplayPlaceholder: Sendable {
    /// Nothing: a recycled cell must not go on showing another row's picture. The default.
    case clear
    /// What it shows now.
    case keepCurrent
    /// A picture.
    case image(DecodedImage)

    /// A picture made of pixels.
    public static func bitmap(_ bitmap: Bitmap) -> DisplayPlaceholder {
        .image(DecodedImage(bitmap: bitmap, info: ImageInfo(format: .png, size: bitmap.size)))
    }

    /// The colors of a BlurHash; ``clear`` where the text is none.
    ///
    /// - Parameters:
    ///   - hash: The text, as its author made it.
    ///   - size: Pixels of the small picture; displays scale it up smoothly.
    public static func blurHash(_ hash: String, size: PixelSize = PixelSize(width: 32, height: 32))
        -> DisplayPlaceholder
    {
        guard let bitmap = try? BlurHash.bitmap(hash, size: size) else { return .clear }
        return .bitmap(bitmap)
    }
}
