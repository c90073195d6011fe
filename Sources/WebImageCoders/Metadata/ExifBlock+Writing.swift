internal import FoundationEssentials

extension ExifBlock {
    /// A block that says "upright" and holds a JPEG thumbnail (CIPA DC-008, 4.5.4), without the signature.
    static func make(thumbnail: Data) -> Data {
        var data = Data("MM\0*".utf8)
        func append(_ value: Int, _ size: Int) {
            for shift in stride(from: (size - 1) * 8, through: 0, by: -8) {
                data.append(UInt8(truncatingIfNeeded: value >> shift))
            }
        }
        func appendEntry(_ tag: Int, _ type: Int, _ value: Int) {
            append(tag, 2)
            append(type, 2)
            append(1, 4)
            // A short stands in the first two of the four bytes.
            append(type == 3 ? value << 16 : value, 4)
        }
        let short = 3
        let long = 4
        let firstDirectory = 8
        let secondDirectory = firstDirectory + 2 + 12 + 4
        append(firstDirectory, 4)
        append(1, 2)
        appendEntry(274, short, 1)
        append(secondDirectory, 4)
        append(3, 2)
        appendEntry(0x0103, short, 6)
        appendEntry(0x0201, long, secondDirectory + 2 + 3 * 12 + 4)
        appendEntry(0x0202, long, thumbnail.count)
        append(0, 4)
        data.append(thumbnail)
        return data
    }
}
