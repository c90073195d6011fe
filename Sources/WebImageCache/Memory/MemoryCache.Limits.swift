internal import WebImageCore

extension MemoryCache {
    /// What a memory cache keeps at most.
    public struct Limits: Sendable, Equatable {
        /// Bytes, nil for no limit. By default 15 % of the memory that this process may use, a control group's limit
        /// taken into account.
        public var maximumCost: Int? = Int(Double(MachineMemory.total) * 0.15)

        /// Pictures, nil for no limit.
        public var maximumCount: Int?

        /// The bytes beyond which a single picture isn't kept; nil: ``maximumCost``.
        public var maximumEntryCost: Int?

        /// How long a picture stays that nobody uses; nil for ever.
        public var maximumAge: Duration?

        /// How long a picture is given out after it was stored, however often it is used; nil for ever.
        public var lifetime: Duration?

        /// The part of ``maximumCost`` that is left after it was exceeded, 0…1: below 1, not every store has to evict.
        public var lowWaterMark = 0.9

        /// Makes limits of 15 % of the memory that this process may use.
        public init() {}

        /// Limits of `cost` bytes and `count` pictures.
        public init(cost: Int?, count: Int? = nil) {
            maximumCost = cost
            maximumCount = count
        }

        /// No limit at all.
        public static var unlimited: Limits { Limits(cost: nil) }

        var largestEntryCost: Int { min(maximumEntryCost ?? .max, maximumCost ?? .max) }

        var hasDeadlines: Bool { maximumAge != nil || lifetime != nil }
    }

    /// What a memory cache holds and how it was used since it was made.
    public struct Statistics: Sendable, Equatable {
        /// The bytes of all pictures.
        public var cost: Int
        /// How many pictures there are.
        public var count: Int
        /// Pictures let go of because of a limit or of pressure.
        public var evictions: Int
        /// Questions that were answered with a picture.
        public var hits = 0
        /// Questions that were not.
        public var misses = 0
    }
}
