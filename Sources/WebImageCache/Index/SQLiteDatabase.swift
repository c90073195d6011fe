internal import CWebImageSQLite

/// One connection, used by one thread at a time: its owner keeps it behind a `Lock`.
final class SQLiteDatabase {
    fileprivate let handle: OpaquePointer

    /// Opens the file.
    ///
    /// - Parameters:
    ///   - path: A path, or a `file:` URI.
    ///   - isReadOnly: Whether nothing may be written, not even the database itself made.
    init(path: String, isReadOnly: Bool = false) throws(SQLiteError) {
        let access = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI, nil)
        guard let opened else { throw SQLiteError(code: code, message: "out of memory") }
        guard code == SQLITE_OK else {
            let error = SQLiteError(code: code, message: String(cString: sqlite3_errmsg(opened)))
            sqlite3_close_v2(opened)
            throw error
        }
        handle = opened
        sqlite3_extended_result_codes(opened, 1)
        // Another process holds the write lock for milliseconds; whoever holds it longer is stuck.
        sqlite3_busy_timeout(opened, 5000)
    }

    deinit { sqlite3_close_v2(handle) }

    /// Runs statements that give no rows, or whose rows don't matter.
    func execute(_ sql: String) throws(SQLiteError) {
        try check(sqlite3_exec(handle, sql, nil, nil, nil))
    }

    func prepare(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
        var prepared: OpaquePointer?
        try check(sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil))
        guard let prepared else { throw SQLiteError(code: SQLITE_MISUSE, message: "empty statement") }
        return SQLiteStatement(prepared, of: self)
    }

    /// The first column of the first row as a number; nil where there is no row or it is NULL.
    func number(_ sql: String) throws(SQLiteError) -> Int64? {
        let statement = try prepare(sql)
        guard try statement.step(), !statement.isNull(0) else { return nil }
        return statement.number(0)
    }

    /// The first column of the first row as text.
    func text(_ sql: String) throws(SQLiteError) -> String? {
        let statement = try prepare(sql)
        return try statement.step() ? statement.text(0) : nil
    }

    /// How many rows the last statement changed.
    var changes: Int { Int(sqlite3_changes(handle)) }

    /// Whether a transaction is open: an error may have ended it already.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Whether nothing can be written, because of the file's mode or because its header says so; known after the first
    /// statement.
    var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

    /// Whether closing the last connection leaves the write-ahead log for the next process, which saves its `fsync`.
    func keepsLogOnClose(_ keep: Bool) { _ = wi_sqlite_keep_log_on_close(handle, keep ? 1 : 0) }

    /// After each commit, puts the number of pages in the write-ahead log at `pages`; nil ends it.
    func onCommit(countingPagesAt pages: UnsafeMutablePointer<Int32>?) {
        guard let pages else {
            sqlite3_wal_hook(handle, nil, nil)
            return
        }
        sqlite3_wal_hook(
            handle,
            { context, _, _, count in
                context?.assumingMemoryBound(to: Int32.self).pointee = count
                return SQLITE_OK
            }, pages)
    }

    fileprivate func check(_ code: Int32) throws(SQLiteError) {
        guard code == SQLITE_OK else { throw lastError(code) }
    }

    fileprivate func lastError(_ code: Int32) -> SQLiteError {
        SQLiteError(code: code, message: String(cString: sqlite3_errmsg(handle)))
    }
}

/// A prepared statement; kept and used again.
final class SQLiteStatement {
    private let handle: OpaquePointer
    private let database: SQLiteDatabase

    fileprivate init(_ handle: OpaquePointer, of database: SQLiteDatabase) {
        self.handle = handle
        self.database = database
    }

    deinit { sqlite3_finalize(handle) }

    func bind(_ index: Int32, _ value: Int64?) {
        if let value { sqlite3_bind_int64(handle, index, value) } else { sqlite3_bind_null(handle, index) }
    }

    func bind(_ index: Int32, _ value: Int) { sqlite3_bind_int64(handle, index, Int64(value)) }

    func bind(_ index: Int32, text: String?) throws(SQLiteError) {
        guard var text else {
            sqlite3_bind_null(handle, index)
            return
        }
        let code = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { chars in
                wi_sqlite_bind_text(handle, index, chars.baseAddress, Int32(clamping: chars.count))
            }
        }
        try database.check(code)
    }

    func bind(_ index: Int32, blob bytes: UnsafeRawBufferPointer?) throws(SQLiteError) {
        guard let bytes else {
            sqlite3_bind_null(handle, index)
            return
        }
        guard bytes.count <= Int(Int32.max) else { throw SQLiteError(code: SQLITE_TOOBIG, message: "blob too large") }
        try database.check(wi_sqlite_bind_blob(handle, index, bytes.baseAddress, Int32(bytes.count)))
    }

    /// Goes to the next row; false at the end.
    func step() throws(SQLiteError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code:
            let error = database.lastError(code)
            sqlite3_reset(handle)
            throw error
        }
    }

    /// Runs a statement that gives no rows, and makes it ready for the next time.
    func run() throws(SQLiteError) {
        _ = try step()
        reset()
    }

    /// Ends the read transaction that a row in hand keeps open.
    func reset() {
        sqlite3_reset(handle)
    }

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    func number(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    func optionalNumber(_ column: Int32) -> Int64? { isNull(column) ? nil : number(column) }

    /// The bytes of a blob or text; valid until the next step or reset.
    func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
        // The pointer first: asking for the length first could convert the value in between.
        let start = sqlite3_column_blob(handle, column)
        return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column)))
    }

    func text(_ column: Int32) -> String? {
        isNull(column) ? nil : String(decoding: bytes(column), as: UTF8.self)
    }
}
