internal import WebImageCore

/// One picture of an icon or cursor file, as its directory has it.
struct ICOEntry: Sendable {
    /// What the directory says; the picture itself may say something else.
    var size: PixelSize
    var bits: Int
    var data: Range<Int>

    /// The entries whose data lies inside of the file, at most 1,024.
    ///
    /// - Throws: ``WebImageError/Code/corruptImage`` where there is none.
    static func read(_ bytes: UnsafeRawBufferPointer) throws(WebImageError) -> [ICOEntry] {
        guard bytes.count >= 6 else {
            throw WebImageError(.truncated, "The icon ends inside of its directory; load it again.")
        }
        let fields = LittleEndianBytes(bytes)
        let count = min(1024, fields.word(4), (bytes.count - 6) / 16)
        let entries = (0..<count).compactMap { index -> ICOEntry? in
            let offset = 6 + index * 16
            let start = fields.unsigned(offset + 12)
            guard start >= 6 + 16, start < bytes.count else { return nil }
            func side(_ byte: UInt8) -> Int { byte == 0 ? 256 : Int(byte) }
            return ICOEntry(
                size: PixelSize(width: side(bytes[offset]), height: side(bytes[offset + 1])),
                bits: fields.word(offset + 6),
                data: start..<min(bytes.count, start + max(4, fields.unsigned(offset + 8))))
        }
        guard !entries.isEmpty else {
            throw WebImageError(.corruptImage, "The icon file holds no picture.")
        }
        return entries
    }

    /// The entries from the best to the worst for a thumbnail: the smallest that needn't be enlarged, else the largest.
    static func ranked(_ entries: [ICOEntry], for thumbnail: ThumbnailSize?) -> [ICOEntry] {
        let largestFirst = entries.sorted { ($0.area, $0.bits) > ($1.area, $1.bits) }
        guard let thumbnail, let largest = largestFirst.first else { return largestFirst }
        let wanted = thumbnail.plan(for: largest.size).scaled
        let enough = largestFirst.filter { $0.size.width >= wanted.width && $0.size.height >= wanted.height }
        guard let smallest = enough.last?.area else { return largestFirst }
        // Of several with the same size the deepest still comes first.
        let best = enough.filter { $0.area == smallest }
        return best + largestFirst.filter { $0.area != smallest }
    }

    private var area: Int { size.width * size.height }
}
