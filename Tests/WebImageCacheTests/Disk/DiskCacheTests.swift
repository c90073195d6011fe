import FoundationEssentials
import Glibc
import Testing
import WebImageCache
import WebImageCore
import WebImageTesting

@Suite(.timeLimit(.minutes(5)))
struct DiskCacheTests {
    let folder = TemporaryFolder()

    func cache(_ change: (inout DiskCache.Configuration) -> Void = { _ in }) -> DiskCache {
        var configuration = DiskCache.Configuration()
        change(&configuration)
        return DiskCache(path: folder("cache"), configuration: configuration)
    }

    @Test(
        "A3-14 small entries sit in the index, larger ones are files that begin with the bytes",
        arguments: [20480, 20481])
    func threshold(size: Int) async throws {
        let cache = cache()
        try await cache.store(entry(size), for: "a")
        #expect(try await cache.entry(for: "a")?.data == bytes(size))
        let statistics = try await cache.statistics()
        #expect(statistics.entries == 1)
        #expect(statistics.inlineEntries == (size <= 20480 ? 1 : 0))
        let files = entryFiles(folder("cache"))
        #expect(files.count == (size <= 20480 ? 0 : 1))
        for file in files { #expect(contents(file)?.prefix(size) == bytes(size)) }
    }

    @Test("B-10 threshold 0 makes all entries files, the maximum none", arguments: [0, Int.max])
    func modes(threshold: Int) async throws {
        let cache = cache { $0.inlineThreshold = threshold }
        try await cache.store(entry(10), for: "small")
        try await cache.store(entry(300_000), for: "large")
        #expect(try await cache.statistics().fileEntries == (threshold == 0 ? 2 : 0))
        #expect(try await cache.entry(for: "small")?.data == bytes(10))
        #expect(try await cache.entry(for: "large")?.data == bytes(300_000))
    }

    @Test("All metadata comes back, from the next instance too")
    func metadata() async throws {
        var wanted = CacheMetadata(url: "http://example.com/ä?x=1")
        wanted.etag = "\"abc\""
        wanted.lastModified = "Tue, 01 Jan 2030 00:00:00 GMT"
        wanted.expires = Date(timeIntervalSince1970: 4_000_000_000)
        wanted.lifetime = 60.5
        wanted.responseDate = Date(timeIntervalSince1970: 1_700_000_000)
        wanted.headers = ["cache-control": "max-age=5", "vary": "Accept"]
        wanted.varyingRequestHeaders = ["accept": "image/webp"]
        wanted.fileName = "photo.jpg"
        wanted.extended = Data([0, 1, 255])
        for key in ["k", "http://example.com/ä?x=1"] as [CacheKey] {
            for size in [100, 50_000] {
                try await cache().store(CacheEntry(data: bytes(size), metadata: wanted), for: key)
                #expect(try await cache().entry(for: key)?.metadata == wanted)
                #expect(try await cache().metadata(for: key) == wanted)
            }
        }
    }

    @Test("A damaged file is no hit and goes", arguments: ["cut", "zeroed", "flipped", "lost"])
    func damagedFile(kind: String) async throws {
        let cache = cache()
        try await cache.store(entry(50_000), for: "a")
        let file = try #require(entryFiles(folder("cache")).first)
        switch kind {
        case "cut": truncate(file, 1000)
        case "zeroed": try Data(count: 60_000).write(to: URL(filePath: file))
        case "lost": unlink(file)
        default:
            var data = try #require(contents(file))
            data[data.startIndex + 30_000] ^= 1
            try data.write(to: URL(filePath: file))
        }
        #expect(try await cache.entry(for: "a") == nil)
        try await cache.flush()
        #expect(try await cache.statistics().entries == 0)
        try await cache.store(entry(50_000, seed: 2), for: "a")
        #expect(try await cache.entry(for: "a")?.data == bytes(50_000, seed: 2))
    }

    @Test("B-20 keys with quotes, semicolons, zero bytes and over 8 kB work")
    func oddKeys() async throws {
        let cache = cache()
        let keys = [
            "a'; DROP TABLE entries; --", "\"", "", "a\u{0}b", "a\u{0}c", String(repeating: "é%20", count: 4000),
        ]
        for (index, key) in keys.enumerated() {
            try await cache.store(entry(100 + index * 15_000, seed: UInt64(index + 1)), for: CacheKey(key))
        }
        for (index, key) in keys.enumerated() {
            #expect(
                try await cache.entry(for: CacheKey(key))?.data == bytes(100 + index * 15_000, seed: UInt64(index + 1)))
        }
        #expect(
            files(below: folder("cache")).allSatisfy { $0.split(separator: "/").allSatisfy { $0.utf8.count < 255 } })
    }

    @Test("B-22 replacing leaves no file behind")
    func replace() async throws {
        let cache = cache()
        for size in [50_000, 60_000, 100, 50_000, 100] {
            try await cache.store(entry(size), for: "a")
            #expect(try await cache.entry(for: "a")?.data.count == size)
            try await cache.flush()
            #expect(entryFiles(folder("cache")).count == (size > 20480 ? 1 : 0))
            #expect(try await cache.statistics().entries == 1)
        }
    }

    @Test("Removing a URL takes all entries that came from it")
    func removeURL() async throws {
        let cache = cache()
        try await cache.store(entry(100) { $0.url = "u" }, for: "u")
        try await cache.store(entry(100) { $0.url = "u" }, for: "u|size=3")
        try await cache.store(entry(50_000) { $0.url = "u" }, for: "u|size=4")
        try await cache.store(entry(100) { $0.url = "v" }, for: "v")
        #expect(try await cache.remove(url: "u") == 3)
        #expect(try await cache.list().map(\.key) == ["v"])
        #expect(entryFiles(folder("cache")).isEmpty)
    }

    @Test("D-11 clearing removes rows and files, the cache works on")
    func clear() async throws {
        let cache = cache()
        for index in 0..<20 { try await cache.store(entry(index % 2 == 0 ? 100 : 30_000), for: CacheKey("\(index)")) }
        try await cache.removeAll()
        #expect(try await cache.statistics().entries == 0)
        #expect(try await cache.statistics().bytes == 0)
        try await cache.flush()
        #expect(entryFiles(folder("cache")).isEmpty)
        #expect(files(below: folder("cache/trash")).isEmpty)
        try await cache.store(entry(30_000), for: "a")
        #expect(try await cache.entry(for: "a") != nil)
    }

    @Test("Index and folders are this user's alone")
    func mode() async throws {
        try await cache().store(entry(30_000), for: "a")
        for path in [folder("cache"), folder("cache/data")] + files(below: folder("cache")) {
            var status = stat()
            #expect(stat(path, &status) == 0)
            #expect(status.st_mode & 0o077 == 0, "\(path)")
        }
    }

    @Test(
        "Garbage, half or nothing in place of the index: files come back",
        arguments: ["garbage", "half", "empty", "gone"])
    func damagedIndex(kind: String) async throws {
        let first = cache()
        for index in 0..<40 {
            try await first.store(
                entry(30_000, seed: UInt64(index + 1)) { $0.etag = "e\(index)" }, for: CacheKey("\(index)"))
        }
        try await first.close()
        let index = folder("cache/index.sqlite")
        switch kind {
        case "garbage": try bytes(5000).write(to: URL(filePath: index))
        case "half": truncate(index, off_t((contents(index)?.count ?? 0) / 2))
        case "empty": truncate(index, 0)
        default: unlink(index)
        }
        let second = cache()
        _ = try await second.entry(for: "0")
        let report = try await second.verify()
        #expect(report.damaged.isEmpty)
        for index in 0..<40 {
            let found = try await second.entry(for: CacheKey("\(index)"))
            #expect(found?.data == bytes(30_000, seed: UInt64(index + 1)))
            #expect(found?.metadata.etag == "e\(index)")
        }
        #expect(try await second.verify().foundProblems == false)
    }

    @Test("A file where the folder should be: an error at once, told once, the file stays")
    func fileInPlace() async throws {
        try Data("x".utf8).write(to: URL(filePath: folder("cache")))
        let told = Counter()
        let cache = cache { $0.onFailure = { _ in told.add() } }
        for _ in 0..<3 {
            await #expect(throws: WebImageError.self) { try await cache.store(entry(100), for: "a") }
            await #expect(throws: WebImageError.self) { try await cache.store(entry(30_000), for: "a") }
            await #expect(throws: WebImageError.self) { try await cache.entry(for: "a") }
        }
        #expect(told.value == 1)
        #expect(contents(folder("cache")) == Data("x".utf8))
    }
}
