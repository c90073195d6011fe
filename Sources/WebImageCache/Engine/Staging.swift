internal import FoundationEssentials
internal import WebImageCore

/// What callers have asked for and the index doesn't hold yet. Reads look here first.
struct Staging {
    /// The newest state of a key among the operations under way.
    struct Staged {
        /// The operation that set it: an older one that comes later does nothing.
        var generation: Int
        /// The entry, or nil where the key was removed.
        var entry: CacheEntry?
        /// Operations under way for the key; the record goes with the last.
        var operations: Int
    }

    /// A use of an entry that the index doesn't know of yet.
    struct Touch {
        /// The write of the entry that was used: a newer one has times of its own.
        var stamp: Int64
        var accessed: Int64
        var expires: Int64?
    }

    /// What a look at the staged operations says about a key.
    enum Answer {
        case entry(CacheEntry)
        case removed
        case unknown
    }

    private var generation = 0
    private var keys: [CacheKey: Staged] = [:]
    private var pendingClears = 0
    private(set) var pendingBytes = 0
    private var waiting: [(bytes: Int, continuation: CheckedContinuation<Void, Never>)] = []

    var queue: [WriteOperation] = []
    var isDraining = false
    /// Uses that no transaction has taken yet.
    private var touches: [Int64: Touch] = [:]
    /// Uses that a transaction is writing: no read may miss them before it holds.
    private var touchesUnderWay: [Int64: Touch] = [:]
    /// Whether somebody sleeps until the uses are due.
    private var isFlushScheduled = false
    var isCheckpointing = false
    /// When entries past their time are looked for next; nil before the first writing.
    var nextSweep: Duration?
    var isFailing = false

    func answer(for key: CacheKey) -> Answer {
        if let staged = keys[key] { return staged.entry.map(Answer.entry) ?? .removed }
        return pendingClears > 0 ? .removed : .unknown
    }

    /// Makes an entry visible to reads, and counts it against the bytes that may wait.
    mutating func stage(_ entry: CacheEntry?, for key: CacheKey) -> Int {
        generation += 1
        keys[key] = Staged(generation: generation, entry: entry, operations: (keys[key]?.operations ?? 0) + 1)
        return generation
    }

    /// Replaces the metadata of an entry under way.
    mutating func restage(_ metadata: CacheMetadata, for key: CacheKey) { keys[key]?.entry?.metadata = metadata }

    mutating func stageRemoval(url: String) {
        generation += 1
        for (key, staged) in keys where staged.entry?.metadata.url == url || key.string == url {
            keys[key] = Staged(generation: generation, entry: nil, operations: staged.operations)
        }
    }

    mutating func stageClear() {
        generation += 1
        pendingClears += 1
        touches = [:]
        touchesUnderWay = [:]
        for (key, staged) in keys {
            keys[key] = Staged(generation: generation, entry: nil, operations: staged.operations)
        }
    }

    var hasTouches: Bool { !touches.isEmpty }

    /// All uses that the index may not know of.
    var allTouches: [Int64: Touch] { touches.merging(touchesUnderWay) { newer, _ in newer } }

    func touch(_ id: Int64) -> Touch? { touches[id] ?? touchesUnderWay[id] }

    /// Notes a use; true where nobody sees to its being written.
    mutating func note(_ touch: Touch, _ id: Int64) -> Bool {
        touches[id] = touch
        defer { isFlushScheduled = true }
        return !isFlushScheduled
    }

    /// What the next transaction is to write.
    mutating func takeTouches() -> [Int64: Touch] {
        touchesUnderWay = touches
        touches = [:]
        return touchesUnderWay
    }

    /// The time of a scheduled flush has come; true where there is something to write.
    mutating func flushIsDue() -> Bool {
        isFlushScheduled = false
        return hasTouches
    }

    mutating func touchesAreWritten() { touchesUnderWay = [:] }

    /// The uses did happen: the next transaction may be able to write them.
    mutating func touchesFailed() {
        touches.merge(touchesUnderWay) { newer, _ in newer }
        touchesUnderWay = [:]
    }

    /// The entry that operation `generation` is to write, with the newest metadata; nil where a later one took its place.
    func entry(for key: CacheKey, generation: Int) -> CacheEntry? {
        guard let staged = keys[key], staged.generation == generation else { return nil }
        return staged.entry
    }

    /// An operation on a key is done, or has failed.
    mutating func unstage(_ key: CacheKey) {
        guard let staged = keys[key] else { return }
        if staged.operations > 1 { keys[key]?.operations -= 1 } else { keys[key] = nil }
    }

    mutating func clearIsDone() { pendingClears -= 1 }

    /// Whether `bytes` more may wait to be written; the first always may.
    mutating func admit(_ bytes: Int, limit: Int) -> Bool {
        guard waiting.isEmpty, pendingBytes == 0 || pendingBytes + bytes <= limit else { return false }
        pendingBytes += bytes
        return true
    }

    mutating func wait(_ bytes: Int, _ continuation: CheckedContinuation<Void, Never>) {
        waiting.append((bytes, continuation))
    }

    /// Gives back what was admitted; returns those who may go on now, first come first.
    mutating func release(_ bytes: Int, limit: Int) -> [CheckedContinuation<Void, Never>] {
        pendingBytes -= bytes
        var admitted: [CheckedContinuation<Void, Never>] = []
        while let next = waiting.first, pendingBytes == 0 || pendingBytes + next.bytes <= limit {
            pendingBytes += next.bytes
            admitted.append(next.continuation)
            waiting.removeFirst()
        }
        return admitted
    }
}

/// One change that the writing thread makes, in the order of the calls.
struct WriteOperation: Sendable {
    enum Work: Sendable {
        case store(Store)
        case update(CacheMetadata, key: CacheKey)
        case remove(key: CacheKey)
        case removeURL(String)
        /// Takes out a row whose bytes were found damaged or gone.
        case removeDamaged(id: Int64, stamp: Int64)
        case removeAll
        case removeExpired
        case trim(DiskCache.Limits)
        /// Writes the access times that wait.
        case flush
        /// Takes whole files into an index made anew.
        case adopt([FoundEntry], dataFolder: Int)
        case finishRebuilding(dataFolder: Int)
        case recount
    }

    /// An entry ready to be entered: the file, if it is one, is written.
    struct Store: Sendable {
        var key: CacheKey
        var generation: Int
        var row: IndexRow
        var data: Data
    }

    /// An entry found outside of the index.
    struct FoundEntry: Sendable {
        var key: String
        var row: IndexRow
        /// The bytes, where the row itself is to hold them.
        var data: Data?
    }

    var work: Work
    /// Called once, on the writing thread, when the change holds; the number is how many entries it concerned.
    var completion: @Sendable (Result<Int, any Error>) -> Void
}
