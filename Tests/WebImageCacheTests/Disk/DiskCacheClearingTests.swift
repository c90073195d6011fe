import FoundationEssentials
import Glibc
import Testing
import WebImageCore
import WebImageTesting

@testable import WebImageCache

/// Clearing while others store: what was called later is never lost, and no file is left over.
@Suite(.timeLimit(.minutes(5)))
struct DiskCacheClearingTests {
    let folder = TemporaryFolder()

    func cache() -> DiskCache { DiskCache(path: folder("cache")) }

    /// Waits until there are so many whole entry files.
    func until(files count: Int) async {
        while entryFiles(folder("cache")).count(where: { !$0.hasSuffix(".tmp") }) < count { await Task.yield() }
    }

    func expectOnly(_ keys: Set<CacheKey>) async throws {
        let other = cache()
        #expect(Set(try await other.list().map(\.key)) == keys)
        for key in keys { #expect(try await other.entry(for: key)?.data == bytes(30_000)) }
        let report = try await other.verify()
        #expect(!report.foundProblems)
        #expect(report.recentOrphans == 0)
        #expect(entryFiles(folder("cache")).count == keys.count)
    }

    @Test("CACHE-10 a folder cleared by another process loses no entry that was being stored meanwhile")
    func otherProcessClears() async throws {
        let (mine, other) = (cache(), cache())
        try await other.store(entry(30_000, seed: 3), for: "old")
        // Opened before, so that the file is written for the folder of before the clearing.
        _ = try await mine.entry(for: "old")
        let hold = Hold(mine.store.writing)
        async let stored: Void = mine.store(entry(30_000), for: "new")
        await until(files: 2)
        try await other.removeAll()
        hold.release()
        try await stored
        #expect(try await mine.entry(for: "new")?.data == bytes(30_000))
        try await mine.flush()
        try await other.flush()
        try await expectOnly(["new"])
    }

    @Test("CACHE-10 what is stored after the call to clear stays, what was on its way goes, with its file")
    func storeAfterClear() async throws {
        let cache = cache()
        try await cache.store(entry(30_000, seed: 3), for: "old")
        let hold = Hold(cache.store.writing)
        async let before: Void = cache.store(entry(30_000, seed: 4), for: "before")
        await until(files: 2)
        async let cleared: Void = cache.removeAll()
        while try await cache.entry(for: "old") != nil { await Task.yield() }
        #expect(try await cache.entry(for: "before") == nil)
        async let after: Void = cache.store(entry(30_000), for: "after")
        await until(files: 3)
        #expect(try await cache.entry(for: "after")?.data == bytes(30_000))
        hold.release()
        _ = try await (before, cleared, after)
        try await cache.flush()
        try await expectOnly(["after"])
    }

    @Test("CACHE-10 a clearing that was killed after its transaction is finished at the next use")
    func killedHalfWay() async throws {
        let first = cache()
        for index in 0..<4 { try await first.store(entry(30_000, seed: UInt64(index)), for: CacheKey("\(index)")) }
        try await first.close()
        try SQLiteDatabase(path: folder("cache/index.sqlite")).execute(
            "DELETE FROM entries; UPDATE totals SET entries = 0, bytes = 0, inline_entries = 0, data_folder = 1")
        let second = cache()
        try await second.store(entry(30_000), for: "new")
        try await second.flush()
        try await expectOnly(["new"])
        #expect(names(in: folder("cache/data")).isEmpty)
    }

    @Test("An index made anew after a clearing takes in the files of the folder in use alone")
    func rebuiltAfterClearing() async throws {
        let first = cache()
        try await first.store(entry(30_000, seed: 9), for: "old")
        try await first.flush()
        let old = try #require(entryFiles(folder("cache")).first)
        let kept = try #require(contents(old))
        try await first.removeAll()
        try await first.store(entry(30_000), for: "new")
        try await first.close()
        // As if the process had been killed before the old folder was moved away.
        mkdir(folder("cache/data"), 0o700)
        mkdir(old.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }, 0o700)
        try kept.write(to: URL(filePath: old))
        unlink(folder("cache/index.sqlite"))
        let second = cache()
        _ = try await second.verify()
        try await second.flush()
        try await expectOnly(["new"])
    }

    @Test("A clearing and a count of the sums in one transaction leave the new data folder in use")
    func clearedAndCounted() async throws {
        let cache = cache()
        try await cache.store(entry(30_000, seed: 3), for: "old")
        let hold = Hold(cache.store.writing)
        cache.store.enqueue(.removeAll)
        cache.store.enqueue(.recount)
        async let stored: Void = cache.store(entry(30_000), for: "new")
        await until(files: 2)
        hold.release()
        try await stored
        try await cache.flush()
        #expect(try cache.store.read { try $0.totals() }.dataFolder == 1)
        try await expectOnly(["new"])
    }

    @Test("E-38 an entry too large takes out what its key had before, not what is stored under it afterwards")
    func storeAfterTooLarge() async throws {
        let cache = cache()
        cache.limits.maximumBytes = 100_000
        try await cache.store(entry(30_000, seed: 3), for: "a")
        let writing = Hold(cache.store.writing)
        let filing = Hold(cache.store.filing, threads: 2)
        let large = Task { try await cache.store(entry(100_001), for: "a") }
        while cache.store.staging.withLock({ $0.queue.isEmpty }) { await Task.yield() }
        async let small: Void = cache.store(entry(30_000), for: "a")
        while try await cache.entry(for: "a")?.data != bytes(30_000) { await Task.yield() }
        writing.release()
        await #expect(throws: WebImageError.self) { try await large.value }
        filing.release()
        try await small
        try await cache.flush()
        try await expectOnly(["a"])
    }
}
