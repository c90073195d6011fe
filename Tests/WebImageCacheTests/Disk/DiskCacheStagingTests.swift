import FoundationEssentials
import Glibc
import Testing
import WebImageCache
import WebImageCore
import WebImageTesting

/// What happens between a call and its commit, and while others change the folder.
@Suite(.timeLimit(.minutes(5)))
struct DiskCacheStagingTests {
    let folder = TemporaryFolder()

    func cache(_ change: (inout DiskCache.Configuration) -> Void = { _ in }) -> DiskCache {
        var configuration = DiskCache.Configuration()
        change(&configuration)
        return DiskCache(path: folder("cache"), configuration: configuration)
    }

    @Test("6.8 a store under way is visible to reads, a removal too; the last call wins")
    func lastCallWins() async throws {
        let cache = cache()
        for round in 0..<30 {
            let size = round % 3 == 0 ? 100 : 40_000
            async let first: Void = cache.store(entry(size, seed: UInt64(round * 2 + 1)), for: "a")
            async let second: Void = cache.store(entry(40_100 - size, seed: UInt64(round * 2 + 2)), for: "a")
            _ = try await (first, second)
            let found = try await cache.entry(for: "a")?.data
            #expect(
                found == bytes(size, seed: UInt64(round * 2 + 1))
                    || found == bytes(40_100 - size, seed: UInt64(round * 2 + 2)))
        }
        try await cache.flush()
        #expect(entryFiles(folder("cache")).count <= 1)
        #expect(try await cache.verify().recentOrphans == 0)
    }

    @Test("Back-pressure: more than may wait is stored all the same, and never more waits")
    func backPressure() async throws {
        let cache = cache { $0.maximumPendingBytes = 200_000 }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<60 {
                group.addTask { try await cache.store(entry(50_000, seed: UInt64(index)), for: CacheKey("\(index)")) }
            }
            group.addTask {
                for _ in 0..<20 {
                    let pending = try await cache.statistics().pendingBytes
                    #expect(pending <= 200_000)
                }
            }
            try await group.waitForAll()
        }
        // Larger than all that may wait: goes alone.
        try await cache.store(entry(300_000), for: "large")
        #expect(try await cache.statistics().entries == 61)
        #expect(try await cache.statistics().pendingBytes == 0)
    }

    @Test("CACHE-03 stores whose tasks are cancelled leave the cache whole")
    func cancelledStores() async throws {
        let cache = cache()
        var tasks: [Task<Void, Never>] = []
        for index in 0..<300 {
            tasks.append(
                Task {
                    let size = index % 2 == 0 ? 5000 : 30_000
                    try? await cache.store(entry(size, seed: UInt64(index)), for: CacheKey("c\(index)"))
                    _ = try? await cache.entry(for: CacheKey("c\(index)"))
                })
            if index % 3 == 0 { tasks[index / 2].cancel() }
        }
        for task in tasks { await task.value }
        for index in 0..<20 { try await cache.store(entry(30_000, seed: UInt64(index)), for: CacheKey("\(index)")) }
        let next = self.cache()
        for index in 0..<20 {
            #expect(try await next.entry(for: CacheKey("\(index)"))?.data == bytes(30_000, seed: UInt64(index)))
        }
        let report = try await next.verify()
        #expect(!report.foundProblems)
        #expect(report.recentOrphans == 0)
    }

    @Test("CACHE-10 the folder is removed under a running cache: it comes back")
    func folderRemoved() async throws {
        let cache = cache()
        for round in 0..<3 {
            for size in [100, 40_000] { try await cache.store(entry(size), for: CacheKey("\(round) \(size)")) }
            try FileManager.default.removeItem(atPath: folder("cache"))
            for size in [100, 40_000] { try await cache.store(entry(size), for: CacheKey("new \(round) \(size)")) }
            let keys = Set(try await cache.list().map(\.key.string))
            #expect(keys == ["new \(round) 100", "new \(round) 40000"])
            #expect(try await cache.statistics().entries == 2)
            for size in [100, 40_000] { #expect(try await cache.entry(for: CacheKey("new \(round) \(size)")) != nil) }
            #expect(try await cache.entry(for: CacheKey("\(round) 40000")) == nil)
        }
    }

    @Test("CACHE-10 clearing while stores run: nothing cleared comes back, what came later is there")
    func clearWhileStoring() async throws {
        let cache = cache()
        for round in 0..<10 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<50 {
                    let size = index % 2 == 0 ? 100 : 30_000
                    group.addTask { try await cache.store(entry(size), for: CacheKey("before \(round) \(index)")) }
                }
                group.addTask { try await cache.removeAll() }
                try await group.waitForAll()
            }
            // Some were stored after the clearing; each of these is whole.
            for item in try await cache.list() {
                #expect(try await cache.entry(for: item.key)?.data.count == item.byteCount)
            }
            async let cleared: Void = cache.removeAll()
            async let stored: Void = cache.store(entry(30_000), for: "mixed")
            _ = try await (cleared, stored)
            try await cache.store(entry(30_000), for: "after")
            #expect(try await cache.entry(for: "after") != nil)
            let listed = try await cache.list().count
            #expect(try await cache.statistics().entries == listed)
        }
        try await cache.flush()
        let report = try await cache.verify()
        #expect(!report.foundProblems)
        #expect(report.recentOrphans == 0)
    }

    @Test("D-16 several instances on one folder see each other's entries, and sums are right")
    func twoInstances() async throws {
        let caches = [cache(), cache()]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<200 {
                group.addTask {
                    let size = index % 2 == 0 ? 100 : 25_000
                    try await caches[index % 2].store(entry(size, seed: UInt64(index)), for: CacheKey("\(index / 2)"))
                }
            }
            try await group.waitForAll()
        }
        for cache in caches {
            let items = try await cache.list()
            #expect(items.count == 100)
            #expect(try await cache.statistics().entries == 100)
            for item in items { #expect(try await cache.entry(for: item.key)?.data.count == item.byteCount) }
        }
        #expect(try await !caches[0].verify().foundProblems)
    }

    @Test("Nothing is made before the first use")
    func lazy() async throws {
        do { _ = cache() }
        #expect(names(in: folder.path).isEmpty)
    }

    @Test("Read-only extra folders are asked last and never changed")
    func additionalFolders() async throws {
        let extra = DiskCache(path: folder("extra"))
        try await extra.store(entry(100, seed: 5), for: "small")
        try await extra.store(entry(50_000, seed: 6), for: "large")
        try await extra.close()
        let before = files(below: folder("extra"))
        let cache = cache { $0.additionalFolders = [folder("missing"), folder("extra")] }
        #expect(try await cache.entry(for: "small")?.data == bytes(100, seed: 5))
        #expect(try await cache.entry(for: "large")?.data == bytes(50_000, seed: 6))
        #expect(try await cache.entry(for: "none") == nil)
        try await cache.store(entry(100, seed: 7), for: "small")
        #expect(try await cache.entry(for: "small")?.data == bytes(100, seed: 7))
        try await cache.removeAll()
        #expect(try await cache.entry(for: "small")?.data == bytes(100, seed: 5))
        #expect(
            files(below: folder("extra")).filter { !$0.contains("sqlite-") }
                == before.filter { !$0.contains("sqlite-") })
    }

    @Test("B-14 the blocking look-up, metadata and update")
    func others() async throws {
        let cache = cache()
        try await cache.store(entry(30_000) { $0.etag = "1" }, for: "a")
        let found = await withCheckedContinuation { continuation in
            Thread.start(named: "test") { continuation.resume(returning: (try? cache.blockingEntry(for: "a")) ?? nil) }
        }
        #expect(found?.data == bytes(30_000))
        var metadata = try #require(await cache.metadata(for: "a"))
        metadata.etag = "2"
        metadata.url = "u"
        try await cache.update(metadata, for: "a")
        try await cache.update(metadata, for: "none")
        #expect(try await cache.entry(for: "a")?.metadata.etag == "2")
        #expect(try await cache.entry(for: "none") == nil)
        #expect(try await cache.remove(url: "u") == 1)
        try await cache.store(for: "b") { entry(5) }
        #expect(try await cache.contains("b"))
        try await cache.remove("b")
        #expect(try await !cache.contains("b"))
        await #expect(throws: WebImageError.self) { try await cache.store(entry(0), for: "empty") }
    }
}
