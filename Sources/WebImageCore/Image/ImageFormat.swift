/// A kind of picture file. More may be added by custom coders.
public struct ImageFormat: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
    /// The short name in lower case, as in `--format` and in JSON.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    private init(_ rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    public static let jpeg = ImageFormat("jpeg")
    /// A PNG without animation.
    public static let png = ImageFormat("png")
    /// A PNG with an `acTL` chunk before its pixels.
    public static let apng = ImageFormat("apng")
    public static let gif = ImageFormat("gif")
    public static let webp = ImageFormat("webp")
    public static let avif = ImageFormat("avif")
    public static let heic = ImageFormat("heic")
    public static let jxl = ImageFormat("jxl")
    public static let tiff = ImageFormat("tiff")
    public static let bmp = ImageFormat("bmp")
    public static let ico = ImageFormat("ico")
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
