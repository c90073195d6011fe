internal import FoundationEssentials

/// One chunk of a PNG file (PNG 3rd edition, 5.3).
struct PNGChunk {
    /// The four letters of the type as one number.
    struct Kind: Hashable, Sendable {
        let code: UInt32

        init(code: UInt32) { self.code = code }

        init(_ letters: StaticString) {
            code = letters.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
        }

        static let header = Kind("IHDR")
        static let palette = Kind("PLTE")
        static let pixels = Kind("IDAT")
        static let end = Kind("IEND")
        static let transparency = Kind("tRNS")
        static let profile = Kind("iCCP")
        static let sRGB = Kind("sRGB")
        static let gamma = Kind("gAMA")
        static let chromaticities = Kind("cHRM")
        static let codePoints = Kind("cICP")
        static let exif = Kind("eXIf")
        static let text = Kind("tEXt")
        static let compressedText = Kind("zTXt")
        static let internationalText = Kind("iTXt")
        static let animation = Kind("acTL")
        static let frame = Kind("fcTL")
        static let framePixels = Kind("fdAT")
    }

    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    let kind: Kind
    /// Where the content stands in the file.
    let content: Range<Int>
    /// Whether the content and the checksum behind it are there.
    let isWhole: Bool

    /// Calls `body` with the chunks in order, the last one perhaps cut, until it returns false.
    static func forEach(in file: PNGBytes, _ body: (PNGChunk) -> Bool) {
        var offset = signature.count
        while let length = file.unsigned32(at: offset), let code = file.unsigned32(at: offset + 4) {
            let start = offset + 8
            let available = file.count - start
            let isWhole = Int(length) + 4 <= available
            let end = start + min(Int(length), available)
            guard body(PNGChunk(kind: Kind(code: code), content: start..<end, isWhole: isWhole)), isWhole else {
                return
            }
            offset = end + 4
        }
    }

    /// A chunk as it stands in a file, checksum included.
    static func make(_ kind: Kind, _ content: Data) -> Data {
        var data = Data(capacity: content.count + 12)
        data.appendBigEndian(UInt32(content.count))
        data.appendBigEndian(kind.code)
        data.append(content)
        data.appendBigEndian(PNGBytes.checksum(data.dropFirst(4)))
        return data
    }
}

extension Data {
    mutating func appendBigEndian(_ value: UInt32) {
        Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
    }

    mutating func appendBigEndian(_ value: UInt16) {
        Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
    }
}
