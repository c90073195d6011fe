/// A kind of picture file. More may be added by custom coders.
public struct ImageFormat: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
    /// The short name in lower case, as in `--format` and in JSON.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    private init(_ rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// JPEG (ISO/IEC 10918-1).
    public static let jpeg = ImageFormat("jpeg")
    /// A PNG without animation.
    public static let png = ImageFormat("png")
    /// A PNG with an `acTL` chunk before its pixels.
    public static let apng = ImageFormat("apng")
    /// GIF, still or animated (GIF89a).
    public static let gif = ImageFormat("gif")
    /// WebP, still or animated (RFC 9649).
    public static let webp = ImageFormat("webp")
    /// AVIF, still or a sequence (AV1 Image File Format).
    public static let avif = ImageFormat("avif")
    /// HEIC and other HEIF files (ISO/IEC 23008-12).
    public static let heic = ImageFormat("heic")
    /// JPEG XL, bare or in a container (ISO/IEC 18181).
    public static let jxl = ImageFormat("jxl")
    /// TIFF and BigTIFF (TIFF 6.0).
    public static let tiff = ImageFormat("tiff")
    /// Windows bitmap.
    public static let bmp = ImageFormat("bmp")
    /// Windows icon or cursor.
    public static let ico = ImageFormat("ico")
    /// SVG, as text.
    public static let svg = ImageFormat("svg")
    /// Recognized, so that the message is a good one; not read.
    public static let pdf = ImageFormat("pdf")

    /// The usual extension of files, without the dot.
    public var fileExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .apng: "png"
        case .tiff: "tif"
        default: rawValue
        }
    }

    /// The media type (IANA).
    public var mediaType: String {
        switch self {
        case .svg: "image/svg+xml"
        case .ico: "image/vnd.microsoft.icon"
        case .pdf: "application/pdf"
        default: "image/\(rawValue)"
        }
    }

    /// The format that a file extension names, in any case and without the dot; nil for an unknown one.
    public init?(fileExtension: String) {
        switch fileExtension.lowercased() {
        case "jpg", "jpeg", "jpe", "jfif", "pjpeg": self = .jpeg
        case "png": self = .png
        case "apng": self = .apng
        case "gif": self = .gif
        case "webp": self = .webp
        case "avif", "avifs": self = .avif
        case "heic", "heif", "hif": self = .heic
        case "jxl": self = .jxl
        case "tif", "tiff": self = .tiff
        case "bmp", "dib": self = .bmp
        case "ico", "cur": self = .ico
        case "svg": self = .svg
        case "pdf": self = .pdf
        default: return nil
        }
    }
}
