internal import FoundationEssentials
internal import Glibc
internal import WebImageCore

extension DiskStore {
    /// Entries are taken in so many at a time, or so many bytes.
    private static let rebuildingBatch = 256
    private static let rebuildingBytes = 4 << 20

    /// Entries on their way into an index made anew.
    private struct Batch {
        var entries: [WriteOperation.FoundEntry] = []
        var bytes = 0
        var adopted = 0
    }

    /// Fills an index made anew: with what can be read of the damaged one, then with whole entry files; marks it as complete.
    ///
    /// - Returns: How many entries came back.
    func rebuild() throws -> Int {
        let dataFolder = try read { try $0.totals() }.dataFolder
        var batch = Batch()
        try salvageRows(dataFolder, &batch)
        try adoptFiles(dataFolder, &batch)
        try enter(&batch, dataFolder)
        _ = try performAndWait(.finishRebuilding(dataFolder: dataFolder))
        folder.moveToTrash(folder.salvage)
        return batch.adopted
    }

    private func add(_ entry: WriteOperation.FoundEntry, _ dataFolder: Int, to batch: inout Batch) throws {
        batch.entries.append(entry)
        batch.bytes += entry.data?.count ?? 0
        if batch.entries.count >= Self.rebuildingBatch || batch.bytes >= Self.rebuildingBytes {
            try enter(&batch, dataFolder)
        }
    }

    private func enter(_ batch: inout Batch, _ dataFolder: Int) throws {
        guard !batch.entries.isEmpty else { return }
        batch.adopted += try performAndWait(.adopt(batch.entries, dataFolder: dataFolder))
        batch.entries = []
        batch.bytes = 0
    }

    /// Enters what was found, but for keys that have an entry since, and those removed since; in a transaction.
    ///
    /// - Returns: How many were entered.
    func adopt(_ entries: [WriteOperation.FoundEntry], _ writer: IndexWriter) throws -> Int {
        let removals = try writer.removals()
        return try entries.count { entry in
            let metadata = MetadataCoding.decode(entry.row.metadata, key: entry.key)
            let urlID = urlID(metadata, CacheKey(entry.key))
            let kept = try writer.kept(entry.row.id)
            guard try kept == nil && !removals.contains(entry.row.id, urlID: urlID) else {
                // A file that is left would come back with the next index made anew. It goes before the transaction ends: a
                // store that has written it, and is to enter it after that, looks whether it is there.
                if let file = entry.row.file, file != kept?.file { unlink(folder.file(file)) }
                return false
            }
            _ = try writer.put(entry.row, key: entry.key, urlID: urlID, data: entry.data)
            return true
        }
    }

    /// The rows of the damaged index whose bytes are proven, and those whose files are there: with their times of use.
    private func salvageRows(_ dataFolder: Int, _ batch: inout Batch) throws {
        // Without tables of this version there is nothing to be had, only files.
        guard Files.kind(of: folder.salvagedIndex) != nil,
            let reader = try? IndexReader(path: folder.salvagedIndex), var rows = try? IndexSalvage(reader)
        else { return }
        while var found = rows.next() {
            // What isn't proven is made anew: a name could be that of another's file, a footprint evict all the others.
            if let file = found.row.file {
                guard file == CacheFolder.fileName(for: found.key, stamp: found.row.stamp, in: dataFolder),
                    let status = Files.status(of: folder.file(file)), found.row.size > 0,
                    status.st_size >= found.row.size
                else { continue }
                found.row.footprint = Int(status.st_size)
            } else if let data = found.data {
                found.row.setFootprint(inline: data.count, key: found.key)
            } else {
                continue
            }
            try add(found, dataFolder, to: &batch)
        }
    }

    private func adoptFiles(_ dataFolder: Int, _ batch: inout Batch) throws {
        let data = folder.data(dataFolder)
        for part in Files.names(in: data) {
            for name in Files.names(in: "\(data)/\(part)") where name.hasPrefix(part) {
                guard let entry = row(ofFile: CacheFolder.indexName(name, in: dataFolder)) else { continue }
                try add(entry, dataFolder, to: &batch)
            }
        }
    }

    private func row(ofFile name: String) -> WriteOperation.FoundEntry? {
        let path = folder.file(name)
        guard !name.hasSuffix(EntryFile.temporarySuffix), let trailer = EntryFile.trailer(of: path),
            let status = Files.status(of: path)
        else { return nil }
        var row = IndexRow(
            id: IndexRow.id(of: trailer.key), size: trailer.size, footprint: Int(status.st_size),
            checksum: trailer.checksum, stamp: trailer.stamp, created: trailer.created,
            // The time of the last use is lost; the file's own is the next best.
            accessed: min(now, Int64(status.st_mtim.tv_sec) * 1_000_000), expires: nil, lifetime: nil, flags: 0,
            file: name, metadata: trailer.metadata)
        row.setTimes(of: MetadataCoding.decode(trailer.metadata, key: trailer.key))
        return WriteOperation.FoundEntry(key: trailer.key, row: row)
    }
}
