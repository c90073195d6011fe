internal import Glibc
public import WebImageCore

extension DiskCache {
    /// What a disk cache may take, and how it works.
    public struct Configuration: Sendable {
        /// What may be kept; can be changed while the cache runs.
        public var limits = Limits()

        /// Entries up to this size in bytes sit in the index, larger ones are files; 0 makes all of them files, `.max` none.
        /// May differ from one run to the next.
        public var inlineThreshold = 20 * 1024

        /// How many bytes may wait to be written; a store beyond that waits until earlier ones are done.
        public var maximumPendingBytes = 64 * 1024 * 1024

        /// Folders of other disk caches that are read where this one has nothing, and never written, in order.
        public var additionalFolders: [String] = []

        /// How often entries past their time are looked for while the cache is in use.
        public var sweepInterval = Duration.seconds(60)

        /// How long the times of reads may wait before they are written together.
        public var accessTimeDelay = Duration.seconds(5)

        /// Called when the cache begins to fail, once until it has worked again; on a thread of the cache.
        public var onFailure: (@Sendable (WebImageError) -> Void)?

        /// The clock that entries age by. Default: the machine's.
        public var timeSource: any TimeSource = .system

        /// The bytes still free on the file system of a folder; tests put their own here.
        package var freeSpace: @Sendable (String) -> Int? = { Files.freeSpace(at: $0) }

        /// Makes a configuration with all defaults.
        public init() {}
    }

    /// What a disk cache keeps at most.
    public struct Limits: Sendable, Equatable {
        /// Bytes on the disk, nil for no limit. Beyond it, the entries used longest ago go until
        /// ``lowWaterMark`` of it is left.
        public var maximumBytes: Int? = 500 * 1000 * 1000

        /// Entries, nil for no limit.
        public var maximumCount: Int?

        /// How long an entry stays that nobody uses, nil for ever.
        public var maximumAge: Duration? = .seconds(7 * 24 * 3600)

        /// Bytes that stay free on the file system; below it, the entries used longest ago go. 0 for none.
        public var minimumFreeBytes = 0

        /// The part of ``maximumBytes`` and ``maximumCount`` that is left after they were exceeded, 0…1.
        public var lowWaterMark = 0.8

        /// Makes limits of 500 MB and 7 days without use.
        public init() {}

        /// No limit at all.
        public static var unlimited: Limits {
            var limits = Limits()
            limits.maximumBytes = nil
            limits.maximumAge = nil
            return limits
        }
    }

    /// `$XDG_CACHE_HOME/webimage`, or `~/.cache/webimage` where that isn't set (XDG Base Directory Specification).
    public static var defaultPath: String {
        // The specification says that a relative path is to be ignored.
        if let folder = environment("XDG_CACHE_HOME"), folder.hasPrefix("/") { return folder + "/webimage" }
        if let home = environment("HOME"), home.hasPrefix("/") { return home + "/.cache/webimage" }
        return "/tmp/webimage-\(getuid())"
    }

    private static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
