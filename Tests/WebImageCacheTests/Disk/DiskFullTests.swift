import FoundationEssentials
import Glibc
import Testing
import WebImageCache
import WebImageCore
import WebImageTesting

/// A file system of one megabyte; needs root.
@Suite(.timeLimit(.minutes(5)), .serialized)
struct DiskFullTests {
    /// Mounted for as long as the value is kept.
    final class SmallFileSystem: Sendable {
        let folder = TemporaryFolder()

        init?() {
            guard mount("tmpfs", folder.path, "tmpfs", 0, "size=1m") == 0 else { return nil }
        }

        deinit { umount2(folder.path, Int32(MNT_DETACH)) }
    }

    static var canMount: Bool { geteuid() == 0 && SmallFileSystem() != nil }

    @Test(
        "CACHE-11 a full disk: an error told once, nothing half, and it works again with room", .enabled(if: canMount))
    func fullDisk() async throws {
        let disk = try #require(SmallFileSystem())
        let told = Counter()
        var configuration = DiskCache.Configuration()
        configuration.onFailure = { _ in told.add() }
        let cache = DiskCache(path: disk.folder("cache"), configuration: configuration)
        await #expect(throws: WebImageError.self) { try await cache.store(entry(3_000_000), for: "large") }
        var stored: [Int] = []
        for index in 0..<30 {
            let size = index % 2 == 0 ? 90_000 : 5000
            do {
                try await cache.store(entry(size, seed: UInt64(index)), for: CacheKey("\(index)"))
                stored.append(index)
            } catch let error as WebImageError {
                #expect(error.code == .diskFull)
            }
        }
        #expect(!stored.isEmpty && stored.count < 30)
        #expect(told.value >= 1)
        for index in 0..<30 {
            let size = index % 2 == 0 ? 90_000 : 5000
            let found = try await cache.entry(for: CacheKey("\(index)"))
            #expect((found?.data == bytes(size, seed: UInt64(index))) == stored.contains(index))
        }
        #expect(
            !entryFiles(disk.folder("cache")).contains {
                $0.hasSuffix(".tmp") || (contents($0)?.count ?? 0) < 90_000
            })
        for index in stored { try await cache.remove(CacheKey("\(index)")) }
        try await cache.store(entry(90_000), for: "again")
        #expect(try await cache.entry(for: "again") != nil)
        #expect(try await !cache.verify().foundProblems)
    }

    @Test("CACHE-11 on a full disk an entry can be taken out: the log gives room", .enabled(if: canMount))
    func removal() async throws {
        let disk = try #require(SmallFileSystem())
        let cache = DiskCache(path: disk.folder("cache"))
        for index in 0..<40 {
            try await cache.store(entry(10_000, seed: UInt64(index)), for: CacheKey("\(index)"))
            // The log would take more room than there is.
            if index % 10 == 9 { try await cache.close() }
        }
        // Pages that are free in the index, and a log.
        for index in 0..<8 { try await cache.remove(CacheKey("\(index)")) }
        let filler = open(disk.folder("filler"), O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
        try #require(filler >= 0)
        defer { close(filler) }
        let zeros = [UInt8](repeating: 0, count: 4096)
        while write(filler, zeros, zeros.count) > 0 {}
        for index in 8..<40 { try await cache.remove(CacheKey("\(index)")) }
        #expect(try await cache.list().isEmpty)
    }

    @Test("A folder that can't be made: errors at once, told once")
    func noFolder() async throws {
        let told = Counter()
        var configuration = DiskCache.Configuration()
        configuration.onFailure = { _ in told.add() }
        let cache = DiskCache(path: "/proc/webimage/cache", configuration: configuration)
        for _ in 0..<3 {
            await #expect(throws: WebImageError.self) { try await cache.store(entry(10), for: "a") }
            await #expect(throws: WebImageError.self) { try await cache.entry(for: "a") }
            await #expect(throws: WebImageError.self) { try await cache.removeAll() }
            await #expect(throws: WebImageError.self) { try await cache.verify() }
        }
        #expect(told.value == 1)
    }
}
