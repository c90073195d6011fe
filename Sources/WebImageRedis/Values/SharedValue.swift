#if Redis
    internal import FoundationEssentials
    internal import WebImageCache
    internal import WebImageCore

    /// What stands in the server under a key: a picture with its metadata, or how loading it failed.
    ///
    /// Layout, numbers with the low byte first: magic (4 bytes), version (1), kind (1), length of the key (2), length
    /// of the metadata (4), length of the payload (4), time of storing in ms (8), checksum of the payload (8); then
    /// key, metadata, a checksum (8) of everything before it, and the payload. A value that was cut, changed or
    /// written by another program, or that belongs to another key, is no value.
    struct SharedValue {
        enum Kind: UInt8 {
            case picture = 1
            /// The payload is a ``SharedFailure``.
            case failure
            /// The machine that loaded it could not share the outcome: all others go on by themselves.
            case notShared
        }

        /// In keys too, so that releases that write another form don't disturb each other.
        static let version: UInt8 = 1
        private static let magic: UInt32 = 0x6952_4957  // "WIRi"
        private static let headSize = 32

        var kind: Kind
        var metadata: CacheMetadata
        var payload: Data
        /// When it was stored, in milliseconds since 1970.
        var stored: Int64

        init(kind: Kind, metadata: CacheMetadata = CacheMetadata(), payload: Data, stored: Date) {
            self.kind = kind
            self.metadata = metadata
            self.payload = payload
            self.stored = Int64((stored.timeIntervalSince1970 * 1000).rounded())
        }

        /// The bytes for the server, or nil where a part is too long for them.
        func encoded(key: String) -> [UInt8]? {
            let fields = MetadataCoding.encode(metadata, key: key)
            guard let keyLength = UInt16(exactly: key.utf8.count), let fieldsLength = UInt32(exactly: fields.count),
                let length = UInt32(exactly: payload.count)
            else { return nil }
            var bytes: [UInt8] = []
            bytes.reserveCapacity(Self.headSize + key.utf8.count + fields.count + 8 + payload.count)
            func append(_ number: some FixedWidthInteger) {
                withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
            }
            append(Self.magic)
            bytes.append(Self.version)
            bytes.append(kind.rawValue)
            append(keyLength)
            append(fieldsLength)
            append(length)
            append(stored)
            append(payload.withUnsafeBytes { Checksum.of($0) })
            bytes.append(contentsOf: key.utf8)
            bytes += fields
            append(bytes.withUnsafeBytes { Checksum.of($0) })
            payload.withUnsafeBytes { bytes.append(contentsOf: $0) }
            return bytes
        }

        /// Reads the bytes for `key`; the payload is not copied.
        init?(_ bytes: RedisBytes, key: String) {
            let parts = bytes.withUnsafeBytes { Self.parts(of: $0, key: key) }
            guard let parts else { return nil }
            kind = parts.kind
            metadata = MetadataCoding.decode(parts.metadata, key: key)
            stored = parts.stored
            payload = parts.offset == bytes.count ? Data() : bytes.data(from: parts.offset)
        }

        private static func parts(
            of bytes: UnsafeRawBufferPointer, key: String
        ) -> (kind: Kind, metadata: [UInt8], stored: Int64, offset: Int)? {
            func number<Number: FixedWidthInteger>(_ offset: Int, as type: Number.Type) -> Number {
                Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
            }
            guard bytes.count >= headSize + 8, number(0, as: UInt32.self) == magic, bytes[4] == version,
                let kind = Kind(rawValue: bytes[5])
            else { return nil }
            let fieldsStart = headSize + Int(number(6, as: UInt16.self))
            let fieldsEnd = fieldsStart + Int(number(8, as: UInt32.self))
            let offset = fieldsEnd + 8
            guard offset <= bytes.count, bytes.count - offset == Int(number(12, as: UInt32.self)),
                number(fieldsEnd, as: UInt64.self)
                    == Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[..<fieldsEnd])),
                number(24, as: UInt64.self) == Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[offset...])),
                bytes[headSize..<fieldsStart].elementsEqual(key.utf8)
            else { return nil }
            return (kind, Array(bytes[fieldsStart..<fieldsEnd]), number(16, as: Int64.self), offset)
        }
    }
#endif
