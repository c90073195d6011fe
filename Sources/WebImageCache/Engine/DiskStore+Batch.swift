internal import FoundationEssentials
internal import Glibc
internal import WebImageCore

extension DiskStore {
    /// What a batch has come to; gathered inside the transaction, acted on after it.
    private struct Outcome: Sendable {
        /// One a work, in order.
        var counts: [Int] = []
        /// Files whose rows are gone.
        var files: [String] = []
        var pagesInLog = 0
        /// The data folder from now on, where the old ones are to go.
        var newDataFolder: Int?
        /// Whether somebody waits for the disk to be freed.
        var freesDisk = false
    }

    private static let maximumBatch = 512
    /// Pages in the write-ahead log (4 KiB each) from which on they are moved into the database in the background…
    private static let backgroundCheckpointPages = 2000
    /// … and at once, since readers or writers have kept the background from it.
    private static let forcedCheckpointPages = 16000

    /// Makes all changes that wait, batch by batch; runs on the writing thread.
    func drain() {
        while let batch = nextBatch() { perform(batch) }
    }

    private func nextBatch() -> [WriteOperation]? {
        staging.withLock { staging in
            guard !staging.queue.isEmpty else {
                staging.isDraining = false
                return nil
            }
            let batch = Array(staging.queue.prefix(Self.maximumBatch))
            staging.queue.removeFirst(batch.count)
            return batch
        }
    }

    private func perform(_ batch: [WriteOperation]) {
        let touches = staging.withLock { $0.takeTouches() }
        do {
            let outcome = try commit(batch, touches: touches, mayReplace: true)
            staging.withLock {
                $0.isFailing = false
                $0.touchesAreWritten()
            }
            finish(batch, outcome)
        } catch {
            staging.withLock { $0.touchesFailed() }
            fail(batch, CacheFailure.error(error, "written", folder))
        }
    }

    private func commit(_ batch: [WriteOperation], touches: [Int64: Staging.Touch], mayReplace: Bool) throws -> Outcome
    {
        let epoch = try enter(checks: true)
        do {
            return try gate.withWriter { writer in
                var outcome = try writer.transaction {
                    var outcome = Outcome()
                    // First, so that whatever looks for entries nobody uses knows of these uses.
                    for (id, touch) in touches {
                        try writer.touch(id, touch)
                    }
                    for operation in batch { try apply(operation.work, writer, &outcome) }
                    try holdLimits(limits.withLock { $0 }, writer, &outcome)
                    return outcome
                }
                gate.setDataFolder(writer.totals.dataFolder)
                outcome.pagesInLog = writer.pagesInLog
                if outcome.freesDisk || outcome.pagesInLog > Self.forcedCheckpointPages {
                    // The changes hold already: a log that can't be shortened now is shortened later.
                    try? writer.checkpoint(truncates: true)
                }
                return outcome
            }
        } catch let error as SQLiteError where error.isCorruption && mayReplace {
            try replaceDamagedIndex(epoch)
            return try commit(batch, touches: [:], mayReplace: false)
        } catch let error as SQLiteError where error.isFull && mayReplace {
            // Even taking an entry out needs room in the log: the log itself can give some.
            try? gate.withWriter { try $0.emptyLog() }
            return try commit(batch, touches: touches, mayReplace: false)
        } catch IndexError.notPrepared where mayReplace {
            _ = try enter(checks: true)
            return try commit(batch, touches: touches, mayReplace: false)
        }
    }

    private func apply(_ work: WriteOperation.Work, _ writer: IndexWriter, _ outcome: inout Outcome) throws {
        var removed: [IndexWriter.Removed] = []
        var count = 1
        switch work {
        case .store(let store):
            removed += try enter(store, writer)
        case .update(let metadata, let key):
            var row = IndexRow(
                id: IndexRow.id(of: key.string), metadata: MetadataCoding.encode(metadata, key: key.string))
            row.setTimes(of: metadata)
            let isThere = try writer.update(row.id, key: key.string, urlID: urlID(metadata, key), row: row)
            count = isThere ? 1 : 0
        case .remove(let key):
            let id = IndexRow.id(of: key.string)
            removed += [try writer.remove(id)].compactMap { $0 }
            count = removed.count
            try writer.noteRemoval(id)
        case .removeURL(let url):
            let id = IndexRow.id(of: url)
            let others = try writer.ids(urlID: id)
            removed = try ([id] + others).compactMap { try writer.remove($0) }
            count = removed.count
            try writer.noteRemoval(id, isURL: true)
            for other in others { try writer.noteRemoval(other) }
            outcome.freesDisk = true
        case .removeDamaged(let id, let stamp):
            removed += [try writer.remove(id, stamp: stamp)].compactMap { $0 }
            count = removed.count
        case .removeAll:
            count = writer.totals.entries
            // The next folder is there before the rows are gone: an index made anew takes the last one for its own. The
            // old ones are moved away once the transaction holds.
            try Files.makeFolder(folder.data(writer.totals.dataFolder + 1))
            try writer.removeAll()
            outcome.newDataFolder = writer.totals.dataFolder
            outcome.freesDisk = true
        case .removeExpired:
            try writer.pullBackTimes(to: now)
            try writer.removeExpired(at: now, maximumAge: maximumAge) { removed.append($0) }
            count = removed.count
        case .trim(let limits):
            let age = limits.maximumAge.map { Microseconds.of($0) }
            if let age { try writer.removeExpired(at: now, maximumAge: age) { removed.append($0) } }
            var limits = limits
            limits.lowWaterMark = 1
            try holdLimits(limits, writer, &outcome)
            count = removed.count
            outcome.freesDisk = true
        case .adopt(let entries, let dataFolder):
            // The cache may have been cleared since they were found, or another process has taken all in: what was removed
            // after that isn't noted.
            let isOver = dataFolder != writer.totals.dataFolder || !writer.totals.isRebuilding
            count = isOver ? 0 : try adopt(entries, writer)
        case .finishRebuilding(let dataFolder):
            if dataFolder == writer.totals.dataFolder { try writer.finishRebuilding() }
        case .recount:
            let before = writer.totals
            try writer.recount()
            count = before == writer.totals ? 0 : 1
        case .flush: break
        }
        outcome.counts.append(count)
        outcome.files += removed.compactMap(\.file)
    }

    private func enter(_ store: WriteOperation.Store, _ writer: IndexWriter) throws -> [IndexWriter.Removed] {
        guard let entry = staging.withLock({ $0.entry(for: store.key, generation: store.generation) }) else {
            // A later call has replaced or removed it already.
            return [IndexWriter.Removed(footprint: 0, file: store.row.file)]
        }
        var row = store.row
        if let file = row.file, CacheFolder.split(file).number != writer.totals.dataFolder {
            // The cache was cleared, here or by another process, while the file was written.
            row.file = CacheFolder.indexName(CacheFolder.split(file).name, in: writer.totals.dataFolder)
            try writeFile(row, store)
            unlink(folder.file(file))
        } else if let file = row.file, Files.kind(of: folder.file(file)) == nil {
            // An index was made anew while it waited, and the file was taken for that of an entry that was removed before.
            try writeFile(row, store)
        }
        row.metadata = MetadataCoding.encode(entry.metadata, key: store.key.string)
        row.setTimes(of: entry.metadata)
        let replaced = try writer.put(
            row, key: store.key.string, urlID: urlID(entry.metadata, store.key),
            data: row.file == nil ? store.data : nil)
        // An index made anew may have found this very file.
        guard let replaced, replaced.file != row.file else { return [] }
        return [replaced]
    }

    /// The number under which an entry is found by its URL; nil where its own number is that.
    func urlID(_ metadata: CacheMetadata, _ key: CacheKey) -> Int64? {
        guard let url = metadata.url, url != key.string else { return nil }
        return IndexRow.id(of: url)
    }

    private func holdLimits(_ limits: DiskCache.Limits, _ writer: IndexWriter, _ outcome: inout Outcome) throws {
        let totals = writer.totals
        var maximumBytes = Int.max
        var maximumCount = Int.max
        if let limit = limits.maximumBytes, totals.bytes > limit {
            maximumBytes = Int(Double(limit) * limits.lowWaterMark)
        }
        if let limit = limits.maximumCount, totals.entries > limit {
            maximumCount = Int(Double(limit) * limits.lowWaterMark)
        }
        var isShort = false
        if limits.minimumFreeBytes > 0, let free = configuration.freeSpace(folder.path), free < limits.minimumFreeBytes
        {
            isShort = true
            maximumBytes = min(maximumBytes, totals.bytes - (limits.minimumFreeBytes - free))
        }
        guard maximumBytes < .max || maximumCount < .max else { return }
        var files: [String] = []
        try writer.evict(
            until: { $0.bytes <= maximumBytes && $0.entries <= maximumCount },
            { removed in
                if let file = removed.file {
                    files.append(file)
                } else if isShort {
                    // Its pages stay with the index otherwise, and the next batch would find as little room.
                    outcome.freesDisk = true
                }
            })
        outcome.files += files
    }

    private func finish(_ batch: [WriteOperation], _ outcome: Outcome) {
        var waitsForDisk: [(WriteOperation, Int)] = []
        for (operation, count) in zip(batch, outcome.counts) {
            settle(operation)
            switch operation.work {
            case .store, .update, .adopt: operation.completion(.success(count))
            default: waitsForDisk.append((operation, count))
            }
        }
        for file in outcome.files { unlink(folder.file(file)) }
        if let number = outcome.newDataFolder { discard(before: number) }
        for (operation, count) in waitsForDisk { operation.completion(.success(count)) }
        if outcome.freesDisk { upkeep.submit { [folder] in folder.emptyTrash() } }
        if outcome.pagesInLog > Self.backgroundCheckpointPages { checkpointInBackground() }
    }

    private func fail(_ batch: [WriteOperation], _ error: WebImageError) {
        report(error)
        for operation in batch {
            if case .store(let store) = operation.work, let file = store.row.file {
                unlink(folder.file(file))
                // It may have been written a second time, after a clearing.
                unlink(folder.file(CacheFolder.indexName(CacheFolder.split(file).name, in: gate.dataFolder)))
            }
            settle(operation)
            operation.completion(.failure(error))
        }
    }

    /// Moves what a clearing has left into the trash: old data folders, and rows that were to be taken in.
    func discard(before number: Int) {
        folder.retireData(before: number)
        folder.moveToTrash(folder.salvage)
    }

    /// Takes an operation that is over out of what reads look at first.
    private func settle(_ operation: WriteOperation) {
        staging.withLock { staging in
            switch operation.work {
            case .store(let store): staging.unstage(store.key)
            case .remove(let key): staging.unstage(key)
            case .removeAll: staging.clearIsDone()
            default: break
            }
        }
    }

    private func checkpointInBackground() {
        let isFirst = staging.withLock { staging in
            defer { staging.isCheckpointing = true }
            return !staging.isCheckpointing
        }
        guard isFirst else { return }
        upkeep.submit { [self] in
            defer { staging.withLock { $0.isCheckpointing = false } }
            // A connection of its own: moving pages waits for the disk, and the writing thread goes on meanwhile.
            try? SQLiteDatabase(path: folder.index).execute("PRAGMA wal_checkpoint(PASSIVE)")
        }
    }
}
