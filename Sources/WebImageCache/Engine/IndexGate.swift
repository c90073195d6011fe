internal import Glibc
internal import Synchronization
internal import WebImageCore

/// Opens the index when it is first needed, notices when it was taken away, and replaces it when it is damaged.
///
/// An epoch counts the openings: whoever keeps a connection compares it and opens anew.
final class IndexGate: Sendable {
    private struct State {
        var epoch = 0
        /// The file that was opened; nil while nothing is open.
        var identity: Files.Identity?
        var checked = Duration.zero
        var failure: WebImageError?
        var failed = Duration.zero
    }

    /// What the writing connection is kept in; nil until the gate has opened.
    struct WriterSlot {
        var writer: IndexWriter?
    }

    /// How long a failure to open is answered without another try.
    private static let retryDelay = Duration.seconds(2)
    /// How often reads look whether the index is still the one that they have open.
    private static let checkInterval = Duration.milliseconds(500)

    let folder: CacheFolder
    private let timeSource: any TimeSource
    private let state = Lock(State())
    private let slot = Lock(WriterSlot())
    private let currentDataFolder = Atomic(0)

    init(folder: CacheFolder, timeSource: any TimeSource) {
        self.folder = folder
        self.timeSource = timeSource
    }

    /// Opens the index if it isn't open.
    ///
    /// - Parameter checks: Whether to look at the file now, however short ago that was done.
    /// - Returns: The epoch, and whether this call has opened the index.
    func enter(checks: Bool = false) throws(WebImageError) -> (epoch: Int, hasOpened: Bool) {
        let now = timeSource.uptime
        return try state.withLock { state throws(WebImageError) in
            if let identity = state.identity {
                if !checks, now - state.checked < Self.checkInterval { return (state.epoch, false) }
                state.checked = now
                if Files.Identity(folder.index) == identity { return (state.epoch, false) }
                state.identity = nil
            }
            if let failure = state.failure, now - state.failed < Self.retryDelay { throw failure }
            do {
                try open(&state)
            } catch {
                let failure = CacheFailure.error(error, "opened", folder)
                state.failure = failure
                state.failed = now
                throw failure
            }
            state.failure = nil
            state.checked = now
            return (state.epoch, true)
        }
    }

    /// Runs `body` with the writing connection; only the writing thread and the gate itself do.
    func withWriter<Result: Sendable>(_ body: (IndexWriter) throws -> Result) throws -> Result {
        try slot.withLock { slot in
            guard let writer = slot.writer else { throw IndexError.notPrepared }
            return try body(writer)
        }
    }

    /// The number of the data folder in use, as far as this process knows: where files are written to. Whoever enters one
    /// into the index looks again, since another process may have cleared the cache.
    var dataFolder: Int { currentDataFolder.load(ordering: .relaxed) }

    /// Takes over what a transaction has seen.
    func setDataFolder(_ number: Int) { currentDataFolder.store(number, ordering: .relaxed) }

    /// Replaces the index that was opened as `epoch` and turned out to be damaged.
    ///
    /// What can be read of it, and whole files, come back by ``DiskStore/rebuild()``, which the new index asks for.
    func replaceDamaged(epoch: Int) throws {
        try state.withLock { state in
            // Another thread may have been faster.
            guard state.epoch == epoch, let identity = state.identity else { return }
            state.identity = nil
            try replace(identity)
            try open(&state)
        }
    }

    /// Ends the connection; the next use opens it again.
    func close() throws {
        try state.withLock { state in
            state.identity = nil
            state.epoch += 1
            try slot.withLock { slot in
                defer { slot.writer = nil }
                try slot.writer?.checkpoint(truncates: true)
            }
        }
    }

    private func open(_ state: inout State) throws {
        try folder.create()
        do {
            try openWriter()
        } catch let error as SQLiteError where error.isCorruption {
            guard let identity = Files.Identity(folder.index) else { throw error }
            try replace(identity)
            try openWriter()
        }
        state.identity = Files.Identity(folder.index)
        state.epoch += 1
    }

    private func openWriter() throws {
        let folder = folder
        try slot.withLock { slot in
            slot.writer = nil
            let writer = try IndexWriter(IndexSchema.open(folder.index) { folder.leftovers })
            slot.writer = writer
            setDataFolder(writer.totals.dataFolder)
        }
    }

    /// Moves a damaged index out of the way, unless another process has done it. Its rows may still be of use.
    private func replace(_ damaged: Files.Identity) throws {
        let lock = try FileLock(folder.lock)
        defer { lock.unlock() }
        guard Files.Identity(folder.index) == damaged else { return }
        slot.withLock { $0.writer = nil }
        folder.moveToTrash(folder.salvage)
        try Files.makeFolder(folder.salvage)
        // The log first: left beside a new index it would be played into that.
        for suffix in ["-wal", "-shm", ""] {
            guard rename(folder.index + suffix, folder.salvagedIndex + suffix) == 0 || errno == ENOENT else {
                throw FileError("rename", folder.index + suffix)
            }
        }
        try folder.create()
    }
}
