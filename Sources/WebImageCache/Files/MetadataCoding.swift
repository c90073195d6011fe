internal import FoundationEssentials
package import WebImageCore

/// The form in which an entry's metadata stands in the index, behind the bytes of a file, and in shared values.
///
/// A field is a tag byte, a length (base 128, low part first) and the value; tags that a release doesn't know are skipped.
package enum MetadataCoding {
    private enum Tag: UInt8 {
        case url = 1
        case etag, lastModified, expires, lifetime, isSliding, responseDate, header, varyingHeader, fileName, extended
        case urlIsKey
    }

    /// The bytes for `metadata`; the URL isn't written a second time where it is the key.
    package static func encode(_ metadata: CacheMetadata, key: String) -> [UInt8] {
        var writer = FieldWriter()
        if metadata.url == key {
            writer.put(Tag.urlIsKey.rawValue, [])
        } else if let url = metadata.url {
            writer.put(Tag.url.rawValue, url)
        }
        if let etag = metadata.etag { writer.put(Tag.etag.rawValue, etag) }
        if let lastModified = metadata.lastModified { writer.put(Tag.lastModified.rawValue, lastModified) }
        if let expires = metadata.expires { writer.put(Tag.expires.rawValue, Microseconds.of(expires)) }
        if let lifetime = metadata.lifetime { writer.put(Tag.lifetime.rawValue, Microseconds.of(seconds: lifetime)) }
        if metadata.isSliding { writer.put(Tag.isSliding.rawValue, []) }
        if let date = metadata.responseDate { writer.put(Tag.responseDate.rawValue, Microseconds.of(date)) }
        for (name, value) in metadata.headers { writer.put(Tag.header.rawValue, name: name, value: value) }
        for (name, value) in metadata.varyingRequestHeaders {
            writer.put(Tag.varyingHeader.rawValue, name: name, value: value)
        }
        if let fileName = metadata.fileName { writer.put(Tag.fileName.rawValue, fileName) }
        if let extended = metadata.extended { writer.put(Tag.extended.rawValue, extended) }
        return writer.bytes
    }

    /// The metadata in `bytes`; damaged bytes give what stands before the damage.
    package static func decode(_ bytes: [UInt8], key: String) -> CacheMetadata {
        var metadata = CacheMetadata()
        var reader = FieldReader(bytes[...])
        while let field = reader.next() {
            switch Tag(rawValue: field.tag) {
            case .url: metadata.url = field.text
            case .urlIsKey: metadata.url = key
            case .etag: metadata.etag = field.text
            case .lastModified: metadata.lastModified = field.text
            case .expires: metadata.expires = field.number.map(Microseconds.date)
            case .lifetime: metadata.lifetime = field.number.map { Double($0) / 1e6 }
            case .isSliding: metadata.isSliding = true
            case .responseDate: metadata.responseDate = field.number.map(Microseconds.date)
            case .header: if let pair = field.pair { metadata.headers[pair.name] = pair.value }
            case .varyingHeader: if let pair = field.pair { metadata.varyingRequestHeaders[pair.name] = pair.value }
            case .fileName: metadata.fileName = field.text
            case .extended: metadata.extended = Data(field.value)
            case nil: break
            }
        }
        return metadata
    }
}

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
