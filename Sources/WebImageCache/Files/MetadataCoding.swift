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
