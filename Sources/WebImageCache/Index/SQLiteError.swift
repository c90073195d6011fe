internal import CWebImageSQLite

/// What SQLite answered instead of doing its work.
struct SQLiteError: Error, CustomStringConvertible {
    /// The extended result code.
    let code: Int32
    let message: String

    private var primary: Int32 { code & 0xff }

    /// The row of sums is made with its table: without it the index is damaged.
    static let missingTotals = SQLiteError(code: SQLITE_CORRUPT, message: "the row of sums is missing")

    /// Whether the file is damaged or no database at all. Never true for a file that is merely in use.
    var isCorruption: Bool {
        primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB
            // The statements are fixed, so what they name is missing only where the schema's page is damaged.
            || (primary == SQLITE_ERROR && message.contains("no such"))
            // There has been no new format of the schema since 2006: a number beyond the last is damage.
            || (primary == SQLITE_ERROR && message.contains("unsupported file format"))
    }

    /// Whether there was no room for the bytes.
    var isFull: Bool { primary == SQLITE_FULL }

    /// Whether the file was gone or its folder could not be reached.
    var isMissing: Bool { primary == SQLITE_CANTOPEN }

    var description: String { "SQLite: \(message), code \(code)" }
}
