public import WebImageCore

/// Keeps encoded pictures on the disk: small ones in an SQLite index, larger ones as files.
///
/// Several instances and several processes may use one folder at the same time. Nothing is opened before the first
/// use. Whatever happens to a process, the cache holds whole entries only: each is proven by length and checksum when
/// it is read, and one that fails is removed and is no hit.
///
/// All calls may come from any thread; none blocks the caller, but for ``blockingEntry(for:allowsExpired:)``.
public final class DiskCache: Sendable {
    let store: DiskStore

    /// Makes a cache on the folder `path`, which is made when it is first needed, readable by this user alone.
    public init(path: String = DiskCache.defaultPath, configuration: Configuration = Configuration()) {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        store = DiskStore(path: path, configuration: configuration)
    }

    deinit {
        // Times of use that wait are worth a last write; nobody waits for it.
        if store.staging.withLock({ $0.hasTouches }) { store.enqueue(.flush) }
    }

    /// The folder.
    public var path: String { store.folder.path }

    /// What may be kept; a change holds from the next write on.
    public var limits: Limits {
        get { store.limits.withLock { $0 } }
        set { store.limits.withLock { $0 = newValue } }
    }

    /// The entry, proven whole, or nil.
    ///
    /// - Parameters:
    ///   - allowsExpired: Whether an entry past its time counts too.
    ///   - priority: Urgent reads go before others.
    /// - Throws: ``WebImageError/Code/cancelled``; ``WebImageError/Code/cacheFailed`` where the folder can't be used.
    public func entry(
        for key: CacheKey, allowsExpired: Bool = false, priority: LoadPriority = .normal,
        token: CancellationToken = CancellationToken()
    ) async throws -> CacheEntry? {
        switch store.stagedAnswer(for: key, allowsExpired: allowsExpired) {
        case .entry(let entry): return entry
        case .removed: return nil
        case .unknown: break
        }
        return try await store.reading.run(priority: priority, token: token) { [store] _ in
            try store.readEntry(key, allowsExpired: allowsExpired)
        }
    }

    /// As ``entry(for:allowsExpired:priority:token:)``, on the caller's thread: never from a task.
    public func blockingEntry(for key: CacheKey, allowsExpired: Bool = false) throws -> CacheEntry? {
        switch store.stagedAnswer(for: key, allowsExpired: allowsExpired) {
        case .entry(let entry): entry
        case .removed: nil
        case .unknown: try store.readEntry(key, allowsExpired: allowsExpired)
        }
    }

    /// What is kept beside the bytes, without reading those.
    public func metadata(for key: CacheKey, allowsExpired: Bool = false) async throws -> CacheMetadata? {
        switch store.stagedAnswer(for: key, allowsExpired: allowsExpired) {
        case .entry(let entry): return entry.metadata
        case .removed: return nil
        case .unknown: break
        }
        return try await store.reading.run { [store] _ in try store.readMetadata(key, allowsExpired: allowsExpired) }
    }

    /// Whether there is an entry that isn't past its time, without reading its bytes; no use of it.
    public func contains(_ key: CacheKey) async throws -> Bool { try await metadata(for: key) != nil }

    /// Keeps bytes; returns when they are committed. A later read sees them from the call on.
    ///
    /// - Throws: ``WebImageError/Code/diskFull``; ``WebImageError/Code/cacheFailed`` where the folder can't be used, the
    ///   data is empty, or larger than the whole cache may be.
    public func store(_ entry: CacheEntry, for key: CacheKey) async throws { try await store.store(entry, for: key) }

    /// Keeps bytes that `make` gives, on a thread of the cache: for encoding what is to be kept.
    public func store(for key: CacheKey, making make: @escaping @Sendable () throws -> CacheEntry) async throws {
        let entry = try await store.filing.run { _ in try make() }
        try await store(entry, for: key)
    }

    /// Replaces what is kept beside the bytes; does nothing where there is no entry.
    public func update(_ metadata: CacheMetadata, for key: CacheKey) async throws {
        try await store.update(metadata, for: key)
    }

    /// Removes an entry and frees its disk space; does nothing where there is none.
    public func remove(_ key: CacheKey) async throws { try await store.remove(key) }

    /// Removes everything that came from `url`, under whatever key; the disk is freed.
    ///
    /// - Returns: How many entries that were.
    @discardableResult
    public func remove(url: String) async throws -> Int { try await store.remove(url: url) }

    /// Removes all entries. The files are moved away at once and deleted in the background; ``flush()`` waits for that.
    public func removeAll() async throws { try await store.removeAll() }

    /// Removes entries past their time. It happens by itself while the cache is in use.
    ///
    /// - Returns: How many entries that were.
    @discardableResult
    public func removeExpired() async throws -> Int { try await store.perform(.removeExpired) }

    /// Removes entries, those used longest ago first, until the rest keeps to all of the limits given; the disk is freed.
    public func trim(maximumBytes: Int? = nil, maximumAge: Duration? = nil, maximumCount: Int? = nil) async throws {
        var limits = Limits.unlimited
        limits.maximumBytes = maximumBytes
        limits.maximumAge = maximumAge
        limits.maximumCount = maximumCount
        _ = try await store.perform(.trim(limits))
    }

    /// What the cache holds. O(1).
    public func statistics() async throws -> Statistics {
        let totals = try await store.reading.run { [store] _ in try store.read(checks: true) { try $0.totals() } }
        let limits = limits
        return Statistics(
            path: path, entries: totals.entries, bytes: totals.bytes, inlineEntries: totals.inlineEntries,
            fileEntries: totals.entries - totals.inlineEntries, limitBytes: limits.maximumBytes,
            maximumAge: limits.maximumAge, oldestAccess: totals.oldestAccess.map(Microseconds.date),
            newestAccess: totals.newestAccess.map(Microseconds.date),
            pendingBytes: store.staging.withLock { $0.pendingBytes })
    }

    /// All entries without their bytes, in no order.
    public func list() async throws -> [Item] {
        var items: [Item] = []
        var last: Int64?
        while true {
            let after = last
            // Before the rows: a use that is written meanwhile is in one of the two.
            let touches = store.staging.withLock { $0.allTouches }
            let rows = try await store.reading.run { [store] _ in
                try store.read(checks: after == nil) { try $0.rows(after: after, count: 1000) }
            }
            guard let end = rows.last else { return items }
            last = end.row.id
            items += rows.map {
                item(key: CacheKey($0.key), row: DiskStore.row($0.row, with: touches[$0.row.id]))
            }
        }
    }

    private func item(key: CacheKey, row: IndexRow) -> Item {
        Item(
            key: key, byteCount: row.size, created: Microseconds.date(row.created),
            lastAccess: Microseconds.date(row.accessed), isInline: row.file == nil,
            metadata: store.metadata(of: row, key: key))
    }

    /// Reads every entry, repairs the index, removes damaged entries and files that no entry has. O(bytes).
    ///
    /// - Throws: ``WebImageError/Code/cancelled``; ``WebImageError/Code/cacheFailed``.
    public func verify(token: CancellationToken = CancellationToken()) async throws -> VerificationReport {
        try await store.upkeep.run(token: token) { [store] token in try store.verify(token: token) }
    }

    /// Waits until everything asked for so far is on the disk, access times too, and what was cleared is deleted.
    public func flush() async throws {
        _ = try await store.perform(.flush)
        try await store.upkeep.run(priority: .preload) { _ in }
    }

    /// Flushes and closes the index; the next use opens it again.
    public func close() async throws {
        try await flush()
        try await store.upkeep.run { [store] _ in
            store.readers.close()
            try store.gate.close()
        }
    }
}
