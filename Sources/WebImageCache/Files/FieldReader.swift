/// Walks over tagged fields; ends at the first that isn't whole.
struct FieldReader {
    struct Field {
        let tag: UInt8
        let value: ArraySlice<UInt8>

        var text: String { String(decoding: value, as: UTF8.self) }

        var number: Int64? {
            guard value.count == 8 else { return nil }
            return value.reversed().reduce(0) { $0 << 8 | Int64($1) }
        }

        var pair: (name: String, value: String)? {
            var reader = FieldReader(value)
            guard let name = reader.next(), let value = reader.next() else { return nil }
            return (name.text, value.text)
        }
    }

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func next() -> Field? {
        guard let tag = rest.popFirst() else { return nil }
        var length = 0
        var shift = 0
        while true {
            guard let byte = rest.popFirst(), shift < 56 else { return nil }
            length |= Int(byte & 127) << shift
            shift += 7
            if byte < 128 { break }
        }
        guard length <= rest.count else { return nil }
        defer { rest = rest.dropFirst(length) }
        return Field(tag: tag, value: rest.prefix(length))
    }
}
