internal import FoundationEssentials
internal import WebImageCore

/// What the index knows about an entry besides its key. Times are microseconds since 1970.
struct IndexRow: Sendable, Equatable {
    /// Bits of ``flags``.
    enum Flag {
        /// Each use pushes the expiry out.
        static let sliding: Int64 = 1
        /// A server can confirm the entry, so it stays useful after its expiry.
        static let canBeConfirmed: Int64 = 2
    }

    var id: Int64
    /// The bytes of the picture.
    var size: Int
    /// The bytes that the entry takes on the disk.
    var footprint: Int
    var checksum: UInt64
    /// Tells one write of a key from the next.
    var stamp: Int64
    var created: Int64
    var accessed: Int64
    var expires: Int64?
    var lifetime: Int64?
    var flags: Int64
    /// The name of the file that holds the bytes; nil where the row does.
    var file: String?
    var metadata: [UInt8]

    /// A row of which only what stands beside the bytes matters.
    init(id: Int64, metadata: [UInt8]) {
        self.init(
            id: id, size: 0, footprint: 0, checksum: 0, stamp: 0, created: 0, accessed: 0, expires: nil, lifetime: nil,
            flags: 0, file: nil, metadata: metadata)
    }

    init(
        id: Int64, size: Int, footprint: Int, checksum: UInt64, stamp: Int64, created: Int64, accessed: Int64,
        expires: Int64?, lifetime: Int64?, flags: Int64, file: String?, metadata: [UInt8]
    ) {
        self.id = id
        self.size = size
        self.footprint = footprint
        self.checksum = checksum
        self.stamp = stamp
        self.created = created
        self.accessed = accessed
        self.expires = expires
        self.lifetime = lifetime
        self.flags = flags
        self.file = file
        self.metadata = metadata
    }

    var isSliding: Bool { flags & Flag.sliding != 0 }

    /// The number of a key's row: the same in every process.
    static func id(of key: String) -> Int64 {
        var key = key
        return key.withUTF8 { Int64(bitPattern: Checksum.of(UnsafeRawBufferPointer($0))) }
    }
}

extension IndexRow {
    /// Counts what an entry takes that sits in the row itself.
    mutating func setFootprint(inline size: Int, key: String) { footprint = size + metadata.count + key.utf8.count }

    /// Takes over what ``CacheMetadata`` says about time.
    mutating func setTimes(of metadata: CacheMetadata) {
        expires = metadata.expires.map { Microseconds.of($0) }
        lifetime = metadata.lifetime.map { Microseconds.of(seconds: $0) }
        flags = 0
        if metadata.isSliding { flags |= Flag.sliding }
        if metadata.etag != nil || metadata.lastModified != nil { flags |= Flag.canBeConfirmed }
    }

    /// Whether the entry's own time is up, or nobody has used it for `maximumAge` microseconds.
    func isExpired(at now: Int64, maximumAge: Int64?) -> Bool {
        if let expires, expires <= now { return true }
        if let maximumAge, accessed <= now - maximumAge { return true }
        return false
    }
}
