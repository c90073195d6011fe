internal import FoundationEssentials

/// A connection that only reads, with its statements; one thread uses it at a time.
final class IndexReader {
    /// A row, and the bytes where it holds them itself.
    struct Found: Sendable {
        var row: IndexRow
        var data: Data?
    }

    static let columns = """
        size, footprint, checksum, stamp, created, accessed, expires, lifetime, flags, file, metadata, id, key
        """

    let database: SQLiteDatabase
    private let find: SQLiteStatement
    private let findWithData: SQLiteStatement

    /// Opens the index at `path` as another connection keeps it.
    convenience init(path: String) throws {
        try self.init(SQLiteDatabase(path: path), versions: IndexSchema.version...IndexSchema.version)
        try database.execute("PRAGMA wal_autocheckpoint = 0")
    }

    /// Opens an index that is never written: where its folder can't be written either, SQLite is told that nobody does.
    convenience init(readOnly path: String, isImmutable: Bool) throws {
        let escaped = path.replacing("%", with: "%25").replacing("?", with: "%3f").replacing("#", with: "%23")
        let uri = "file:\(escaped)?\(isImmutable ? "immutable=1" : "mode=ro")"
        try self.init(SQLiteDatabase(path: uri, isReadOnly: true), versions: IndexSchema.readableVersions)
    }

    private init(_ database: SQLiteDatabase, versions: ClosedRange<Int64>) throws {
        guard let version = try database.number("PRAGMA user_version"), versions.contains(version) else {
            throw IndexError.notPrepared
        }
        self.database = database
        database.keepsLogOnClose(true)
        find = try database.prepare("SELECT \(Self.columns) FROM entries WHERE id = ?")
        findWithData = try database.prepare("SELECT \(Self.columns), data FROM entries WHERE id = ?")
    }

    /// The row of `key`. O(log entries).
    ///
    /// - Parameter withData: Whether the bytes of an inline entry are wanted.
    func row(for key: String, id: Int64, withData: Bool) throws(SQLiteError) -> Found? {
        let statement = withData ? findWithData : find
        defer { statement.reset() }
        statement.bind(1, id)
        guard try statement.step(), Self.isEqual(statement.bytes(12), key) else { return nil }
        let row = Self.row(of: statement)
        guard withData, row.file == nil else { return Found(row: row, data: nil) }
        return Found(row: row, data: Data(statement.bytes(13)))
    }

    /// Up to `count` rows with their keys, in the order of their numbers, after the row `after`.
    func rows(after: Int64?, count: Int) throws(SQLiteError) -> [(key: String, row: IndexRow)] {
        let condition = after == nil ? "" : "WHERE id > ?2"
        let statement = try database.prepare("SELECT \(Self.columns) FROM entries \(condition) ORDER BY id LIMIT ?1")
        statement.bind(1, count)
        if let after { statement.bind(2, after) }
        var rows: [(key: String, row: IndexRow)] = []
        while try statement.step() { rows.append((statement.text(12) ?? "", Self.row(of: statement))) }
        return rows
    }

    /// The names of the files that entries have, of those in `names`.
    func files(of ids: [(id: Int64, name: String)]) throws(SQLiteError) -> Set<String> {
        var known: Set<String> = []
        let statement = try database.prepare("SELECT 1 FROM entries WHERE id = ? AND file = ?")
        for (id, name) in ids {
            statement.bind(1, id)
            try statement.bind(2, text: name)
            if try statement.step() { known.insert(name) }
            statement.reset()
        }
        return known
    }

    /// Sums that the index keeps. O(1), the oldest and newest use O(log entries).
    func totals() throws(SQLiteError) -> IndexTotals {
        let statement = try database.prepare(
            """
            SELECT entries, bytes, inline_entries, is_rebuilding, data_folder,
              (SELECT min(accessed) FROM entries), (SELECT max(accessed) FROM entries) FROM totals WHERE id = 1
            """)
        guard try statement.step() else { return IndexTotals() }
        return IndexTotals(
            entries: Int(statement.number(0)), bytes: Int(statement.number(1)), inlineEntries: Int(statement.number(2)),
            isRebuilding: statement.number(3) != 0, dataFolder: Int(statement.number(4)),
            oldestAccess: statement.optionalNumber(5), newestAccess: statement.optionalNumber(6))
    }

    /// What SQLite finds wrong with the file; nil where it is sound. O(file).
    func damage() throws(SQLiteError) -> String? {
        let answer = try database.text("PRAGMA integrity_check(1)")
        return answer == "ok" ? nil : answer ?? "no answer"
    }

    static func row(of statement: SQLiteStatement) -> IndexRow {
        IndexRow(
            id: statement.number(11), size: Int(statement.number(0)), footprint: Int(statement.number(1)),
            checksum: UInt64(bitPattern: statement.number(2)), stamp: statement.number(3),
            created: statement.number(4), accessed: statement.number(5), expires: statement.optionalNumber(6),
            lifetime: statement.optionalNumber(7), flags: statement.number(8), file: statement.text(9),
            metadata: Array(statement.bytes(10)))
    }

    private static func isEqual(_ bytes: UnsafeRawBufferPointer, _ key: String) -> Bool {
        var key = key
        return key.withUTF8 { $0.count == bytes.count && $0.elementsEqual(bytes) }
    }
}

/// The sums over all entries that the index keeps.
struct IndexTotals: Sendable, Equatable {
    var entries = 0
    var bytes = 0
    var inlineEntries = 0
    /// Whether entry files are still being taken into a new index.
    var isRebuilding = false
    /// The number of the data folder in use: one more after each clearing.
    var dataFolder = 0
    var oldestAccess: Int64?
    var newestAccess: Int64?
}
