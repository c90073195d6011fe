internal import FoundationEssentials

/// Reads what can still be read of a damaged index: walks over the rows and jumps over pages that SQLite refuses.
///
/// Only rows that prove themselves are given: the number is the hash of the key, the checksum that of the bytes.
struct IndexSalvage {
    /// The first jump over a damaged page, in row numbers; numbers are hashes, so a page's rows are far wider apart.
    private static let firstStep: Int64 = 1 << 20

    private let reader: IndexReader
    private let rows: SQLiteStatement
    private let probe: SQLiteStatement
    /// Where to go on; nil at the end.
    private var position: Int64? = .min
    private var isWalking = false

    init(_ reader: IndexReader) throws {
        self.reader = reader
        // Without the bytes, which may lie on pages of their own: damage to those is to cost one row.
        rows = try reader.database.prepare("SELECT \(IndexReader.columns) FROM entries WHERE id >= ? ORDER BY id")
        probe = try reader.database.prepare("SELECT id FROM entries WHERE id >= ? ORDER BY id LIMIT 1")
    }

    /// The next row that can be read; one without a file has its proven bytes, or none where those are damaged.
    mutating func next() -> WriteOperation.FoundEntry? {
        while let start = position {
            if !isWalking {
                rows.reset()
                rows.bind(1, start)
                isWalking = true
            }
            guard let hasRow = try? rows.step() else {
                isWalking = false
                position = afterDamage(at: start)
                continue
            }
            guard hasRow else {
                position = nil
                break
            }
            let row = IndexReader.row(of: rows)
            let key = rows.text(12) ?? ""
            guard row.id == IndexRow.id(of: key) else { continue }
            if row.id < start {
                // Pages that lead back: what comes after them is found by its number.
                isWalking = false
                position = firstReadable(after: start)
                continue
            }
            position = row.id == .max ? nil : row.id + 1
            return WriteOperation.FoundEntry(key: key, row: row, data: row.file == nil ? bytes(of: row, key) : nil)
        }
        rows.reset()
        return nil
    }

    private func bytes(of row: IndexRow, _ key: String) -> Data? {
        guard let found = try? reader.row(for: key, id: row.id, withData: true), found.row == row,
            let data = found.data, data.count == row.size,
            data.withUnsafeBytes({ Checksum.of($0) }) == row.checksum
        else { return nil }
        return data
    }

    /// Where to go on after an error: behind the row, where only that can't be read, else behind the page.
    private func afterDamage(at start: Int64) -> Int64? {
        probe.bind(1, start)
        defer { probe.reset() }
        guard let hasRow = try? probe.step() else {
            probe.reset()
            return firstReadable(after: start)
        }
        guard hasRow, probe.number(0) >= start, probe.number(0) < .max else { return nil }
        return probe.number(0) + 1
    }

    /// The lowest number from which on there are rows again: doubles a step until it is over the damage, then halves it.
    private func firstReadable(after start: Int64) -> Int64? {
        var bad = start
        var good: Int64
        var step = Self.firstStep
        while true {
            let (sum, isOver) = bad.addingReportingOverflow(step)
            good = isOver ? .max : sum
            if isReadable(from: good) { break }
            if isOver { return nil }
            bad = good
            step = step.multipliedReportingOverflow(by: 2).overflow ? .max : step * 2
        }
        while good - bad > 1 {
            let middle = bad + (good - bad) / 2
            if isReadable(from: middle) { good = middle } else { bad = middle }
        }
        return good
    }

    private func isReadable(from number: Int64) -> Bool {
        defer { probe.reset() }
        probe.bind(1, number)
        return (try? probe.step()) != nil
    }
}
