internal import FoundationEssentials

/// The connection that writes, with its statements; the writing thread alone uses it.
///
/// Every change happens inside ``transaction(_:)``, which keeps the totals right in the same transaction.
final class IndexWriter {
    /// What a removed or replaced row has left behind.
    struct Removed: Sendable {
        var footprint: Int
        /// The file to delete once the transaction holds.
        var file: String?
    }

    /// An entry taken out because of a limit.
    private struct Victim {
        var id: Int64
        var removed: Removed
    }

    let database: SQLiteDatabase
    private let begin: SQLiteStatement
    private let commit: SQLiteStatement
    private let findTotals: SQLiteStatement
    private let writeTotals: SQLiteStatement
    private let find: SQLiteStatement
    private let insert: SQLiteStatement
    private let delete: SQLiteStatement
    private let touch: SQLiteStatement
    private let oldest: SQLiteStatement

    /// How many pages wait in the write-ahead log; written by SQLite's hook inside of a commit, on the thread of this writer.
    private let logPages = UnsafeMutablePointer<Int32>.allocate(capacity: 1)

    /// The sums as they will be after the running transaction.
    private(set) var totals = IndexTotals()

    init(_ database: SQLiteDatabase) throws {
        self.database = database
        database.keepsLogOnClose(true)
        begin = try database.prepare("BEGIN IMMEDIATE")
        commit = try database.prepare("COMMIT")
        findTotals = try database.prepare(
            "SELECT entries, bytes, inline_entries, is_rebuilding, data_folder FROM totals WHERE id = 1")
        writeTotals = try database.prepare(
            """
            UPDATE totals SET entries = ?, bytes = ?, inline_entries = ?, is_rebuilding = ?, data_folder = ?
            WHERE id = 1
            """)
        find = try database.prepare("SELECT footprint, file, stamp FROM entries WHERE id = ?")
        insert = try database.prepare(
            """
            INSERT OR REPLACE INTO entries(id, key, url_id, size, footprint, checksum, stamp, created, accessed,
              expires, lifetime, flags, file, metadata, data) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        delete = try database.prepare("DELETE FROM entries WHERE id = ?")
        touch = try database.prepare(
            """
            UPDATE entries SET accessed = max(accessed, ?2), expires = coalesce(max(expires, ?3), ?3, expires)
            WHERE id = ?1 AND stamp = ?4
            """)
        oldest = try database.prepare("SELECT id, footprint, file FROM entries ORDER BY accessed LIMIT 64")
        logPages.initialize(to: 0)
        try readTotals()
        database.onCommit(countingPagesAt: logPages)
    }

    deinit {
        database.onCommit(countingPagesAt: nil)
        logPages.deallocate()
    }

    /// How many pages wait in the write-ahead log.
    var pagesInLog: Int { Int(logPages.pointee) }

    /// Runs `body` in one transaction: all of it holds, or nothing.
    func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        try begin.run()
        do {
            try readTotals()
            let before = totals
            let result = try body()
            if totals != before {
                writeTotals.bind(1, totals.entries)
                writeTotals.bind(2, totals.bytes)
                writeTotals.bind(3, totals.inlineEntries)
                writeTotals.bind(4, totals.isRebuilding ? 1 : 0)
                writeTotals.bind(5, totals.dataFolder)
                try writeTotals.run()
            }
            try commit.run()
            return result
        } catch {
            // A full disk may have ended the transaction already.
            if database.isInTransaction { try? database.execute("ROLLBACK") }
            throw error
        }
    }

    /// Puts a row in, in the place of the one with its number.
    func put(_ row: IndexRow, key: String, urlID: Int64?, data: Data?) throws -> Removed? {
        let replaced = try removedRow(row.id)
        insert.bind(1, row.id)
        try insert.bind(2, text: key)
        insert.bind(3, urlID)
        insert.bind(4, row.size)
        insert.bind(5, row.footprint)
        insert.bind(6, Int64(bitPattern: row.checksum))
        insert.bind(7, row.stamp)
        insert.bind(8, row.created)
        insert.bind(9, row.accessed)
        insert.bind(10, row.expires)
        insert.bind(11, row.lifetime)
        insert.bind(12, row.flags)
        try insert.bind(13, text: row.file)
        try row.metadata.withUnsafeBytes { try insert.bind(14, blob: $0) }
        if let data {
            try data.withUnsafeBytes { try insert.bind(15, blob: $0) }
        } else {
            try insert.bind(15, blob: nil)
        }
        try insert.run()
        totals.entries += 1
        totals.bytes += row.footprint
        if row.file == nil { totals.inlineEntries += 1 }
        return replaced
    }

    /// What the row with this number holds; nil where there is none.
    func kept(_ id: Int64) throws -> Removed? {
        defer { find.reset() }
        find.bind(1, id)
        return try find.step() ? Removed(footprint: Int(find.number(0)), file: find.text(1)) : nil
    }

    /// Takes a row out.
    ///
    /// - Parameter stamp: Where given, only the write with this stamp is taken out, not one that came after it.
    func remove(_ id: Int64, stamp: Int64? = nil) throws -> Removed? {
        if let stamp {
            defer { find.reset() }
            find.bind(1, id)
            guard try find.step(), find.number(2) == stamp else { return nil }
        }
        guard let removed = try removedRow(id) else { return nil }
        delete.bind(1, id)
        try delete.run()
        return removed
    }

    /// Takes a row out of the totals, and says what it held.
    private func removedRow(_ id: Int64) throws -> Removed? {
        let removed = try kept(id)
        if let removed { forget(removed) }
        return removed
    }

    private func forget(_ removed: Removed) {
        totals.entries -= 1
        totals.bytes -= removed.footprint
        if removed.file == nil { totals.inlineEntries -= 1 }
    }

    /// The numbers of the rows that came from a URL under another key than the URL itself.
    func ids(urlID: Int64) throws -> [Int64] {
        let statement = try database.prepare("SELECT id FROM entries WHERE url_id = ?")
        statement.bind(1, urlID)
        var ids: [Int64] = []
        while try statement.step() { ids.append(statement.number(0)) }
        return ids
    }

    /// Writes the time of the last use, and the new expiry where a use pushes it out.
    func touch(_ id: Int64, _ use: Staging.Touch) throws {
        touch.bind(1, id)
        touch.bind(2, use.accessed)
        touch.bind(3, use.expires)
        touch.bind(4, use.stamp)
        try touch.run()
    }

    /// Replaces what stands beside the bytes; false where there is no such entry.
    func update(_ id: Int64, key: String, urlID: Int64?, row: IndexRow) throws -> Bool {
        let statement = try database.prepare(
            """
            UPDATE entries SET url_id = ?3, expires = ?4, lifetime = ?5, flags = ?6, metadata = ?7
            WHERE id = ?1 AND key = ?2
            """)
        statement.bind(1, id)
        try statement.bind(2, text: key)
        statement.bind(3, urlID)
        statement.bind(4, row.expires)
        statement.bind(5, row.lifetime)
        statement.bind(6, row.flags)
        try row.metadata.withUnsafeBytes { try statement.bind(7, blob: $0) }
        try statement.run()
        return database.changes > 0
    }

    /// Takes out the entries used longest ago until `isEnough` says so. O(evicted · log entries).
    func evict(until isEnough: (IndexTotals) -> Bool, _ evicted: (Removed) -> Void) throws {
        while !isEnough(totals) {
            var victims: [Victim] = []
            while try oldest.step() {
                let removed = Removed(footprint: Int(oldest.number(1)), file: oldest.text(2))
                victims.append(Victim(id: oldest.number(0), removed: removed))
            }
            oldest.reset()
            guard !victims.isEmpty else { return }
            for victim in victims where !isEnough(totals) {
                delete.bind(1, victim.id)
                try delete.run()
                forget(victim.removed)
                evicted(victim.removed)
            }
        }
    }

    /// Takes out what is past its time. O(removed · log entries).
    ///
    /// An entry past its own expiry stays where a server could confirm it: it saves a transfer.
    func removeExpired(at now: Int64, maximumAge: Int64?, _ evicted: (Removed) -> Void) throws {
        var victims: [Victim] = []
        func collect(_ condition: String, _ limit: Int64) throws {
            let statement = try database.prepare("SELECT id, footprint, file FROM entries WHERE \(condition)")
            statement.bind(1, limit)
            while try statement.step() {
                let removed = Removed(footprint: Int(statement.number(1)), file: statement.text(2))
                victims.append(Victim(id: statement.number(0), removed: removed))
            }
        }
        try collect("expires <= ? AND flags & \(IndexRow.Flag.canBeConfirmed) = 0", now)
        if let maximumAge { try collect("accessed <= ?", now - maximumAge) }
        for victim in victims {
            delete.bind(1, victim.id)
            try delete.run()
            // A row may satisfy both conditions.
            guard database.changes > 0 else { continue }
            forget(victim.removed)
            evicted(victim.removed)
        }
    }

    /// Brings times that lie ahead back to now: after the clock was set back, nothing may live for ever.
    func pullBackTimes(to now: Int64) throws {
        let accessed = try database.prepare("UPDATE entries SET accessed = ?1 WHERE accessed > ?1")
        accessed.bind(1, now)
        try accessed.run()
        let expires = try database.prepare(
            "UPDATE entries SET expires = ?1 + lifetime WHERE expires > ?1 AND lifetime > 0 AND expires > ?1 + lifetime"
        )
        expires.bind(1, now)
        try expires.run()
    }

    /// Takes all rows out, and begins a new data folder. O(pages).
    func removeAll() throws {
        try database.execute("DELETE FROM entries")
        if totals.isRebuilding { try forgetRemovals() }
        totals = IndexTotals(dataFolder: totals.dataFolder + 1)
    }

    /// Marks the taking in of entries as done.
    func finishRebuilding() throws {
        guard totals.isRebuilding else { return }
        totals.isRebuilding = false
        try forgetRemovals()
    }

    /// Reads the totals as they are in the index.
    private func readTotals() throws {
        defer { findTotals.reset() }
        guard try findTotals.step() else { throw SQLiteError.missingTotals }
        totals = IndexTotals(
            entries: Int(findTotals.number(0)), bytes: Int(findTotals.number(1)),
            inlineEntries: Int(findTotals.number(2)), isRebuilding: findTotals.number(3) != 0,
            dataFolder: Int(findTotals.number(4)))
    }

    /// Makes the totals right from the rows. O(entries).
    func recount() throws {
        try database.execute(IndexSchema.recount)
        // What else the running transaction has changed isn't in the index yet.
        let (isRebuilding, dataFolder) = (totals.isRebuilding, totals.dataFolder)
        try readTotals()
        (totals.isRebuilding, totals.dataFolder) = (isRebuilding, dataFolder)
    }

    /// Moves the write-ahead log into the database.
    ///
    /// - Parameter truncates: Whether the log's file shrinks too, and free pages go back to the file system; waits for
    ///   readers. Does less, without an error, where somebody is in the way.
    func checkpoint(truncates: Bool) throws(SQLiteError) {
        guard truncates else {
            try database.execute("PRAGMA wal_checkpoint(PASSIVE)")
            return
        }
        do {
            try database.execute("PRAGMA incremental_vacuum")
        } catch  where error.isFull {
            // It writes into the log first: there is room for that once the log is in the database.
            try emptyLog()
            try? database.execute("PRAGMA incremental_vacuum")
        }
        try emptyLog()
    }

    /// Moves the write-ahead log into the database and cuts its file: takes no room but what the database is to grow by.
    func emptyLog() throws(SQLiteError) { try database.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
}
