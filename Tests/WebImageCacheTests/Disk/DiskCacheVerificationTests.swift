import FoundationEssentials
import Glibc
import Testing
import WebImageCore
import WebImageTesting

@testable import WebImageCache

/// What `verify` finds and mends, and indexes of other versions.
@Suite(.timeLimit(.minutes(5)))
struct DiskCacheVerificationTests {
    let folder = TemporaryFolder()

    func cache() -> DiskCache { DiskCache(path: folder("cache")) }

    func fill(_ cache: DiskCache) async throws {
        for index in 0..<10 {
            try await cache.store(entry(index % 2 == 0 ? 100 : 30_000, seed: UInt64(index)), for: CacheKey("\(index)"))
        }
    }

    /// Sets a file's time of change to days ago.
    func age(_ file: String, days: Int) {
        let time = timeval(tv_sec: Glibc.time(nil) - days * 86_400, tv_usec: 0)
        var times = [time, time]
        utimes(file, &times)
    }

    @Test("A sound cache has nothing to mend")
    func sound() async throws {
        let cache = cache()
        try await fill(cache)
        let report = try await cache.verify()
        #expect(report.checked == 10)
        #expect(!report.foundProblems)
        #expect(try await cache.statistics().entries == 10)
    }

    @Test("CACHE-02 cut, zeroed, flipped and lost files go, the others stay")
    func damagedFiles() async throws {
        let cache = cache()
        try await fill(cache)
        let found = entryFiles(folder("cache"))
        #expect(found.count == 5)
        truncate(found[0], 1000)
        try Data(count: contents(found[1])?.count ?? 0).write(to: URL(filePath: found[1]))
        unlink(found[2])
        let report = try await cache.verify()
        #expect(report.damaged.count == 3)
        #expect(report.foundProblems)
        #expect(try await cache.statistics().entries == 7)
        #expect(try await !cache.verify().foundProblems)
        #expect(entryFiles(folder("cache")).count == 2)
    }

    @Test("A damaged inline entry is no hit, and goes")
    func damagedInline() async throws {
        try await fill(cache())
        let database = try SQLiteDatabase(path: folder("cache/index.sqlite"))
        try database.execute("UPDATE entries SET data = zeroblob(100) WHERE key = '0'")
        try database.execute("UPDATE entries SET data = zeroblob(50) WHERE key = '2'")
        let cache = cache()
        #expect(try await cache.entry(for: "0") == nil)
        let report = try await cache.verify()
        #expect(report.damaged == ["2"])
        #expect(try await cache.statistics().entries == 8)
    }

    @Test("An index with damage in its header is replaced at its next use", arguments: [0, 18, 47, 100])
    func damagedHeader(place: Int) async throws {
        let first = cache()
        try await fill(first)
        try await first.close()
        var bytes = try #require(contents(folder("cache/index.sqlite")))
        // The magic, the version that writes it, the format of the schema, the kind of the first page.
        bytes[bytes.startIndex + place] = 5
        try Data(bytes).write(to: URL(filePath: folder("cache/index.sqlite")), options: .atomic)
        let cache = cache()
        let entry = CacheEntry(data: Data([1, 2, 3]), metadata: CacheMetadata())
        try await cache.store(entry, for: "new")
        #expect(try await cache.entry(for: "new")?.data == entry.data)
        _ = try await cache.verify()
        #expect(try await !cache.verify().foundProblems)
    }

    @Test("Old files that no entry has go, young ones stay")
    func orphans() async throws {
        let cache = cache()
        try await fill(cache)
        let file = try #require(entryFiles(folder("cache")).first)
        let copies = ["0", "1", "2"].map { file.dropLast() + $0 }.filter { $0 != file }.map(String.init)
        for copy in copies { try #require(contents(file)).write(to: URL(filePath: copy)) }
        age(copies[0], days: 3)
        let temporary = file + ".tmp"
        try Data("half".utf8).write(to: URL(filePath: temporary))
        age(temporary, days: 2)
        let report = try await cache.verify()
        #expect(report.orphans == 2)
        #expect(report.recentOrphans == copies.count - 1)
        #expect(!entryFiles(folder("cache")).contains(copies[0]))
        #expect(entryFiles(folder("cache")).contains(copies[1]))
        #expect(try await cache.statistics().entries == 10)
    }

    @Test("Wrong sums are put right")
    func totals() async throws {
        try await fill(cache())
        try SQLiteDatabase(path: folder("cache/index.sqlite"))
            .execute("UPDATE totals SET entries = 3, bytes = -1, inline_entries = 77")
        let cache = cache()
        #expect(try await cache.verify().wereTotalsWrong)
        let statistics = try await cache.statistics()
        #expect(statistics.entries == 10)
        #expect(statistics.inlineEntries == 5)
        #expect(statistics.bytes > 5 * 30_100)
    }

    @Test("An index without its row of sums is damaged: it is replaced, and its entries come back")
    func missingTotals() async throws {
        try await fill(cache())
        try SQLiteDatabase(path: folder("cache/index.sqlite")).execute("DELETE FROM totals")
        let cache = cache()
        try await cache.store(CacheEntry(data: Data([1, 2, 3]), metadata: CacheMetadata()), for: "new")
        #expect(try await cache.entry(for: "new")?.data == Data([1, 2, 3]))
        #expect(try await cache.statistics().entries == 11)
        #expect(try await cache.entry(for: "0") != nil)
    }

    @Test("Trash of a process that was killed is emptied at the next use")
    func leftTrash() async throws {
        try await fill(cache())
        mkdir(folder("cache/trash/data-1"), 0o700)
        try Data(count: 1000).write(to: URL(filePath: folder("cache/trash/data-1/x")))
        let cache = cache()
        _ = try await cache.entry(for: "0")
        try await cache.flush()
        #expect(names(in: folder("cache/trash")).isEmpty)
    }

    @Test("B-21 sums over 4 GB are right")
    func largeSums() async throws {
        let cache = cache()
        cache.limits = .unlimited
        try await fill(cache)
        let database = try SQLiteDatabase(path: folder("cache/index.sqlite"))
        try database.execute("UPDATE entries SET footprint = 3000000000; \(IndexSchema.recount)")
        #expect(try await cache.statistics().bytes == 30_000_000_000)
        try await cache.remove("1")
        #expect(try await cache.statistics().bytes == 27_000_000_000)
    }

    @Test("An index of version 1 is brought up to date with its entries")
    func migration() async throws {
        try await fill(cache())
        do {
            let database = try SQLiteDatabase(path: folder("cache/index.sqlite"))
            try database.execute(
                """
                BEGIN;
                CREATE TABLE old AS SELECT * FROM entries;
                DROP TABLE entries; DROP TABLE totals;
                CREATE TABLE entries(id INTEGER PRIMARY KEY, key TEXT NOT NULL, url_id INTEGER, size INTEGER NOT NULL,
                  checksum INTEGER NOT NULL, stamp INTEGER NOT NULL, created INTEGER NOT NULL, accessed INTEGER NOT NULL,
                  expires INTEGER, lifetime INTEGER, flags INTEGER NOT NULL, file TEXT, metadata BLOB NOT NULL, data BLOB);
                CREATE INDEX entries_by_access ON entries(accessed);
                INSERT INTO entries SELECT id, key, url_id, size, checksum, stamp, created, accessed, expires, lifetime,
                  flags, file, metadata, data FROM old;
                DROP TABLE old;
                PRAGMA user_version = 1;
                COMMIT;
                """)
        }
        let cache = cache()
        for index in 0..<10 {
            #expect(try await cache.entry(for: CacheKey("\(index)"))?.data.count == (index % 2 == 0 ? 100 : 30_000))
        }
        #expect(try await cache.statistics().entries == 10)
        #expect(try await !cache.verify().foundProblems)
    }

    @Test("An index of a newer release, and one of another program, are left alone", arguments: [true, false])
    func foreign(isNewer: Bool) async throws {
        try await fill(cache())
        try await cache().close()
        if isNewer {
            try SQLiteDatabase(path: folder("cache/index.sqlite")).execute("PRAGMA user_version = 99")
        } else {
            unlink(folder("cache/index.sqlite"))
            try SQLiteDatabase(path: folder("cache/index.sqlite")).execute("CREATE TABLE mine(x)")
        }
        let before = contents(folder("cache/index.sqlite"))
        await #expect(throws: WebImageError.self) { try await cache().entry(for: "0") }
        await #expect(throws: WebImageError.self) { try await cache().store(entry(100), for: "0") }
        #expect(contents(folder("cache/index.sqlite"))?.count == before?.count)
    }

    @Test("An index of version 2, which knew one data folder, is brought up to date and can be cleared")
    func migrationFromVersion2() async throws {
        try await fill(cache())
        try SQLiteDatabase(path: folder("cache/index.sqlite"))
            .execute("BEGIN; ALTER TABLE totals DROP COLUMN data_folder; PRAGMA user_version = 2; COMMIT")
        let cache = cache()
        for index in 0..<10 {
            #expect(try await cache.entry(for: CacheKey("\(index)"))?.data.count == (index % 2 == 0 ? 100 : 30_000))
        }
        try await cache.removeAll()
        try await cache.store(entry(30_000), for: "new")
        #expect(try await cache.list().map(\.key) == ["new"])
        #expect(try await !cache.verify().foundProblems)
    }

    @Test("A trailer that is damaged, or belongs to a file of another length, isn't believed")
    func trailers() throws {
        let row = IndexRow(id: 1, metadata: [1, 2, 3])
        let encoded = EntryTrailer(key: "key", row: row).encoded
        #expect(EntryTrailer(encoded, fileSize: encoded.count)?.key == "key")
        #expect(EntryTrailer(encoded, fileSize: encoded.count + 1) == nil)
        #expect(EntryTrailer(Array(encoded.dropFirst()), fileSize: encoded.count) == nil)
        for index in encoded.indices {
            var damaged = encoded
            damaged[index] ^= 0x10
            #expect(EntryTrailer(damaged, fileSize: damaged.count) == nil)
        }
        #expect(EntryTrailer([], fileSize: 0) == nil)
    }

    @Test("Damaged metadata gives what stands before the damage, and never crashes")
    func metadataCoding() {
        var metadata = CacheMetadata(url: "u")
        metadata.etag = "e"
        metadata.headers = ["a": "b"]
        metadata.extended = Data(count: 300)
        let encoded = MetadataCoding.encode(metadata, key: "k")
        #expect(MetadataCoding.decode(encoded, key: "k") == metadata)
        for count in encoded.indices { _ = MetadataCoding.decode(Array(encoded.prefix(count)), key: "k") }
        var random = SplitMix(state: 3)
        for _ in 0..<2000 {
            _ = MetadataCoding.decode((0..<40).map { _ in UInt8(truncatingIfNeeded: random.next()) }, key: "k")
        }
        #expect(MetadataCoding.decode([200, 3, 1, 2, 3] + encoded, key: "k") == metadata)
    }

    @Test("The checksum sees every cut and every flipped bit")
    func checksum() {
        for size in [1, 7, 8, 15, 16, 17, 127, 128, 129, 255, 1000] {
            func sum(_ data: Data) -> UInt64 { data.withUnsafeBytes { Checksum.of($0) } }
            var data = bytes(size)
            let whole = sum(data)
            for index in data.indices {
                data[index] ^= 1 << (index % 8)
                #expect(sum(data) != whole)
                data[index] ^= 1 << (index % 8)
            }
            #expect(sum(data.dropLast()) != whole)
            #expect(sum(data + [0]) != whole)
        }
    }
}
