public import FoundationEssentials
public import WebImageCore

extension DiskCache {
    /// What a disk cache holds. Sums come from the index and hold for all processes; they cost the same for any size.
    public struct Statistics: Sendable, Equatable {
        /// The cache's folder.
        public var path: String
        /// How many entries there are.
        public var entries: Int
        /// Bytes on the disk, with what is kept beside the pictures.
        public var bytes: Int
        /// Entries that sit in the index.
        public var inlineEntries: Int
        /// Entries that are files.
        public var fileEntries: Int
        /// ``Limits/maximumBytes``.
        public var limitBytes: Int?
        /// ``Limits/maximumAge``.
        public var maximumAge: Duration?
        /// When the entry was used that has waited longest; nil in an empty cache.
        public var oldestAccess: Date?
        /// When an entry was used last; nil in an empty cache.
        public var newestAccess: Date?
        /// Bytes that this process has still to write.
        public var pendingBytes: Int
    }

    /// One entry, without its bytes.
    public struct Item: Sendable, Equatable {
        /// The name under which it is kept.
        public var key: CacheKey
        /// The bytes of the picture.
        public var byteCount: Int
        /// When its bytes were stored.
        public var created: Date
        /// When it was read last, to within ``Configuration/accessTimeDelay``.
        public var lastAccess: Date
        /// Whether the bytes sit in the index.
        public var isInline: Bool
        /// What is kept beside the bytes.
        public var metadata: CacheMetadata

        /// The address that the bytes came from.
        public var url: String? { metadata.url }
        /// When the entry stops being given out; nil: only the cache's own limits count.
        public var expires: Date? { metadata.expires }
    }

    /// What ``DiskCache/verify(token:)`` has found and done.
    public struct VerificationReport: Sendable, Equatable {
        /// Entries that were read.
        public var checked = 0
        /// Entries whose bytes weren't those that were written, or were gone: removed.
        public var damaged: [CacheKey] = []
        /// Files that no entry has, older than a day: removed.
        public var orphans = 0
        /// Files that no entry has, younger than a day: left, a process may be about to enter them.
        public var recentOrphans = 0
        /// Whole entry files that were taken into an index made anew.
        public var adopted = 0
        /// Whether the index was damaged and has been made anew.
        public var wasIndexRebuilt = false
        /// Whether the sums of the index were wrong and have been put right.
        public var wereTotalsWrong = false

        /// Whether something was wrong.
        public var foundProblems: Bool { !damaged.isEmpty || orphans > 0 || wasIndexRebuilt || wereTotalsWrong }

        /// Makes a report of a cache in order.
        public init() {}
    }
}
