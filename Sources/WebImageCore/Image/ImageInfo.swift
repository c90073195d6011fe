public import FoundationEssentials

/// What is known about a picture besides its pixels.
public struct ImageInfo: Sendable, Equatable {
    /// How pixels are stored in the file.
    public enum ColorModel: String, Sendable {
        /// One channel of brightness.
        case gray
        /// Red, green and blue.
        case rgb
        /// Four inks.
        case cmyk
        /// Four inks, stored as brightness, two differences and black (Adobe's JPEG).
        case ycck
        /// Brightness and two differences of color (JPEG, WebP, AVIF, HEIC).
        case ycbcr
        /// Numbers of a palette's colors.
        case indexed
        /// CIE L*a*b*.
        case lab
        /// JPEG XL's own, after the eye's cones.
        case xyb
    }

    /// The file's format, told by its content.
    public var format: ImageFormat
    /// The size as shown: orientation and the container's own turns applied.
    public var size: PixelSize
    /// The size of the stored pixels, before any turn.
    public var storedSize: PixelSize
    /// How the stored pixels are turned to be shown; applied already to what is decoded.
    public var orientation: ImageOrientation
    /// Pixels per point: 1, or 2 and 3 for `@2x` and `@3x` pictures.
    public var scale: Double
    /// How many frames are shown; a still has 1. A hidden default image of an APNG isn't one.
    public var frameCount: Int
    /// How often the animation plays in total; 0 is for ever.
    public var loopCount: Int
    /// How long each frame is shown, as the file says; empty for a still.
    public var durations: [Duration]
    /// Whether the file has an alpha channel or a transparent color.
    public var hasAlpha: Bool
    /// Bits of one channel as stored.
    public var bitDepth: Int
    /// How pixels are stored in the file.
    public var colorModel: ColorModel
    /// The color profile's description, or a short name such as `sRGB`; nil where the file carries none.
    public var profile: String?
    /// Whether the file is ordered to be shown coarse first (progressive JPEG, interlaced PNG or GIF).
    public var isProgressive: Bool
    /// How many pages the file has (TIFF); 1 elsewhere.
    public var pageCount: Int
    /// The EXIF block as it stands in the file, kept only where the options ask for metadata.
    public var exif: Data?

    /// What is known of a still of 8-bit RGB without alpha.
    public init(format: ImageFormat, size: PixelSize) {
        self.format = format
        self.size = size
        storedSize = size
        orientation = .up
        scale = 1
        frameCount = 1
        loopCount = 1
        durations = []
        hasAlpha = false
        bitDepth = 8
        colorModel = .rgb
        profile = nil
        isProgressive = false
        pageCount = 1
        exif = nil
    }

    /// Whether there is more than one frame.
    public var isAnimated: Bool { frameCount > 1 }
}
