/// How a picture is written.
public struct EncodeOptions: Hashable, Sendable {
    /// How chroma of a JPEG is stored.
    public enum ChromaSubsampling: String, Sendable {
        /// A value for each pixel.
        case full444 = "4:4:4"
        /// A value for two pixels beside each other.
        case half422 = "4:2:2"
        /// A value for a square of four pixels; the default.
        case quarter420 = "4:2:0"
    }

    /// 0 is smallest, 1 best; nil is the format's usual value. Formats without loss take no notice.
    public var quality: Double?
    /// Without loss where the format can (WebP, AVIF, JPEG XL).
    public var isLossless: Bool
    /// Shown coarse first where the format can (JPEG, PNG).
    public var isProgressive: Bool
    /// How chroma of a JPEG is stored. Default: 4:2:0.
    public var subsampling: ChromaSubsampling
    /// The most bytes of the result; the quality is lowered, then the size, until it fits. Nil is no limit.
    public var maximumBytes: Int?
    /// The largest width and height of the result in pixels, the shape kept; never enlarges.
    public var maximumPixelSize: PixelSize?
    /// Whether a small picture is put into the file's EXIF block (JPEG).
    public var embedsThumbnail: Bool
    /// Painted below transparent pixels in formats without alpha. Default: white.
    public var background: PixelColor
    /// Write only the first frame of an animation.
    public var firstFrameOnly: Bool
    /// How often an animation plays in total, 0 for ever; nil keeps the picture's own number.
    public var loopCount: Int?
    /// How much work compression may do: 0 fast … 1 small; nil is the format's usual value.
    public var effort: Double?

    /// Makes options; what has no argument here is at its default.
    public init(quality: Double? = nil, isLossless: Bool = false) {
        self.quality = quality
        self.isLossless = isLossless
        isProgressive = false
        subsampling = .quarter420
        maximumBytes = nil
        maximumPixelSize = nil
        embedsThumbnail = false
        background = .white
        firstFrameOnly = false
        loopCount = nil
        effort = nil
    }
}
