internal import FoundationEssentials
internal import WebImageCore

/// An EXIF block, read as far as decoders need it (CIPA DC-008). Bounded: no offset leads outside of the data or in
/// circles.
struct ExifBlock {
    private let data: Data
    private let isLittleEndian: Bool

    /// - Parameter data: The TIFF structure, with or without `Exif\0\0` before it; nil where it is none.
    init?(_ data: Data) {
        var data = data
        if data.starts(with: Self.signature) { data = data.dropFirst(Self.signature.count) }
        // Indices from zero make the offsets of the block indices.
        self.data = Data(data)
        guard self.data.count >= 8 else { return nil }
        switch (self.data[0], self.data[1]) {
        case (0x49, 0x49): isLittleEndian = true
        case (0x4D, 0x4D): isLittleEndian = false
        default: return nil
        }
        guard unsigned(at: 2, 2) == 42 else { return nil }
    }

    static let signature = Data([0x45, 0x78, 0x69, 0x66, 0, 0])

    /// Tag 274 of the first directory; nil where it is missing or not one of the eight.
    var orientation: ImageOrientation? {
        guard let directory = unsigned(at: 4, 4), let value = entry(274, in: directory) else { return nil }
        return ImageOrientation(rawValue: value)
    }

    /// The JPEG file that the second directory holds.
    var thumbnail: Data? {
        guard let first = unsigned(at: 4, 4), let count = unsigned(at: first, 2),
            let second = unsigned(at: first + 2 + count * 12, 4), second > 0,
            let offset = entry(0x0201, in: second), let length = entry(0x0202, in: second),
            length > 0, offset <= data.count, length <= data.count - offset
        else { return nil }
        return data.subdata(in: offset..<offset + length)
    }

    /// The block, without the signature, saying "upright": for pixels that have been turned already.
    var upright: Data {
        guard let directory = unsigned(at: 4, 4), let entry = place(of: 274, in: directory), entry.size == 2 else {
            return data
        }
        var copy = data
        copy[entry.offset + (isLittleEndian ? 0 : 1)] = 1
        copy[entry.offset + (isLittleEndian ? 1 : 0)] = 0
        return copy
    }

    /// The value of a tag that is one short or long.
    private func entry(_ tag: Int, in directory: Int) -> Int? {
        place(of: tag, in: directory).flatMap { unsigned(at: $0.offset, $0.size) }
    }

    /// Where the value of a tag stands that is one short or long; nil where the tag is missing, cut or of another type.
    private func place(of tag: Int, in directory: Int) -> (offset: Int, size: Int)? {
        guard let count = unsigned(at: directory, 2) else { return nil }
        for index in 0..<count {
            let offset = directory + 2 + index * 12
            guard let found = unsigned(at: offset, 2) else { return nil }
            guard found == tag else { continue }
            guard let type = unsigned(at: offset + 2, 2), let length = unsigned(at: offset + 4, 4), length >= 1,
                type == 3 || type == 4, unsigned(at: offset + 8, 4) != nil
            else { return nil }
            return (offset + 8, type == 3 ? 2 : 4)
        }
        return nil
    }

    private func unsigned(at offset: Int, _ size: Int) -> Int? {
        guard offset >= 0, offset <= data.count - size else { return nil }
        var value = 0
        for index in 0..<size {
            let byte = Int(data[offset + (isLittleEndian ? size - 1 - index : index)])
            value = value << 8 | byte
        }
        return value
    }
}
