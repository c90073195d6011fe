internal import CWebImageSQLite
internal import Glibc

/// The tables of the index, and how one gets there from an older version.
///
/// A row's number is a hash of its key, so a look-up is one walk down one tree; the key stands beside it and is compared,
/// so two keys with one hash never share a picture (the later one replaces the earlier). Times are microseconds since
/// 1970. `totals` is kept by the same transactions that change `entries`: sizes are right for all processes, in O(1).
enum IndexSchema {
    static let version: Int64 = 3

    /// Versions whose entries can be read as they are.
    static let readableVersions: ClosedRange<Int64> = 2...3

    private static let tables = """
        CREATE TABLE entries(
          id INTEGER PRIMARY KEY,
          key TEXT NOT NULL,
          url_id INTEGER,
          size INTEGER NOT NULL,
          footprint INTEGER NOT NULL,
          checksum INTEGER NOT NULL,
          stamp INTEGER NOT NULL,
          created INTEGER NOT NULL,
          accessed INTEGER NOT NULL,
          expires INTEGER,
          lifetime INTEGER,
          flags INTEGER NOT NULL,
          file TEXT,
          metadata BLOB NOT NULL,
          data BLOB);
        CREATE INDEX entries_by_access ON entries(accessed);
        CREATE INDEX entries_by_url ON entries(url_id) WHERE url_id IS NOT NULL;
        CREATE INDEX entries_by_expiry ON entries(expires) WHERE expires IS NOT NULL;
        CREATE TABLE totals(
          id INTEGER PRIMARY KEY CHECK (id = 1),
          entries INTEGER NOT NULL,
          bytes INTEGER NOT NULL,
          inline_entries INTEGER NOT NULL,
          is_rebuilding INTEGER NOT NULL,
          data_folder INTEGER NOT NULL);
        """

    /// Opens the index for writing, makes or migrates its tables.
    ///
    /// - Parameter leftovers: Asked where the index is new: which data folder there is, and whether entries without rows
    ///   wait to be taken in.
    static func open(_ path: String, leftovers: () -> (dataFolder: Int, areThere: Bool)) throws -> SQLiteDatabase {
        let database = try SQLiteDatabase(path: path)
        // Pages of removed entries go back to the file system; has effect only before the first table is made.
        if try database.number("PRAGMA user_version") == 0 { try database.execute("PRAGMA auto_vacuum = INCREMENTAL") }
        if database.isReadOnly, access(path, W_OK) == 0 {
            // The file may be written, but its header says that only a later SQLite can do that: there is none.
            throw SQLiteError(code: SQLITE_NOTADB, message: "the header names an unknown version of the format")
        }
        guard try database.text("PRAGMA journal_mode = WAL") == "wal" else {
            throw IndexError.noWriteAheadLog
        }
        try database.execute("PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0")
        if try database.number("PRAGMA user_version") != version { try migrate(database, leftovers) }
        return database
    }

    private static func migrate(_ database: SQLiteDatabase, _ leftovers: () -> (dataFolder: Int, areThere: Bool)) throws
    {
        try database.execute("BEGIN IMMEDIATE")
        do {
            // Another process may have done it while this one waited.
            switch try database.number("PRAGMA user_version") ?? 0 {
            case version: break
            case 0:
                guard try database.number("SELECT count(*) FROM sqlite_master") == 0 else {
                    throw IndexError.foreignDatabase
                }
                let (dataFolder, areThere) = leftovers()
                try create(database, isRebuilding: areThere, dataFolder: dataFolder)
            case 1: try migrateFromVersion1(database)
            // Version 2 knew one data folder only.
            case 2: try database.execute("ALTER TABLE totals ADD COLUMN data_folder INTEGER NOT NULL DEFAULT 0")
            case let other: throw IndexError.newerVersion(other)
            }
            try database.execute("PRAGMA user_version = \(version); COMMIT")
        } catch {
            if database.isInTransaction { try? database.execute("ROLLBACK") }
            throw error
        }
    }

    private static func create(_ database: SQLiteDatabase, isRebuilding: Bool, dataFolder: Int) throws {
        try database.execute(tables)
        try database.execute("INSERT INTO totals VALUES (1, 0, 0, 0, \(isRebuilding ? 1 : 0), \(dataFolder))")
    }

    /// Version 1 had no totals, no footprint and no rebuilding mark.
    private static func migrateFromVersion1(_ database: SQLiteDatabase) throws {
        try database.execute("ALTER TABLE entries RENAME TO old_entries")
        for index in ["entries_by_access", "entries_by_url", "entries_by_expiry"] {
            try database.execute("DROP INDEX IF EXISTS \(index)")
        }
        try create(database, isRebuilding: false, dataFolder: 0)
        try database.execute(
            """
            INSERT INTO entries SELECT id, key, url_id, size, size, checksum, stamp, created, accessed, expires, lifetime,
              flags, file, metadata, data FROM old_entries;
            DROP TABLE old_entries;
            """)
        try database.execute(recount)
    }

    /// Makes the totals right from the rows. O(entries).
    static let recount = """
        UPDATE totals SET (entries, bytes, inline_entries) =
          (SELECT count(*), coalesce(sum(footprint), 0), count(*) - count(file) FROM entries) WHERE id = 1
        """
}

/// Why an index that SQLite can open is none that can be used.
enum IndexError: Error, CustomStringConvertible {
    /// There are no tables of this version yet.
    case notPrepared
    case noWriteAheadLog
    case foreignDatabase
    case newerVersion(Int64)

    var description: String {
        switch self {
        case .notPrepared: "index.sqlite has no tables yet"
        case .noWriteAheadLog: "the file system does not allow SQLite's write-ahead log"
        case .foreignDatabase: "index.sqlite is a database of another program"
        case .newerVersion(let version): "index.sqlite has version \(version), made by a newer release"
        }
    }
}
