public import FoundationEssentials

/// What the first bytes of some data are.
public enum ContentKind: Sendable, Equatable {
    /// A picture in this format, or the beginning of one.
    case image(ImageFormat)
    /// Not a picture, and why.
    case other(NotAnImageReason)
}

/// Why data is no picture.
public enum NotAnImageReason: String, Sendable {
    /// There is not a byte.
    case empty
    /// A web page.
    case html
    /// A JSON text.
    case json
    /// Plain text.
    case text
    /// XML without an SVG in it.
    case xml
    /// Bytes that begin like nothing that is known here.
    case unknown

    /// A sentence for people.
    public var explanation: String {
        switch self {
        case .empty: "The answer is empty."
        case .html: "The answer is a web page (HTML), not a picture; perhaps a login or an error page."
        case .json: "The answer is JSON, not a picture; perhaps an error message of an API."
        case .text: "The answer is plain text, not a picture."
        case .xml: "The answer is XML, but no SVG."
        case .unknown: "The data is no picture in a format that is known here."
        }
    }
}

extension ImageFormat {
    /// How many bytes ``ContentKind/init(of:)`` looks at.
    public static let sniffLength = 4096
}

extension ContentKind {
    /// Tells by the content alone; names and media types lie. O(1): at most ``ImageFormat/sniffLength`` bytes are read.
    ///
    /// Sources: JPEG ISO 10918-1 B.1; PNG 3rd edition 5.2; GIF89a 17; WebP RFC 9649 2.4; ISO 14496-12 4.3 (ftyp);
    /// JPEG XL ISO 18181-2; TIFF 6.0 section 2; BMP and ICO as Windows writes them.
    public init(of data: Data) {
        let head = [UInt8](data.prefix(ImageFormat.sniffLength))
        if head.isEmpty {
            self = .other(.empty)
        } else if let format = Self.binaryFormat(head) {
            self = .image(format)
        } else {
            self = Self.textKind(head)
        }
    }

    private static func binaryFormat(_ head: [UInt8]) -> ImageFormat? {
        func has(_ bytes: [UInt8], at offset: Int = 0) -> Bool {
            head.count >= offset + bytes.count && head[offset..<offset + bytes.count].elementsEqual(bytes)
        }
        func has(_ text: StaticString, at offset: Int = 0) -> Bool {
            head.count >= offset + text.utf8CodeUnitCount
                && text.withUTF8Buffer { $0.elementsEqual(head[offset..<offset + text.utf8CodeUnitCount]) }
        }
        if has([0xFF, 0xD8, 0xFF]) { return .jpeg }
        if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return isAnimatedPNG(head) ? .apng : .png }
        if has("GIF87a") || has("GIF89a") { return .gif }
        if has("RIFF"), has("WEBP", at: 8) { return .webp }
        if has([0xFF, 0x0A]) || has([0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A]) { return .jxl }
        if has("II*\0") || has("MM\0*") || has([0x49, 0x49, 0x2B, 0]) || has([0x4D, 0x4D, 0, 0x2B]) { return .tiff }
        if has("ftyp", at: 4) { return brandFormat(head) }
        if has("%PDF-") { return .pdf }
        // A BMP's fourth field is its header's size; two letters alone would take plain text for a picture.
        if has("BM"), head.count >= 18, [12, 16, 40, 52, 56, 64, 108, 124].contains(head[14]),
            head[15...17].allSatisfy({ $0 == 0 })
        {
            return .bmp
        }
        if has([0, 0, 1, 0]) || has([0, 0, 2, 0]), head.count >= 22, head[4] | head[5] != 0, head[9] == 0 {
            return .ico
        }
        return nil
    }

    /// Whether `acTL` stands before the first `IDAT` (PNG 3rd edition, 11.3.6).
    private static func isAnimatedPNG(_ head: [UInt8]) -> Bool {
        var offset = 8
        while offset + 8 <= head.count {
            let length = head[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            let type = head[offset + 4..<offset + 8]
            if type.elementsEqual("acTL".utf8) { return true }
            if type.elementsEqual("IDAT".utf8) { return false }
            offset += 12 + length
        }
        return false
    }

    /// The format by the brands of an ISO base media file: the major one first, then the compatible ones.
    private static func brandFormat(_ head: [UInt8]) -> ImageFormat? {
        let length = min(head.count, max(16, head[0..<4].reduce(0) { $0 << 8 | Int($1) }))
        var brands: [String] = []
        for offset in stride(from: 8, to: length - 3, by: 4) where offset != 12 {
            brands.append(String(decoding: head[offset..<offset + 4], as: UTF8.self))
        }
        if brands.contains(where: { $0 == "avif" || $0 == "avis" }) { return .avif }
        let heif: Set = ["heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1", "miaf"]
        return brands.contains(where: heif.contains) ? .heic : nil
    }

    private static func textKind(_ head: [UInt8]) -> ContentKind {
        var text = Substring(String(decoding: head, as: UTF8.self))
        if text.first == "\u{FEFF}" { text.removeFirst() }
        guard !head.contains(0), let start = text.firstIndex(where: { !$0.isWhitespace }) else {
            return .other(.unknown)
        }
        text = text[start...]
        let lower = text.lowercased()
        if lower.hasPrefix("<svg") || lower.hasPrefix("<?xml") || lower.hasPrefix("<!--")
            || lower.hasPrefix("<!doctype svg")
        {
            if let svg = lower.firstRange(of: "<svg") {
                // A page may carry a drawing: the root element decides.
                if let html = lower.firstRange(of: "<html"), html.lowerBound < svg.lowerBound { return .other(.html) }
                return .image(.svg)
            }
            return lower.contains("<html") || lower.contains("<!doctype html") ? .other(.html) : .other(.xml)
        }
        if lower.hasPrefix("<!doctype html") || lower.hasPrefix("<html") || lower.hasPrefix("<head")
            || lower.hasPrefix("<body")
        {
            return .other(.html)
        }
        if lower.hasPrefix("<") { return .other(.xml) }
        if lower.hasPrefix("{") || lower.hasPrefix("[") { return .other(.json) }
        let isPrintable = head.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 9 || $0 == 10 || $0 == 13 }
        // One replacement may be a character that the end of the head cuts; more mean that this is no UTF-8.
        let isUTF8 = text.unicodeScalars.count { $0 == "\u{FFFD}" } <= 1
        return .other(isPrintable && isUTF8 ? .text : .unknown)
    }
}
