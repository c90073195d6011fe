/// Appends tagged fields.
struct FieldWriter {
    private(set) var bytes: [UInt8] = []

    mutating func put(_ tag: UInt8, _ value: some Collection<UInt8>) {
        bytes.append(tag)
        putLength(value.count)
        bytes.append(contentsOf: value)
    }

    mutating func put(_ tag: UInt8, _ text: String) { put(tag, text.utf8) }

    mutating func put(_ tag: UInt8, _ number: Int64) { put(tag, withUnsafeBytes(of: number.littleEndian, Array.init)) }

    mutating func put(_ tag: UInt8, name: String, value: String) {
        var pair = FieldWriter()
        pair.put(0, name)
        pair.put(0, value)
        put(tag, pair.bytes)
    }

    private mutating func putLength(_ length: Int) {
        var rest = length
        while rest > 127 {
            bytes.append(UInt8(truncatingIfNeeded: rest & 127) | 128)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
