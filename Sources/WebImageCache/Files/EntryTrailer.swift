internal import FoundationEssentials
internal import WebImageCore

/// What stands behind the bytes of an entry file: all that the index says about it, so that a lost index can be made
/// anew from the files.
///
/// Layout: tagged fields, then 48 bytes: magic, picture length, picture checksum, stamp, length of the fields, checksum of all of this.
/// The picture's own bytes come first and as they are, so any program can look at the file.
struct EntryTrailer: Sendable, Equatable {
    static let footerSize = 48
    private static let magic = UInt64(littleEndian: 0x3165_6863_6143_4957)  // "WICache1"
    /// No metadata is larger than this.
    private static let maximumFieldsSize = 1 << 24

    private enum Tag: UInt8 {
        case key = 1
        case created, metadata
    }

    var key: String
    var size: Int
    var checksum: UInt64
    var stamp: Int64
    var created: Int64
    var metadata: [UInt8]

    var encoded: [UInt8] {
        var writer = FieldWriter()
        writer.put(Tag.key.rawValue, key)
        writer.put(Tag.created.rawValue, created)
        writer.put(Tag.metadata.rawValue, metadata)
        var bytes = writer.bytes
        let fieldsSize = bytes.count
        for number in [Self.magic, UInt64(size), checksum, UInt64(bitPattern: stamp), UInt64(fieldsSize)] {
            withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
        }
        let own = bytes.withUnsafeBytes { Checksum.of($0) }
        withUnsafeBytes(of: own.littleEndian) { bytes.append(contentsOf: $0) }
        return bytes
    }

    /// The length of the fields before a footer, or nil where `footer` is none.
    static func fieldsSize(footer: [UInt8]) -> Int? {
        guard footer.count == footerSize, number(footer, 0) == magic, let size = Int(exactly: number(footer, 4)),
            size <= maximumFieldsSize
        else { return nil }
        return size
    }

    init(key: String, row: IndexRow) {
        self.key = key
        size = row.size
        checksum = row.checksum
        stamp = row.stamp
        created = row.created
        metadata = row.metadata
    }

    /// Reads fields and footer of a file of `fileSize` bytes; nil where they are damaged or belong to another length.
    init?(_ bytes: [UInt8], fileSize: Int) {
        guard bytes.count >= Self.footerSize else { return nil }
        let footer = Array(bytes.suffix(Self.footerSize))
        guard Self.fieldsSize(footer: footer) == bytes.count - Self.footerSize,
            Self.number(footer, 5)
                == bytes.withUnsafeBytes({ Checksum.of(UnsafeRawBufferPointer(rebasing: $0.dropLast(8))) }),
            let size = Int(exactly: Self.number(footer, 1)), size == fileSize - bytes.count
        else { return nil }
        self.size = size
        checksum = Self.number(footer, 2)
        stamp = Int64(bitPattern: Self.number(footer, 3))
        var key: String?
        var created: Int64?
        metadata = []
        var reader = FieldReader(bytes.dropLast(Self.footerSize))
        while let field = reader.next() {
            switch Tag(rawValue: field.tag) {
            case .key: key = field.text
            case .created: created = field.number
            case .metadata: metadata = Array(field.value)
            case nil: break
            }
        }
        guard let key, let created else { return nil }
        self.key = key
        self.created = created
    }

    private static func number(_ footer: [UInt8], _ index: Int) -> UInt64 {
        footer[index * 8..<index * 8 + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
