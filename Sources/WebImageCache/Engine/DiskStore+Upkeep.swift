internal import FoundationEssentials
internal import Glibc
internal import WebImageCore

extension DiskStore {
    /// A file that no entry has is left for so long: a process may be about to enter it.
    private static let orphanAge: Int64 = 24 * 3600 * 1_000_000

    /// Runs a change on the writing thread and waits, on a thread of our own.
    func performAndWait(_ work: WriteOperation.Work) throws -> Int {
        let done = Semaphore()
        let result = Lock<Result<Int, any Error>>(.success(0))
        enqueue(
            work,
            completion: { answer in
                result.withLock { $0 = answer }
                done.signal()
            })
        done.wait()
        return try result.withLock { $0 }.get()
    }

    /// Reads every entry, repairs what is wrong, and says what it did. O(bytes).
    func verify(token: CancellationToken) throws -> DiskCache.VerificationReport {
        var report = DiskCache.VerificationReport()
        // Changes that wait come first, so that what they leave is looked at too.
        _ = try performAndWait(.flush)
        let epoch = try enter(checks: true)
        if try isIndexDamaged() {
            try replaceDamagedIndex(epoch)
            report.wasIndexRebuilt = true
        }
        if try read({ try $0.totals() }).isRebuilding { report.adopted = try rebuild() }
        let files = try verifyEntries(&report, token: token)
        try removeOrphans(known: files, &report)
        report.wereTotalsWrong = try performAndWait(.recount) > 0
        folder.emptyTrash()
        return report
    }

    private func isIndexDamaged() throws -> Bool {
        try read { reader in
            do {
                return try reader.damage() != nil
            } catch let error as SQLiteError where error.isCorruption {
                return true
            }
        }
    }

    /// Proves each entry; returns hashes of the names of all files that entries have.
    private func verifyEntries(_ report: inout DiskCache.VerificationReport, token: CancellationToken) throws -> Set<
        Int64
    > {
        var files: Set<Int64> = []
        var last: Int64?
        while true {
            let after = last
            let rows = try read { try $0.rows(after: after, count: 500) }
            guard let end = rows.last else { return files }
            last = end.row.id
            for (key, row) in rows {
                try token.check()
                report.checked += 1
                if let file = row.file { files.insert(IndexRow.id(of: file)) }
                if try isWhole(row, key: key) { continue }
                // Not counted where the entry was replaced or evicted between the two looks.
                if try performAndWait(.removeDamaged(id: row.id, stamp: row.stamp)) > 0 {
                    report.damaged.append(CacheKey(key))
                }
            }
        }
    }

    private func isWhole(_ row: IndexRow, key: String) throws -> Bool {
        if row.file != nil { return try bytes(of: IndexReader.Found(row: row, data: nil), in: folder) != nil }
        guard let found = try read({ try $0.row(for: key, id: row.id, withData: true) }), found.row.stamp == row.stamp
        else { return false }
        return try bytes(of: found, in: folder) != nil
    }

    private func removeOrphans(known: Set<Int64>, _ report: inout DiskCache.VerificationReport) throws {
        let oldest = now - Self.orphanAge
        let number = try read { try $0.totals() }.dataFolder
        folder.retireData(before: number)
        let data = folder.data(number)
        for part in Files.names(in: data) {
            let directory = "\(data)/\(part)"
            for name in Files.names(in: directory)
            where !known.contains(IndexRow.id(of: CacheFolder.indexName(name, in: number))) {
                guard let status = Files.status(of: "\(directory)/\(name)") else { continue }
                if Int64(status.st_mtim.tv_sec) * 1_000_000 > oldest {
                    report.recentOrphans += 1
                } else {
                    Files.removeTree("\(directory)/\(name)")
                    report.orphans += 1
                }
            }
        }
    }
}
