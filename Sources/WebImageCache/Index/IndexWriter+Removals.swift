/// What is removed while entries are still being taken into an index made anew: it must not come back with those.
///
/// It stands in the index, so that whoever takes them in knows: another process, or the next run of this one. The table is made
/// when it is first needed; a release that doesn't know it leaves it alone.
extension IndexWriter {
    /// Answers whether an entry that was found was removed since the index was made.
    struct Removals {
        fileprivate let find: SQLiteStatement

        /// - Parameter urlID: The number of the URL where that isn't the key.
        func contains(_ id: Int64, urlID: Int64?) throws -> Bool {
            defer { find.reset() }
            find.bind(1, id)
            find.bind(2, urlID)
            return try find.step()
        }
    }

    private static let table = "CREATE TABLE IF NOT EXISTS removals(id INTEGER PRIMARY KEY, is_url INTEGER NOT NULL)"

    /// Notes that the entry with this number was removed, where such a one may still be taken in.
    ///
    /// - Parameter isURL: Whether everything that came from the URL with this number was removed too.
    func noteRemoval(_ id: Int64, isURL: Bool = false) throws {
        guard totals.isRebuilding else { return }
        try database.execute(Self.table)
        let note = try database.prepare(
            "INSERT INTO removals VALUES (?, ?) ON CONFLICT(id) DO UPDATE SET is_url = max(is_url, excluded.is_url)")
        note.bind(1, id)
        note.bind(2, isURL ? 1 : 0)
        try note.run()
    }

    /// What was noted so far.
    func removals() throws -> Removals {
        try database.execute(Self.table)
        return Removals(find: try database.prepare("SELECT 1 FROM removals WHERE id = ?1 OR (id = ?2 AND is_url)"))
    }

    /// Forgets all: nothing is taken in any more.
    func forgetRemovals() throws { try database.execute("\(Self.table); DELETE FROM removals") }
}
