internal import FoundationEssentials
internal import WebImageCore

extension DiskStore {
    /// Keeps an entry; returns when it is committed.
    func store(_ entry: CacheEntry, for key: CacheKey) async throws {
        let size = entry.data.count
        guard size > 0 else {
            throw WebImageError(.cacheFailed, "An entry without bytes isn't kept: there is nothing to give out later.")
        }
        if let maximum = limits.withLock({ $0.maximumBytes }), size > maximum {
            // An older picture under this key must not come back in its place.
            try await remove(key)
            throw WebImageError(
                .cacheFailed, "The entry of \(size) bytes is larger than the whole cache may be (\(maximum) bytes).")
        }
        await admit(size)
        defer {
            let limit = configuration.maximumPendingBytes
            for waiting in staging.withLock({ $0.release(size, limit: limit) }) { waiting.resume() }
        }
        let generation = staging.withLock { $0.stage(entry, for: key) }
        sweepIfDue(isWriting: true)
        _ = try await withCheckedThrowingContinuation { continuation in
            write(entry, for: key, generation: generation) { continuation.resume(with: $0) }
        }
    }

    private func admit(_ size: Int) async {
        let limit = configuration.maximumPendingBytes
        await withCheckedContinuation { continuation in
            let isAdmitted = staging.withLock { staging in
                if staging.admit(size, limit: limit) { return true }
                staging.wait(size, continuation)
                return false
            }
            if isAdmitted { continuation.resume() }
        }
    }

    /// Writes the file, if the entry is to be one, and enters the row.
    private func write(
        _ entry: CacheEntry, for key: CacheKey, generation: Int,
        completion: @escaping @Sendable (Result<Int, any Error>) -> Void
    ) {
        let row = row(for: entry, key: key)
        let store = WriteOperation.Store(key: key, generation: generation, row: row, data: entry.data)
        guard row.file != nil else {
            enqueue(.store(store), completion: completion)
            return
        }
        filing.submit { [self] in
            do {
                // Opened first: a cache that can't be used is to fail before bytes are written.
                _ = try enter()
                var store = store
                store.row.file = CacheFolder.fileName(for: key.string, stamp: row.stamp, in: gate.dataFolder)
                try writeFile(store.row, store)
                enqueue(.store(store), completion: completion)
            } catch {
                let failure = CacheFailure.error(error, "written", folder)
                staging.withLock { $0.unstage(key) }
                report(failure)
                completion(.failure(failure))
            }
        }
    }

    /// Writes the entry as the file that `row` names.
    func writeFile(_ row: IndexRow, _ store: WriteOperation.Store) throws {
        guard let name = row.file else { return }
        let trailer = EntryTrailer(key: store.key.string, row: row).encoded
        try EntryFile.write(store.data, trailer: trailer, name: name, in: folder)
    }

    private func row(for entry: CacheEntry, key: CacheKey) -> IndexRow {
        let size = entry.data.count
        let now = now
        let metadata = MetadataCoding.encode(entry.metadata, key: key.string)
        var row = IndexRow(
            id: IndexRow.id(of: key.string), size: size, footprint: 0,
            checksum: entry.data.withUnsafeBytes { Checksum.of($0) }, stamp: .random(in: .min ... .max), created: now,
            accessed: now, expires: nil, lifetime: nil, flags: 0, file: nil, metadata: metadata)
        row.setTimes(of: entry.metadata)
        if size > configuration.inlineThreshold {
            row.file = CacheFolder.fileName(for: key.string, stamp: row.stamp, in: gate.dataFolder)
            row.footprint = size + EntryTrailer(key: key.string, row: row).encoded.count
        } else {
            row.setFootprint(inline: size, key: key.string)
        }
        return row
    }

    func update(_ metadata: CacheMetadata, for key: CacheKey) async throws {
        _ = try await perform(.update(metadata, key: key)) { $0.restage(metadata, for: key) }
    }

    func remove(_ key: CacheKey) async throws {
        _ = try await perform(.remove(key: key)) { _ = $0.stage(nil, for: key) }
    }

    func remove(url: String) async throws -> Int {
        try await perform(.removeURL(url)) { $0.stageRemoval(url: url) }
    }

    func removeAll() async throws {
        _ = try await perform(.removeAll) { $0.stageClear() }
    }

    /// Hands work to the writing thread and waits until it holds.
    ///
    /// - Parameter stage: Makes the change visible to reads, in one step with its place in the line: a store that is
    ///   called later comes later.
    func perform(_ work: WriteOperation.Work, stage: (inout Staging) -> Void = { _ in }) async throws -> Int {
        try await withCheckedThrowingContinuation { continuation in
            enqueue(work, stage: stage) { continuation.resume(with: $0) }
        }
    }

    /// Hands work to the writing thread.
    func enqueue(
        _ work: WriteOperation.Work, stage: (inout Staging) -> Void = { _ in },
        completion: @escaping @Sendable (Result<Int, any Error>) -> Void = { _ in }
    ) {
        let starts = staging.withLock { staging in
            stage(&staging)
            staging.queue.append(WriteOperation(work: work, completion: completion))
            guard !staging.isDraining else { return false }
            staging.isDraining = true
            return true
        }
        if starts { writing.submit { [self] in drain() } }
    }

    /// Looks for entries past their time, if that was long enough ago.
    ///
    /// - Parameter isWriting: Whether a first look is worth it: a process that only reads skips what is past its time.
    func sweepIfDue(isWriting: Bool = false) {
        let uptime = configuration.timeSource.uptime
        let interval = configuration.sweepInterval
        let isDue = staging.withLock { staging in
            let isDue = staging.nextSweep.map { uptime >= $0 } ?? isWriting
            // A reader's first call starts the interval and leaves the first look to a writer.
            if isDue || (staging.nextSweep == nil && !isWriting) { staging.nextSweep = uptime + interval }
            return isDue
        }
        if isDue { enqueue(.removeExpired) }
    }
}
