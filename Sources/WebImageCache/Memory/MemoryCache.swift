internal import CWebImageLinux
internal import Synchronization
public import WebImageCore

/// Keeps decoded pictures in memory, those used last longest.
///
/// Every call is O(1) on average and may come from any thread. The cache is split into parts with a lock each, so threads seldom
/// meet; the order of use is one over all parts. The cost of a picture is the bytes that it holds.
public final class MemoryCache: Sendable {
    /// Many more than there are cores: a thread that meets another at a lock waits in the kernel, which costs as much as a
    /// hundred look-ups. With 16, two threads got no more out of 100,000 entries than one, and missed half as fast.
    private static let shardCount = 64
    /// More evicted pictures than this are freed on a thread of their own: it may take long.
    private static let inlineReleases = 4
    /// Evicted pictures are freed in portions of so many, so that letting go takes no memory itself.
    private static let portion = 64
    private static let sweepInterval = Duration.seconds(5).nanoseconds
    private static let releasing = WorkerPool(name: "wi-memory-free", width: 1)

    // Invariant behind `nonisolated(unsafe)`: the pointer never changes, each lock guards its own part, and the memory is freed by
    // `deinit` alone. In one block, since an array of references would count every look-up twice, atomically.
    private nonisolated(unsafe) let shards: UnsafeMutablePointer<Lock<MemoryShard>>
    private let totalCost = Atomic(0)
    private let totalCount = Atomic(0)
    private let evictions = Atomic(0)
    /// Whether entries may end by time: only then the clock is read on a hit.
    private let hasDeadlines = Atomic(false)
    /// Whether anything was evicted: only then a miss may be one that somebody still holds.
    private let hasGhosts = Atomic(false)
    private let currentLimits: Lock<Limits>
    private let evicting = Lock(())
    private let nextSweep = Lock(Int64.min)
    private let timeSource: any TimeSource
    private let keepsWeakReferences: Bool
    private let pressure = Lock<(any MemoryPressureObservation)?>(nil)

    /// Makes an empty cache.
    ///
    /// - Parameter pressureSource: Tells when the machine runs short of memory; nil: the cache never hears of it.
    public init(
        limits: Limits = Limits(), keepsWeakReferences: Bool = true,
        pressureSource: (any MemoryPressureSource)? = .system, timeSource: any TimeSource = .system
    ) {
        shards = .allocate(capacity: Self.shardCount)
        for index in 0..<Self.shardCount { (shards + index).initialize(to: Lock(MemoryShard())) }
        currentLimits = Lock(limits)
        self.timeSource = timeSource
        self.keepsWeakReferences = keepsWeakReferences
        hasDeadlines.store(limits.hasDeadlines, ordering: .relaxed)
        let observation = pressureSource?.observe { [weak self] level in self?.relieve(level) }
        pressure.withLock { $0 = observation }
    }

    deinit {
        shards.deinitialize(count: Self.shardCount)
        shards.deallocate()
    }

    /// What may be kept; a lower limit holds at once.
    public var limits: Limits {
        get { currentLimits.withLock { $0 } }
        set {
            currentLimits.withLock { $0 = newValue }
            if newValue.hasDeadlines { hasDeadlines.store(true, ordering: .relaxed) }
            holdLimits()
        }
    }

    /// The bytes that all entries hold. O(1).
    public var cost: Int { totalCost.load(ordering: .relaxed) }

    /// How many entries there are. O(1).
    public var count: Int { totalCount.load(ordering: .relaxed) }

    private func withShard<Result>(of key: CacheKey, _ body: (inout MemoryShard) -> sending Result) -> sending Result {
        shards[(key.hash >> 32) & (Self.shardCount - 1)].withLock { body(&$0) }
    }

    private var now: Int64 { timeSource.uptime.nanoseconds }

    /// The picture, which counts as a use of it; also one that was evicted but that somebody still holds.
    public func image(for key: CacheKey) -> DecodedImage? {
        let now = hasDeadlines.load(ordering: .relaxed) ? now : 0
        let ticks = wi_ticks()
        var isExpired = false
        var isAnimated = false
        let box: MemoryShard.Box? = withShard(of: key) { shard in
            guard let index = shard.find(key) else {
                shard.misses += 1
                return nil
            }
            guard shard[index].deadline > now else {
                shard.misses += 1
                isExpired = true
                return nil
            }
            shard.hits += 1
            shard.use(index, ticks: ticks)
            if let lifetime = shard[index].slidingLifetime { shard[index].deadline = Self.sum(now, lifetime) }
            isAnimated = shard[index].isAnimated
            return shard[index].box
        }
        guard let box else {
            if isExpired { removeExpired(key, now: now) }
            return hasGhosts.load(ordering: .relaxed) ? ghost(for: key) : nil
        }
        if isAnimated { updateCost(of: box, for: key) }
        return box.image
    }

    /// Frames that a source has kept since the picture was stored count too.
    private func updateCost(of box: MemoryShard.Box, for key: CacheKey) {
        let cost = box.image.memoryCost
        let growth = withShard(of: key) { shard in
            guard let index = shard.find(key), shard[index].box === box else { return 0 }
            return shard.setCost(cost, of: index)
        }
        account(cost: growth, count: 0)
        if growth > 0 { holdLimits() }
    }

    private func removeExpired(_ key: CacheKey, now: Int64) {
        let dead: MemoryShard.Node? = withShard(of: key) { shard in
            guard let index = shard.find(key), shard[index].deadline <= now else { return nil }
            return shard.remove(index)
        }
        if let dead { account(cost: -dead.cost, count: -1) }
    }

    /// An evicted picture that somebody still holds; it is kept again.
    private func ghost(for key: CacheKey) -> DecodedImage? {
        let ghost = withShard(of: key) { shard in
            let ghost = shard.ghosts.take(key)
            if ghost != nil {
                shard.misses -= 1
                shard.hits += 1
            }
            return ghost
        }
        if let ghost { store(ghost, for: key) }
        return ghost
    }

    /// Whether there is an entry; no use of it.
    public func contains(_ key: CacheKey) -> Bool {
        let now = hasDeadlines.load(ordering: .relaxed) ? now : 0
        return withShard(of: key) { shard in
            guard let index = shard.find(key) else { return false }
            return shard[index].deadline > now
        }
    }

    /// Keeps a picture, in the place of the one under this key.
    ///
    /// A picture that costs more than ``Limits/maximumEntryCost`` isn't kept.
    ///
    /// - Parameters:
    ///   - cost: The bytes that it counts for; nil: what it says itself.
    ///   - lifetime: How long it is given out; nil: what the limits say.
    public func store(_ image: DecodedImage, for key: CacheKey, cost: Int? = nil, lifetime: Duration? = nil) {
        let limits = limits
        let cost = max(0, cost ?? image.memoryCost)
        guard cost <= limits.largestEntryCost, limits.maximumCount != 0 else {
            remove(key)
            return
        }
        if lifetime != nil { hasDeadlines.store(true, ordering: .relaxed) }
        let node = MemoryShard.Node(
            key: key, box: MemoryShard.Box(image), isAnimated: image.isAnimated, cost: cost,
            deadline: deadline(lifetime ?? limits.lifetime ?? limits.maximumAge),
            slidingLifetime: lifetime == nil && limits.lifetime == nil ? limits.maximumAge?.nanoseconds : nil)
        let ticks = wi_ticks()
        let old = withShard(of: key) { shard in
            shard.ghosts.remove(key)
            return shard.insert(node, ticks: ticks)
        }
        account(cost: cost - (old?.cost ?? 0), count: old == nil ? 1 : 0)
        if hasDeadlines.load(ordering: .relaxed) { sweepIfDue() }
        if self.cost > limits.maximumCost ?? .max || count > limits.maximumCount ?? .max { holdLimits() }
    }

    /// Frees what is past its time now and then, on another thread: an entry that nobody asks for would stay.
    private func sweepIfDue() {
        let now = now
        let isDue = nextSweep.withLock { next in
            guard now >= next else { return false }
            next = now + Self.sweepInterval
            return true
        }
        if isDue { Self.releasing.submit(priority: .low) { [weak self] in self?.removeExpired() } }
    }

    private func deadline(_ lifetime: Duration?) -> Int64 {
        lifetime.map { Self.sum(now, $0.nanoseconds) } ?? .max
    }

    /// The sum of a time and a length, which may be longer than the clock counts.
    private static func sum(_ time: Int64, _ length: Int64) -> Int64 {
        let (sum, overflow) = time.addingReportingOverflow(length)
        return overflow ? .max : sum
    }

    private func account(cost: Int, count: Int) {
        totalCost.wrappingAdd(cost, ordering: .relaxed)
        if count != 0 { totalCount.wrappingAdd(count, ordering: .relaxed) }
    }

    /// Takes the picture out; it isn't found again even where somebody holds it.
    @discardableResult
    public func remove(_ key: CacheKey) -> Bool {
        let old = withShard(of: key) { shard in
            shard.ghosts.remove(key)
            return shard.find(key).map { shard.remove($0) }
        }
        guard let old else { return false }
        account(cost: -old.cost, count: -1)
        return true
    }

    /// Takes all pictures out; the memory is freed on another thread.
    public func removeAll() { empty(forgetsGhosts: true) }

    private func empty(forgetsGhosts: Bool) {
        guard forgetsGhosts || !keepsWeakReferences else {
            trim(toCost: 0)
            return
        }
        for index in 0..<Self.shardCount {
            let old = shards[index].withLock { content in
                let (hits, misses) = (content.hits, content.misses)
                account(cost: -content.cost, count: -content.count)
                let emptied = Emptied(content)
                content = MemoryShard()
                (content.hits, content.misses) = (hits, misses)
                return emptied
            }
            Self.releasing.submit(priority: .low) { old.free() }
        }
    }

    /// A part on its way to the thread that frees it.
    private final class Emptied: Sendable {
        private let shard: Lock<MemoryShard?>

        init(_ shard: consuming sending MemoryShard) { self.shard = Lock(shard) }

        func free() { shard.withLock { $0 = nil } }
    }

    /// Lets go of the pictures used longest ago until the rest costs at most `cost` bytes. O(evicted).
    public func trim(toCost cost: Int) { evict(toCost: max(0, cost), toCount: .max) }

    /// Lets go of the pictures used longest ago until at most `count` are left. O(evicted).
    public func trim(toCount count: Int) { evict(toCost: .max, toCount: max(0, count)) }

    /// Takes out what is past its time. O(entries).
    public func removeExpired() {
        let now = now
        for index in 0..<Self.shardCount {
            var isDone = false
            while !isDone {
                let dead = shards[index].withLock { $0.removeExpired(at: now, limit: Self.portion) }
                account(cost: -dead.reduce(0) { $0 + $1.cost }, count: -dead.count)
                isDone = dead.count < Self.portion
            }
        }
    }

    private func holdLimits() {
        let limits = limits
        let maximumCost = limits.maximumCost ?? .max
        let maximumCount = limits.maximumCount ?? .max
        evict(
            toCost: cost > maximumCost ? Int(Double(maximumCost) * limits.lowWaterMark) : .max,
            toCount: count > maximumCount ? maximumCount : .max)
    }

    /// Evicts in the order of use over all parts.
    private func evict(toCost: Int, toCount: Int) {
        guard cost > toCost || count > toCount else { return }
        if keepsWeakReferences { hasGhosts.store(true, ordering: .relaxed) }
        evicting.withLock { _ in
            while cost > toCost || count > toCount {
                let released = evictPortion(toCost: toCost, toCount: toCount)
                if released.isEmpty { return }
                evictions.wrappingAdd(released.count, ordering: .relaxed)
                // Freed where the array ends: here, outside of all parts' locks, or on the other thread.
                if released.count > Self.inlineReleases { Self.releasing.submit(priority: .low) { _ = released } }
            }
        }
    }

    /// Up to ``portion`` pictures, used longest ago.
    private func evictPortion(toCost: Int, toCount: Int) -> [MemoryShard.Box] {
        var released: [MemoryShard.Box] = []
        // Asked for once a portion; one that has changed since shows when its entry is to be taken.
        var ages = (0..<Self.shardCount).map { index in shards[index].withLock { $0.oldestTicks ?? .max } }
        while released.count < Self.portion, cost > toCost || count > toCount {
            guard let first = ages.indices.min(by: { ages[$0] < ages[$1] }), ages[first] < .max else { break }
            let expected = ages[first]
            let (box, age) = shards[first].withLock { shard -> (MemoryShard.Box?, UInt64) in
                guard shard.oldestTicks == expected, let node = shard.removeOldest() else {
                    return (nil, shard.oldestTicks ?? .max)
                }
                if keepsWeakReferences { shard.ghosts.insert(node.box.image, for: node.key) }
                account(cost: -node.cost, count: -1)
                return (node.box, shard.oldestTicks ?? .max)
            }
            ages[first] = age
            if let box { released.append(box) }
        }
        return released
    }

    /// Gives memory back because the machine runs short of it.
    ///
    /// Pictures that somebody else holds, such as those on screen, are found again afterwards.
    public func relieve(_ level: MemoryPressureLevel) {
        switch level {
        case .warning: trim(toCost: cost / 2)
        case .critical: empty(forgetsGhosts: false)
        }
        Self.releasing.submit(priority: .preload) { MachineMemory.returnFreeMemory() }
    }

    /// What the cache holds and how it was used.
    public var statistics: Statistics {
        var statistics = Statistics(cost: cost, count: count, evictions: evictions.load(ordering: .relaxed))
        for index in 0..<Self.shardCount {
            let (hits, misses) = shards[index].withLock { ($0.hits, $0.misses) }
            statistics.hits += hits
            statistics.misses += misses
        }
        return statistics
    }
}

extension Duration {
    /// Whole nanoseconds, cut to what fits.
    var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, isProductOver) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isSumOver) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return isProductOver || isSumOver ? (seconds > 0 ? .max / 2 : .min / 2) : sum
    }
}
