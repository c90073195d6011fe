import FoundationEssentials
import Glibc
import Testing
import WebImageCore
import WebImageTesting

@testable import WebImageCache

/// Removals while a damaged index is replaced: what was removed for good stays so.
@Suite(.timeLimit(.minutes(5)))
struct DiskCacheRebuildingTests {
    static let count = 60

    let folder = TemporaryFolder()

    func cache() -> DiskCache { DiskCache(path: folder("cache")) }

    func key(_ index: Int) -> CacheKey { CacheKey("\(index)") }

    /// A cache whose index has lost its first page of rows.
    func fillAndDamage() async throws {
        let cache = cache()
        for index in 0..<Self.count {
            let size = index % 2 == 0 ? 30_000 : 2000
            try await cache.store(entry(size, seed: UInt64(index)) { $0.url = "u\(index)" }, for: key(index))
        }
        try await cache.close()
        let file = folder("cache/index.sqlite")
        let database = try SQLiteDatabase(path: file)
        let page = Int(
            try #require(
                try database.number(
                    "SELECT pageno FROM dbstat WHERE name = 'entries' AND pagetype = 'leaf' ORDER BY pageno LIMIT 1")))
        var data = try #require(contents(file))
        data.replaceSubrange((page - 1) * 4096..<page * 4096, with: Data(count: 4096))
        try data.write(to: URL(filePath: file))
    }

    /// Replaces the index and holds the moment before its entries are taken in.
    func replaceIndex(of cache: DiskCache) async throws -> Hold {
        let hold = Hold(cache.store.upkeep)
        // The walk over all rows finds the damage.
        _ = try await cache.list()
        #expect(try cache.store.read { try $0.totals() }.isRebuilding)
        return hold
    }

    @Test(
        "What is removed while a damaged index is taken in doesn't come back, whoever takes it in",
        arguments: [false, true]
    )
    func removed(byOther: Bool) async throws {
        try await fillAndDamage()
        let cache = cache()
        let hold = try await replaceIndex(of: cache)
        for index in 0..<Self.count {
            switch index % 6 {
            case 0, 1: try await cache.remove(key(index))
            case 2, 3: try await cache.remove(url: "u\(index)")
            default: break
            }
        }
        try await cache.store(entry(40_000, seed: 1000), for: key(0))
        try await cache.store(entry(500, seed: 1001), for: key(1))
        // Another one on the folder stands for another process, or for this one's next run.
        let other = self.cache()
        if byOther { _ = try await other.verify() }
        hold.release()
        _ = try await cache.verify()
        for cache in [cache, other] {
            #expect(try await cache.entry(for: key(0))?.data == bytes(40_000, seed: 1000))
            #expect(try await cache.entry(for: key(1))?.data == bytes(500, seed: 1001))
            for index in 2..<Self.count {
                let found = try await cache.entry(for: key(index))
                if index % 6 < 4 {
                    #expect(found == nil, "\(index)")
                } else if index % 2 == 0 {
                    #expect(found?.data == bytes(30_000, seed: UInt64(index)))
                }
            }
        }
        // Nor do their files stay: of thirty, twenty were removed, and one was stored anew.
        #expect(entryFiles(folder("cache")).count == 11)
        #expect(try await !cache.verify().foundProblems)
        #expect(try await cache.verify().recentOrphans == 0)
        // Later removals and stores are as ever.
        try await cache.store(entry(100, seed: 7), for: key(2))
        #expect(try await cache.entry(for: key(2)) != nil)
    }

    @Test("A file that is written anew after the removal, and taken for the old one, is entered whole")
    func storedAfterRemoval() async throws {
        try await fillAndDamage()
        let cache = cache()
        let hold = try await replaceIndex(of: cache)
        try await cache.remove(key(0))
        let before = entryFiles(folder("cache")).count
        let writing = Hold(cache.store.writing)
        async let stored: Void = cache.store(entry(40_000, seed: 1000), for: key(0))
        while entryFiles(folder("cache")).count(where: { !$0.hasSuffix(".tmp") }) <= before { await Task.yield() }
        let other = self.cache()
        _ = try await other.verify()
        writing.release()
        try await stored
        hold.release()
        _ = try await cache.verify()
        for cache in [cache, other] {
            #expect(try await cache.entry(for: key(0))?.data == bytes(40_000, seed: 1000))
        }
        #expect(entryFiles(folder("cache")).count == 30)
    }

    @Test("An index that was taken in by another one meanwhile gets nothing more of the old")
    func twoTakeIn() async throws {
        try await fillAndDamage()
        let cache = cache()
        _ = try await cache.verify()
        // As one would have found it before that.
        let (key, row) = try #require(
            try cache.store.read { try $0.rows(after: nil, count: 60) }.first { $0.row.file != nil })
        let found = WriteOperation.FoundEntry(key: key, row: row)
        try await cache.remove(CacheKey(found.key))
        #expect(try await cache.store.perform(.adopt([found], dataFolder: 0)) == 0)
        #expect(try await cache.entry(for: CacheKey(found.key)) == nil)
        #expect(try await cache.statistics().entries == cache.list().count)
    }
}
