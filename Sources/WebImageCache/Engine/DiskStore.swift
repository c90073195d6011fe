internal import FoundationEssentials
internal import WebImageCore

/// The engine behind ``DiskCache``.
///
/// Reads run on their own threads, each with its own connection. Entry files are written by two more threads. One
/// writing thread enters everything into the index, as many changes as wait in one transaction. Between the call and the commit
/// ``Staging`` answers for what is under way.
final class DiskStore: Sendable {
    let folder: CacheFolder
    let configuration: DiskCache.Configuration
    let limits: Lock<DiskCache.Limits>
    let gate: IndexGate
    let readers = ReaderPool()
    let additional: [AdditionalFolder]
    let staging = Lock(Staging())

    let reading = WorkerPool(name: "wi-cache-read", width: 4)
    let filing = WorkerPool(name: "wi-cache-file", width: 2)
    let writing = WorkerPool(name: "wi-cache-write", width: 1)
    /// Long work: deleting, checkpoints, verifying, taking in files.
    let upkeep = WorkerPool(name: "wi-cache-upkeep", width: 1)

    init(path: String, configuration: DiskCache.Configuration) {
        folder = CacheFolder(path: path)
        self.configuration = configuration
        limits = Lock(configuration.limits)
        gate = IndexGate(folder: folder, timeSource: configuration.timeSource)
        additional = configuration.additionalFolders.map { AdditionalFolder(path: $0) }
    }

    var now: Int64 { Microseconds.of(configuration.timeSource.date) }

    var maximumAge: Int64? { limits.withLock { $0.maximumAge }.map { Microseconds.of($0) } }

    /// Opens the index if need be, and starts what an opening asks for.
    func enter(checks: Bool = false) throws -> Int {
        do {
            let (epoch, hasOpened) = try gate.enter(checks: checks)
            if hasOpened { tidyUpAfterOpening() }
            return epoch
        } catch {
            report(error)
            throw error
        }
    }

    /// Runs `body` with a reading connection; a damaged index is replaced and asked once more.
    ///
    /// - Parameter checks: Whether to look first if the folder has been taken away or replaced meanwhile.
    func read<Result: Sendable>(checks: Bool = false, _ body: (IndexReader) throws -> Result) throws -> Result {
        var hasReplaced = false
        while true {
            let epoch = try enter(checks: checks)
            do {
                return try readers.withReader(
                    epoch: epoch, connect: { try IndexReader(path: folder.index) }, body)
            } catch let error as SQLiteError where error.isCorruption && !hasReplaced {
                hasReplaced = true
                try replaceDamagedIndex(epoch)
            } catch IndexError.notPrepared where !hasReplaced {
                // Somebody has put an empty file there since it was opened.
                hasReplaced = true
                _ = try enter(checks: true)
            } catch {
                throw CacheFailure.error(error, "read", folder)
            }
        }
    }

    func replaceDamagedIndex(_ epoch: Int) throws {
        do {
            try gate.replaceDamaged(epoch: epoch)
        } catch {
            let failure = CacheFailure.error(error, "repaired", folder)
            report(failure)
            throw failure
        }
        tidyUpAfterOpening()
    }

    /// Tells the program that the cache fails, once until it works again.
    func report(_ error: WebImageError) {
        guard let onFailure = configuration.onFailure else { return }
        let isFirst = staging.withLock { staging in
            defer { staging.isFailing = true }
            return !staging.isFailing
        }
        if isFirst { onFailure(error) }
    }

    private func tidyUpAfterOpening() {
        upkeep.submit(priority: .low) { [self] in
            // A clearing that was killed may have left its old files.
            if let totals = try? read({ try $0.totals() }) {
                folder.retireData(before: totals.dataFolder)
                if totals.isRebuilding { _ = try? rebuild() }
            }
            folder.emptyTrash()
        }
    }
}

/// A disk cache of somebody else that is only read.
struct AdditionalFolder: Sendable {
    let folder: CacheFolder
    let readers = ReaderPool()

    init(path: String) { folder = CacheFolder(path: path) }

    func connect() throws -> IndexReader {
        // SQLite needs to write beside the index to read it, unless it is told that nobody else writes.
        try IndexReader(readOnly: folder.index, isImmutable: !Files.isWritable(folder.path))
    }
}
