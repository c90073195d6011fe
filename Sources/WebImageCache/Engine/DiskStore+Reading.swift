internal import FoundationEssentials
internal import WebImageCore

extension DiskStore {
    /// What is known without asking the index; `.unknown` sends the caller to ``readEntry(_:allowsExpired:)``.
    func stagedAnswer(for key: CacheKey, allowsExpired: Bool) -> Staging.Answer {
        let answer = staging.withLock { $0.answer(for: key) }
        guard case .entry(let entry) = answer, !allowsExpired, let expires = entry.metadata.expires,
            expires <= configuration.timeSource.date
        else { return answer }
        return .removed
    }

    /// Looks the entry up and reads its bytes; blocks the thread.
    ///
    /// Bytes that aren't those that were written are no hit: the entry is taken out.
    func readEntry(_ key: CacheKey, allowsExpired: Bool) throws -> CacheEntry? {
        sweepIfDue()
        let id = IndexRow.id(of: key.string)
        var stamp: Int64?
        while true {
            let touch = pendingTouch(id)
            guard let found = try read({ try $0.row(for: key.string, id: id, withData: true) }) else {
                return additionalEntry(key, id: id, allowsExpired: allowsExpired)
            }
            // A second look at the same write: its file is gone or damaged for good.
            if found.row.stamp == stamp {
                takeOut(found.row)
                return additionalEntry(key, id: id, allowsExpired: allowsExpired)
            }
            stamp = found.row.stamp
            let row = Self.row(found.row, with: touch)
            guard allowsExpired || !row.isExpired(at: now, maximumAge: maximumAge) else {
                return additionalEntry(key, id: id, allowsExpired: allowsExpired)
            }
            guard let data = try bytes(of: found, in: folder) else { continue }
            note(useOf: row)
            return CacheEntry(data: data, metadata: metadata(of: row, key: key), tier: .disk)
        }
    }

    /// The metadata alone.
    func readMetadata(_ key: CacheKey, allowsExpired: Bool) throws -> CacheMetadata? {
        let id = IndexRow.id(of: key.string)
        let touch = pendingTouch(id)
        guard let found = try read({ try $0.row(for: key.string, id: id, withData: false) }) else { return nil }
        let row = Self.row(found.row, with: touch)
        guard allowsExpired || !row.isExpired(at: now, maximumAge: maximumAge) else { return nil }
        return metadata(of: row, key: key)
    }

    /// The row's bytes if they are whole.
    func bytes(of found: IndexReader.Found, in folder: CacheFolder) throws -> Data? {
        if let data = found.data {
            let isWhole = data.count == found.row.size && data.withUnsafeBytes { Checksum.of($0) } == found.row.checksum
            return isWhole ? data : nil
        }
        guard let name = found.row.file else { return nil }
        do {
            let contents = try EntryFile.read(folder.file(name), size: found.row.size, checksum: found.row.checksum)
            if case .whole(let data) = contents { return data }
            return nil
        } catch {
            throw CacheFailure.error(error, "read", folder)
        }
    }

    func metadata(of row: IndexRow, key: CacheKey) -> CacheMetadata {
        var metadata = MetadataCoding.decode(row.metadata, key: key.string)
        // A sliding entry's expiry moves without its metadata being written anew.
        metadata.expires = row.expires.map(Microseconds.date)
        return metadata
    }

    /// A use that this process knows of and the index may not.
    ///
    /// Asked for before the row is read: afterwards the use may have been written, which that row doesn't show.
    func pendingTouch(_ id: Int64) -> Staging.Touch? { staging.withLock { $0.touch(id) } }

    /// The row as it will be when the use is written.
    static func row(_ row: IndexRow, with touch: Staging.Touch?) -> IndexRow {
        guard let touch, touch.stamp == row.stamp else { return row }
        var row = row
        row.accessed = max(row.accessed, touch.accessed)
        if row.isSliding, let expires = touch.expires { row.expires = max(row.expires ?? expires, expires) }
        return row
    }

    private func note(useOf row: IndexRow) {
        let now = now
        var touch = Staging.Touch(stamp: row.stamp, accessed: now)
        // A damaged row may say more than fits.
        if row.isSliding, let lifetime = row.lifetime { touch.expires = now + min(lifetime, 1 << 52) }
        let isFirst = staging.withLock { [touch] in $0.note(touch, row.id) }
        guard isFirst else { return }
        let timeSource = configuration.timeSource
        let delay = configuration.accessTimeDelay
        Task { [weak self] in
            // Other writes may take the uses along before; this stays the only one that sleeps.
            try? await timeSource.sleep(for: delay)
            if let self, staging.withLock({ $0.flushIsDue() }) { enqueue(.flush) }
        }
    }

    /// Removes a damaged entry, unless it was written anew meanwhile.
    private func takeOut(_ row: IndexRow) { enqueue(.removeDamaged(id: row.id, stamp: row.stamp)) }

    private func additionalEntry(_ key: CacheKey, id: Int64, allowsExpired: Bool) -> CacheEntry? {
        for other in additional {
            // A folder that can't be read has nothing for us: it is an extra.
            let found = try? other.readers.withReader(
                epoch: 1, connect: other.connect, { try $0.row(for: key.string, id: id, withData: true) })
            guard let found = found ?? nil, let data = try? bytes(of: found, in: other.folder) else { continue }
            // Nobody writes the times of use there, so only the entry's own expiry counts.
            guard allowsExpired || !found.row.isExpired(at: now, maximumAge: nil) else { continue }
            return CacheEntry(data: data, metadata: metadata(of: found.row, key: key), tier: .disk)
        }
        return nil
    }
}
