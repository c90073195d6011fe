import FoundationEssentials
import Glibc
import Testing
import WebImageCore
import WebImageTesting

@testable import WebImageCache

/// What comes back from an index that is damaged in part. Which rows must is what SQLite itself says of the page.
@Suite(.timeLimit(.minutes(5)))
struct DiskCacheSalvageTests {
    static let count = 120
    static let pageSize = 4096

    let folder = TemporaryFolder()

    func cache() -> DiskCache { DiskCache(path: folder("cache")) }

    func size(_ index: Int) -> Int { index % 6 == 0 ? 30_000 : 200 + index * 100 }

    func fill() async throws {
        let cache = cache()
        for index in 0..<Self.count {
            try await cache.store(
                entry(size(index), seed: UInt64(index)) { $0.etag = "e\(index)" }, for: CacheKey("\(index)"))
        }
        try await cache.close()
    }

    /// Numbers of pages of the table of entries, and how many rows each holds.
    func pages(_ kind: String) throws -> [(page: Int, rows: Int)] {
        let database = try SQLiteDatabase(path: folder("cache/index.sqlite"))
        let statement = try database.prepare("SELECT pageno, ncell FROM dbstat WHERE name = 'entries' AND pagetype = ?")
        try statement.bind(1, text: kind)
        var pages: [(page: Int, rows: Int)] = []
        while try statement.step() { pages.append((Int(statement.number(0)), Int(statement.number(1)))) }
        return pages
    }

    func overwrite(page: Int, with new: Data) throws {
        let file = folder("cache/index.sqlite")
        var data = try #require(contents(file))
        data.replaceSubrange((page - 1) * Self.pageSize..<page * Self.pageSize, with: new)
        try data.write(to: URL(filePath: file))
    }

    /// How many entries are whole; none may be anything else.
    func wholeEntries(_ cache: DiskCache) async throws -> Int {
        var count = 0
        for index in 0..<Self.count {
            guard let found = try await cache.entry(for: CacheKey("\(index)")) else { continue }
            #expect(found.data == bytes(size(index), seed: UInt64(index)))
            #expect(found.metadata.etag == "e\(index)")
            count += 1
        }
        return count
    }

    @Test(
        "A damaged page of the index costs the entries on it, no others", arguments: ["leaf", "overflow"],
        [false, true])
    func onePage(kind: String, isZeroed: Bool) async throws {
        try await fill()
        let pages = try pages(kind)
        try #require(pages.count > 10)
        let (page, rows) = pages[pages.count / 2]
        try overwrite(page: page, with: isZeroed ? Data(count: Self.pageSize) : bytes(Self.pageSize, seed: 99))
        let cache = cache()
        _ = try await cache.verify()
        let lost = kind == "leaf" ? rows : 1
        #expect(try await wholeEntries(cache) >= Self.count - lost)
        // Files come back from their own trailers, whatever became of their rows.
        for index in 0..<Self.count where size(index) == 30_000 {
            #expect(try await cache.contains(CacheKey("\(index)")))
        }
        #expect(try await !cache.verify().foundProblems)
        #expect(names(in: folder("cache")).sorted().filter { $0 == "salvage" }.isEmpty)
    }

    @Test("Several damaged pages: what lies between them comes back")
    func manyPages() async throws {
        try await fill()
        let leaves = try pages("leaf")
        var lost = 0
        for (page, rows) in stride(from: 1, to: leaves.count, by: 5).map({ leaves[$0] }) {
            try overwrite(page: page, with: bytes(Self.pageSize, seed: UInt64(page)))
            lost += rows
        }
        let cache = cache()
        _ = try await cache.verify()
        #expect(try await wholeEntries(cache) >= Self.count - lost)
        #expect(try await !cache.verify().foundProblems)
    }

    @Test("Where nothing of the table can be read, files come back, and the cache works on")
    func root() async throws {
        try await fill()
        let root = try #require(pages("internal").first)
        try overwrite(page: root.page, with: bytes(Self.pageSize, seed: 5))
        let cache = cache()
        _ = try await cache.verify()
        #expect(try await wholeEntries(cache) == Self.count / 6)
        try await cache.store(entry(100), for: "new")
        #expect(try await cache.entry(for: "new") != nil)
        #expect(try await !cache.verify().foundProblems)
    }

    @Test("What is read of a damaged index keeps its time of use, and never replaces what was stored since")
    func timesAndNewerEntries() async throws {
        try await fill()
        try SQLiteDatabase(path: folder("cache/index.sqlite")).execute(
            "UPDATE entries SET accessed = accessed - 1000000000; PRAGMA wal_checkpoint(TRUNCATE)")
        let (page, _) = try #require(pages("leaf").first)
        try overwrite(page: page, with: Data(count: Self.pageSize))
        let cache = cache()
        for index in 0..<Self.count where size(index) < 30_000 {
            try await cache.store(entry(777, seed: UInt64(index)), for: CacheKey("\(index)"))
        }
        _ = try await cache.verify()
        let items = try await cache.list()
        #expect(items.count == Self.count)
        #expect(items.filter(\.isInline).allSatisfy { $0.byteCount == 777 })
        let old = items.filter { !$0.isInline }
        #expect(old.count { $0.lastAccess < $0.created - 500 } > 0)
    }

    @Test("A clearing while a damaged index is taken in leaves nothing of it")
    func cleared() async throws {
        try await fill()
        let (page, _) = try #require(pages("leaf").first)
        try overwrite(page: page, with: Data(count: Self.pageSize))
        let cache = cache()
        // The walk over all rows finds the damage; the taking in begins on another thread.
        _ = try await cache.list()
        try await cache.removeAll()
        try await cache.store(entry(30_000), for: "new")
        try await cache.flush()
        _ = try await cache.verify()
        #expect(try await cache.list().map(\.key) == ["new"])
        #expect(try await cache.statistics().entries == 1)
    }

    @Test("A size that the damaged index says wrong evicts nothing", arguments: ["1", "30"])
    func footprint(key: String) async throws {
        try await fill()
        let database = try SQLiteDatabase(path: folder("cache/index.sqlite"))
        let inFull = Int(try #require(try database.number("SELECT bytes FROM totals")))
        try database.execute(
            "UPDATE entries SET footprint = 1 << 60 WHERE key = '\(key)'; PRAGMA wal_checkpoint(TRUNCATE)")
        let pages = try pages("leaf")
        let (page, rows) = pages[pages.count / 2]
        try overwrite(page: page, with: Data(count: Self.pageSize))
        let cache = cache()
        _ = try await cache.verify()
        #expect(try await wholeEntries(cache) >= Self.count - rows)
        #expect(try await cache.statistics().bytes <= inFull)
    }
}
