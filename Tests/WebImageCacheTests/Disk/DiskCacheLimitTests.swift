import FoundationEssentials
import Testing
import WebImageCore
import WebImageTesting

@testable import WebImageCache

/// Limits by bytes, number, age and free space, and the entries' own time.
@Suite(.timeLimit(.minutes(5)))
struct DiskCacheLimitTests {
    let folder = TemporaryFolder()
    let clock = ManualTimeSource()

    func cache(_ change: (inout DiskCache.Configuration) -> Void = { _ in }) -> DiskCache {
        var configuration = DiskCache.Configuration()
        configuration.timeSource = clock
        change(&configuration)
        return DiskCache(path: folder("cache"), configuration: configuration)
    }

    /// Stores an entry that lives for so long after each use.
    func storeSliding(_ key: CacheKey, in cache: DiskCache, seconds: Double) async throws {
        let expires = clock.date + seconds
        try await cache.store(
            entry(100) {
                $0.expires = expires
                $0.lifetime = seconds
                $0.isSliding = true
            }, for: key)
    }

    func keys(_ cache: DiskCache) async throws -> Set<String> { Set(try await cache.list().map(\.key.string)) }

    @Test("A3-12 the entries used longest ago go first, uses that only memory knows of counted")
    func order() async throws {
        let cache = cache {
            $0.limits.maximumCount = 10
            $0.limits.lowWaterMark = 1
        }
        for index in 0..<10 {
            clock.advance(by: .seconds(1))
            try await cache.store(entry(index % 2 == 0 ? 100 : 30_000), for: CacheKey("\(index)"))
        }
        for index in [0, 3] {
            clock.advance(by: .seconds(1))
            _ = try await cache.entry(for: CacheKey("\(index)"))
        }
        for index in 10..<13 {
            clock.advance(by: .seconds(1))
            try await cache.store(entry(100), for: CacheKey("\(index)"))
        }
        #expect(try await keys(cache) == ["0", "3", "5", "6", "7", "8", "9", "10", "11", "12"])
    }

    @Test("CACHE-06 CACHE-07 the limit in bytes holds while running, and nothing goes before it")
    func bytesLimit() async throws {
        let cache = cache {
            $0.limits.maximumBytes = 5_000_000
            $0.inlineThreshold = 1000
        }
        for index in 0..<40 {
            clock.advance(by: .seconds(1))
            try await cache.store(entry(100_000, seed: UInt64(index)), for: CacheKey("\(index)"))
        }
        #expect(try await cache.statistics().entries == 40)
        for index in 40..<60 {
            clock.advance(by: .seconds(1))
            try await cache.store(entry(100_000, seed: UInt64(index)), for: CacheKey("\(index)"))
            #expect(try await cache.statistics().bytes <= 5_000_000)
        }
        try await cache.flush()
        let statistics = try await cache.statistics()
        #expect(statistics.bytes >= 4_000_000 - 200_000)
        let onDisk = entryFiles(folder("cache")).reduce(0) { $0 + (contents($1)?.count ?? 0) }
        #expect(onDisk == statistics.bytes)
        #expect(try await cache.contains("59"))
        #expect(try await !cache.contains("0"))
    }

    @Test("E-38 an entry larger than the whole cache isn't written, and the older one of its key goes")
    func tooLarge() async throws {
        let cache = cache { $0.limits.maximumBytes = 100_000 }
        try await cache.store(entry(50_000), for: "a")
        await #expect(throws: WebImageError.self) { try await cache.store(entry(100_001), for: "a") }
        #expect(try await cache.entry(for: "a") == nil)
        try await cache.flush()
        #expect(entryFiles(folder("cache")).isEmpty)
    }

    @Test("CFG-08 an entry that nobody uses for seven days goes, one that is used stays")
    func age() async throws {
        let cache = cache()
        try await cache.store(entry(100), for: "unused")
        try await cache.store(entry(100), for: "used")
        clock.advance(by: .seconds(4 * 24 * 3600))
        #expect(try await cache.entry(for: "used") != nil)
        clock.advance(by: .seconds(4 * 24 * 3600))
        #expect(try await cache.entry(for: "unused") == nil)
        try await cache.removeExpired()
        #expect(try await keys(cache) == ["used"])
    }

    @Test("CFG-08 the age limit is looked after while the cache is in use, with no call")
    func sweep() async throws {
        let cache = cache()
        try await cache.store(entry(30_000), for: "old")
        clock.advance(by: .seconds(8 * 24 * 3600))
        try await cache.store(entry(100), for: "new")
        try await cache.flush()
        #expect(try await keys(cache) == ["new"])
        #expect(entryFiles(folder("cache")).isEmpty)
    }

    @Test("E-36 CACHE-09 an absolute lifetime ends however often the entry is used")
    func absoluteLifetime() async throws {
        let cache = cache()
        let expires = clock.date + 5
        try await cache.store(
            entry(100) {
                $0.expires = expires; $0.lifetime = 5
            }, for: "a")
        for _ in 0..<4 {
            clock.advance(by: .seconds(1))
            #expect(try await cache.entry(for: "a") != nil)
        }
        clock.advance(by: .seconds(1))
        #expect(try await cache.entry(for: "a") == nil)
        #expect(try await !cache.contains("a"))
        #expect(try await cache.entry(for: "a", allowsExpired: true) != nil)
    }

    @Test("CACHE-09 a sliding lifetime begins anew with each use, and in the next process too")
    func slidingLifetime() async throws {
        let first = cache()
        try await storeSliding("a", in: first, seconds: 5)
        for _ in 0..<12 {
            clock.advance(by: .seconds(1))
            #expect(try await first.entry(for: "a") != nil)
        }
        try await first.flush()
        let second = cache()
        clock.advance(by: .seconds(4))
        #expect(try await second.entry(for: "a") != nil)
        clock.advance(by: .seconds(5))
        #expect(try await second.entry(for: "a") == nil)
    }

    @Test("A sliding lifetime that a damaged row says beyond all measure ends nothing", arguments: [Int64.max, .min])
    func lifetimeBeyondMeasure(lifetime: Int64) async throws {
        let first = cache()
        try await first.store(entry(100) { $0.isSliding = true }, for: "a")
        try await first.close()
        // SQLite has no literal for the lowest number.
        let number = lifetime < 0 ? "-9223372036854775807 - 1" : "\(lifetime)"
        try SQLiteDatabase(path: folder("cache/index.sqlite")).execute("UPDATE entries SET lifetime = \(number)")
        #expect(try await cache().entry(for: "a")?.data == bytes(100))
    }

    @Test("CACHE-09 a use counts while the transaction with its time is under way")
    func useUnderWay() async throws {
        let cache = cache()
        let expires = clock.date + 5
        try await storeSliding("a", in: cache, seconds: 5)
        clock.advance(by: .seconds(4))
        #expect(try await cache.entry(for: "a") != nil)
        clock.advance(by: .seconds(2))
        let (held, end) = (Semaphore(), Semaphore())
        async let holding: Void = Thread.run {
            try cache.store.gate.withWriter { _ in
                held.signal()
                end.wait()
            }
        }
        try await Thread.run { held.wait() }
        async let flushing: Void = cache.flush()
        while cache.store.staging.withLock({ $0.hasTouches }) { await Task.yield() }
        let listed = try? await cache.list().first?.metadata.expires
        let found = try? await cache.entry(for: "a")
        end.signal()
        _ = try await (holding, flushing)
        #expect(found != nil)
        #expect(listed == expires + 4)
        #expect(try await cache.entry(for: "a") != nil)
    }

    @Test("D-18 a use whose time still waits to be written saves the entry from a sweep and from trimming")
    func pendingUses() async throws {
        let cache = cache { $0.sweepInterval = .seconds(1_000_000) }
        for key in ["a", "b", "c"] as [CacheKey] {
            try await storeSliding(key, in: cache, seconds: 100)
        }
        clock.advance(by: .seconds(90))
        #expect(try await cache.entry(for: "a") != nil)
        clock.advance(by: .seconds(20))
        #expect(try await cache.removeExpired() == 2)
        #expect(try await keys(cache) == ["a"])

        for key in ["d", "e"] as [CacheKey] { try await cache.store(entry(100), for: key) }
        try await cache.flush()
        clock.advance(by: .seconds(60))
        #expect(try await cache.entry(for: "d") != nil)
        clock.advance(by: .seconds(10))
        try await cache.trim(maximumAge: .seconds(65))
        #expect(try await keys(cache) == ["d"])

        clock.advance(by: .seconds(1))
        try await cache.store(entry(100), for: "f")
        clock.advance(by: .seconds(1))
        #expect(try await cache.entry(for: "d") != nil)
        try await cache.trim(maximumCount: 1)
        #expect(try await keys(cache) == ["d"])
    }

    @Test("An entry past its time goes by itself unless a server could confirm it")
    func expiredWithValidator() async throws {
        let cache = cache()
        let expires = clock.date + 5
        try await cache.store(entry(100) { $0.expires = expires }, for: "plain")
        try await cache.store(
            entry(100) {
                $0.expires = expires; $0.etag = "x"
            }, for: "confirmable")
        clock.advance(by: .seconds(10))
        #expect(try await cache.removeExpired() == 1)
        #expect(try await keys(cache) == ["confirmable"])
    }

    @Test("CACHE-08 a clock set back or forward neither pins nor drops everything")
    func clockSteps() async throws {
        let cache = cache()
        let expires = clock.date + 3600
        try await cache.store(
            entry(100) {
                $0.expires = expires; $0.lifetime = 3600
            }, for: "timed")
        try await cache.store(entry(100), for: "plain")
        clock.shiftDate(by: .seconds(-24 * 3600))
        #expect(try await cache.entry(for: "timed") != nil)
        #expect(try await cache.entry(for: "plain") != nil)
        try await cache.removeExpired()
        // Counted from the clock as it is now, not from the day that hasn't come yet.
        clock.advance(by: .seconds(3601))
        #expect(try await cache.entry(for: "timed") == nil)
        #expect(try await cache.entry(for: "plain") != nil)
        clock.advance(by: .seconds(7 * 24 * 3600 + 1))
        #expect(try await cache.entry(for: "plain") == nil)
        try await cache.store(entry(100), for: "later")
        clock.advance(by: .seconds(6 * 24 * 3600))
        #expect(try await cache.entry(for: "later") != nil)
    }

    @Test("D-06 entries go when the file system runs short of room")
    func freeSpace() async throws {
        let free = Counter()
        let cache = cache {
            $0.limits.minimumFreeBytes = 1_000_000
            $0.freeSpace = { _ in free.value == 0 ? 2_000_000 : 900_000 }
        }
        for index in 0..<10 {
            clock.advance(by: .seconds(1))
            try await cache.store(entry(30_000), for: CacheKey("\(index)"))
        }
        #expect(try await cache.statistics().entries == 10)
        free.add()
        clock.advance(by: .seconds(1))
        try await cache.store(entry(30_000), for: "new")
        let statistics = try await cache.statistics()
        // 100 kB are missing: four entries of 30 kB.
        #expect(statistics.entries == 7)
        #expect(try await cache.contains("new"))
    }

    @Test("D-06 room that entries inside of the index give is room on the file system: not all of them go")
    func freeSpaceOfRows() async throws {
        let room = 3_000_000
        let cache = cache {
            $0.limits.minimumFreeBytes = 1_000_000
            $0.freeSpace = { path in room - files(below: path).reduce(0) { $0 + (contents($1)?.count ?? 0) } }
        }
        for index in 0..<300 {
            clock.advance(by: .seconds(1))
            try await cache.store(entry(10_000, seed: UInt64(index)), for: CacheKey("\(index)"))
        }
        // 2 MB may be taken: a hundred entries and more, with the pages that aren't full.
        #expect(try await cache.statistics().entries > 100)
        #expect(try await cache.contains("299"))
    }

    @Test("A limit that is lowered while the cache runs holds from the next write")
    func liveLimit() async throws {
        let cache = cache()
        for index in 0..<20 { try await cache.store(entry(30_000), for: CacheKey("\(index)")) }
        cache.limits.maximumBytes = 200_000
        try await cache.store(entry(100), for: "last")
        #expect(try await cache.statistics().bytes <= 200_000)
    }

    @Test("Trimming by bytes and by age frees the disk at once")
    func trim() async throws {
        let cache = cache()
        for index in 0..<20 {
            clock.advance(by: .seconds(100))
            try await cache.store(entry(index % 2 == 0 ? 10_000 : 50_000), for: CacheKey("\(index)"))
        }
        try await cache.trim(maximumAge: .seconds(3600))
        #expect(try await cache.statistics().entries == 20)
        try await cache.trim(maximumAge: .seconds(1000))
        #expect(try await cache.statistics().entries == 10)
        try await cache.trim(maximumBytes: 120_000)
        let statistics = try await cache.statistics()
        #expect(statistics.bytes <= 120_000)
        #expect(statistics.bytes > 60_000)
        let onDisk = files(below: folder("cache")).reduce(0) { $0 + (contents($1)?.count ?? 0) }
        #expect(onDisk < 120_000 + 150_000)
    }

    @Test("D-18 a read writes nothing by itself; the times of use come together")
    func batchedTouches() async throws {
        let cache = cache()
        try await cache.store(entry(100), for: "a")
        clock.advance(by: .seconds(50))
        _ = try await cache.entry(for: "a")
        #expect(try await self.cache().statistics().newestAccess == clock.date - 50)
        await clock.waitForSleepers()
        clock.advance(by: .seconds(5))
        try await cache.flush()
        #expect(try await self.cache().statistics().newestAccess == clock.date - 5)
    }

    @Test("D-18 one timer waits for all times of use, also for those that other writes take along")
    func oneTimer() async throws {
        let cache = cache()
        try await cache.store(entry(100), for: "a")
        for index in 0..<50 {
            _ = try await cache.entry(for: "a")
            try await cache.store(entry(100), for: CacheKey("b\(index)"))
        }
        await clock.waitForSleepers()
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .seconds(1))
        _ = try await cache.entry(for: "a")
        clock.advance(by: .seconds(4))
        let other = self.cache()
        while try await other.statistics().newestAccess != clock.date - 4 { await Task.yield() }
        _ = try await cache.entry(for: "a")
        await clock.waitForSleepers()
        #expect(clock.sleeperCount == 1)
    }
}
