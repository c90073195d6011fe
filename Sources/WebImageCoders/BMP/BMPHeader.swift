internal import CWebImagePixels
internal import WebImageCore

/// What stands before the pixels of a Windows or OS/2 bitmap: the headers of 12 to 124 bytes, masks and color table.
struct BMPHeader: Sendable {
    enum Compression: Int, Sendable {
        case none, rle8, rle4, fields, jpeg, png, alphaFields
    }

    /// Where the bitmap stands.
    enum Place {
        /// A file with the 14 bytes of a file header.
        case file
        /// In an icon, without a file header; the height counts the mask too.
        case icon
    }

    var size: PixelSize
    var isTopDown = false
    var bits: Int
    var compression = Compression.none
    /// Red, green, blue and alpha of pixels that aren't places of a table.
    var channels: [wi_bmp_channel] = []
    /// 256 opaque colors; places that the table doesn't have are black.
    var palette: [UInt32] = []
    /// Where the pixels begin.
    var pixelOffset: Int
    /// Where an embedded color profile stands (BITMAPV5HEADER).
    var profile: Range<Int>?

    /// The bytes of one row, padded to four.
    var rowBytes: Int { (size.width * bits + 31) / 32 * 4 }

    var hasAlpha: Bool { channels.count == 4 && channels[3].bits > 0 }

    /// Whether a JPEG or PNG stands in the pixels' place.
    var holdsPicture: Bool { compression == .jpeg || compression == .png }

    var isIndexed: Bool { bits <= 8 && bits > 0 }

    var isRunLengthEncoded: Bool { compression == .rle4 || compression == .rle8 }

    /// The header of the bitmap whose own header stands at `offset` of `bytes`; nil where more bytes are needed.
    ///
    /// - Throws: ``WebImageError/Code/corruptImage``, ``WebImageError/Code/unsupportedFormat``,
    ///   ``WebImageError/Code/tooManyPixels``.
    static func read(
        _ bytes: UnsafeRawBufferPointer, at offset: Int, as place: Place, limits: DecodeLimits
    ) throws(WebImageError) -> BMPHeader? {
        let fields = LittleEndianBytes(bytes)
        guard let length = fields.int32(at: offset) else { return nil }
        guard [12, 16, 40, 52, 56, 64, 108, 124].contains(length) else {
            throw WebImageError(.corruptImage, "The bitmap has a header of \(length) bytes, which no version has.")
        }
        guard bytes.count - offset >= length else { return nil }
        var header: BMPHeader
        if length == 12 {
            header = BMPHeader(
                size: PixelSize(width: fields.word(offset + 4), height: fields.word(offset + 6)),
                bits: fields.word(offset + 10), pixelOffset: 0)
        } else {
            let height = fields.signed(offset + 8)
            header = BMPHeader(
                size: PixelSize(width: fields.signed(offset + 4), height: abs(height)),
                isTopDown: height < 0, bits: fields.word(offset + 14), pixelOffset: 0)
        }
        if place == .icon { header.size.height /= 2 }
        try limits.check(header.size)
        if length >= 40 { try header.setCompression(fields.signed(offset + 16), headerLength: length) }
        try header.checkBits()

        var position = offset + length
        let maskCount = header.compression == .alphaFields ? 4 : 3
        if length == 40, header.compression == .fields || header.compression == .alphaFields {
            guard bytes.count - position >= maskCount * 4 else { return nil }
            header.setChannels((0..<maskCount).map { fields.unsigned(position + $0 * 4) })
            position += maskCount * 4
        } else if length >= 52, length != 64 {
            let masks = (0..<(length >= 56 ? 4 : 3)).map { fields.unsigned(offset + 40 + $0 * 4) }
            if header.compression == .fields || header.compression == .alphaFields {
                header.setChannels(masks)
            } else {
                // Versions 4 and 5 may name an alpha channel without naming the others.
                header.setDefaultChannels(alphaMask: length >= 108 && header.bits == 32 ? masks[3] : 0)
            }
        } else {
            header.setDefaultChannels(alphaMask: 0)
        }

        let stated = place == .file ? fields.unsigned(10) : 0
        if header.isIndexed {
            let end = header.readPalette(
                fields, at: position, headerLength: length, offset: offset, stated: stated)
            guard let end else { return nil }
            position = end
        }
        header.pixelOffset = max(stated, position)
        if length == 124, place == .file, fields.unsigned(offset + 56) == 0x4D42_4544 {  // "MBED"
            let start = offset + fields.unsigned(offset + 112)
            header.profile = start..<start + fields.unsigned(offset + 116)
        }
        return header
    }

    private mutating func setCompression(_ value: Int, headerLength: Int) throws(WebImageError) {
        // In OS/2's second version 3 and 4 mean other things: Huffman and 24-bit runs.
        guard let known = Compression(rawValue: value), headerLength != 64 || value < 3 else {
            throw WebImageError(
                .unsupportedFormat, "The bitmap is compressed in a way (\(value)) that is not read here.")
        }
        compression = known
    }

    private func checkBits() throws(WebImageError) {
        let allowed: [Int] =
            switch compression {
            case .none: [1, 2, 4, 8, 16, 24, 32]
            case .rle8: [8]
            case .rle4: [4]
            case .fields, .alphaFields: [16, 24, 32]
            case .jpeg, .png: [0, 24, 32]
            }
        guard allowed.contains(bits) else {
            throw WebImageError(.corruptImage, "The bitmap says that a pixel has \(bits) bits: it is damaged.")
        }
    }

    private mutating func setChannels(_ masks: [Int]) {
        channels = masks.map { mask in
            let value = UInt32(truncatingIfNeeded: mask)
            let shift = value == 0 ? 0 : value.trailingZeroBitCount
            // A mask with holes is taken as far as it is whole.
            return wi_bmp_channel(shift: Int32(shift), bits: Int32((~(value >> shift)).trailingZeroBitCount))
        }
        if channels.count == 3 { channels.append(wi_bmp_channel(shift: 0, bits: 0)) }
        // Without any mask the usual places are meant.
        if channels.allSatisfy({ $0.bits == 0 }) { setDefaultChannels(alphaMask: 0) }
    }

    private mutating func setDefaultChannels(alphaMask: Int) {
        setChannels(bits == 16 ? [0x7C00, 0x3E0, 0x1F, 0] : [0xFF_0000, 0xFF00, 0xFF, alphaMask])
    }

    mutating func useFourthByteAsAlpha() { setDefaultChannels(alphaMask: 0xFF00_0000) }

    /// Where the color table ends; nil where more bytes are needed.
    private mutating func readPalette(
        _ fields: LittleEndianBytes, at start: Int, headerLength: Int, offset: Int, stated: Int
    ) -> Int? {
        let entry = headerLength == 12 ? 3 : 4
        var count = 1 << bits
        if headerLength >= 40 {
            let used = fields.unsigned(offset + 32)
            if used > 0 { count = used }
        }
        // Tables larger than places can name do exist; so do some that the pixels begin in.
        if stated > start { count = min(count, (stated - start) / entry) }
        count = min(count, 1 << 16)
        guard fields.bytes.count - start >= min(count, 256) * entry else { return nil }
        palette = [UInt32](repeating: 0xFF00_0000, count: 256)
        for place in 0..<min(count, 256) {
            let color = start + place * entry
            palette[place] =
                0xFF00_0000 | UInt32(fields.bytes[color + 2]) << 16 | UInt32(fields.bytes[color + 1]) << 8
                | UInt32(fields.bytes[color])
        }
        return start + count * entry
    }
}
