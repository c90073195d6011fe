import FoundationEssentials
import Glibc
import Testing
import WebImageCache
import WebImageCore
import WebImageTesting

/// Other processes on the same folder, and processes that are killed.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct DiskCacheProcessTests {
    let folder = TemporaryFolder()

    /// The writer that lies beside the test program.
    static let writer: String = {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = max(0, readlink("/proc/self/exe", &buffer, buffer.count))
        let program = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return program.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/webimage-cache-writer"
    }()

    static var hasWriter: Bool { access(writer, X_OK) == 0 }

    /// Starts the writer and waits until it has begun.
    func start(seed: Int, count: Int, clears: Bool = false) throws -> ChildProcess {
        var pipes: [Int32] = [0, 0]
        try #require(pipe(&pipes) == 0)
        defer { close(pipes[0]) }
        let process = try ChildProcess(
            Self.writer, [folder("cache"), "\(seed)", "\(count)"] + (clears ? ["clears"] : []),
            files: [1: .descriptor(pipes[1])])
        close(pipes[1])
        var byte: UInt8 = 0
        #expect(read(pipes[0], &byte, 1) == 1)
        return process
    }

    /// Every entry must be the bytes that its seed says.
    func expectWhole(_ cache: DiskCache) async throws {
        for item in try await cache.list() {
            guard let found = try await cache.entry(for: item.key) else {
                Issue.record("\(item.key) is listed and can't be read")
                continue
            }
            let seed = try #require(found.metadata.extended).withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
            var state = seed | 1
            var isWhole = found.data.count == item.byteCount
            for (index, byte) in found.data.enumerated() {
                if index % 8 == 0 { state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407 }
                if byte != UInt8(truncatingIfNeeded: state >> UInt64(index % 8 * 8)) { isWhole = false; break }
            }
            #expect(isWhole, "\(item.key)")
        }
    }

    @Test(
        "A writer is killed at any moment: what is left is whole, and verify cleans the rest", .enabled(if: hasWriter))
    func kill() async throws {
        // `scripts/torture-cache COUNT` sets it.
        let rounds = getenv("WEBIMAGE_CACHE_KILLS").flatMap { Int(String(cString: $0)) } ?? 50
        var random = SplitMix(state: 42)
        for round in 0..<rounds {
            // Every second one clears the cache now and then, too.
            let process = try start(seed: round, count: 0, clears: round % 2 == 1)
            usleep(UInt32(random.next() % 40_000))
            process.signal(SIGKILL)
            await process.end()
            guard round % 5 == 4 || round == rounds - 1 else { continue }
            let cache = DiskCache(path: folder("cache"))
            try await expectWhole(cache)
            let statistics = try await cache.statistics()
            let items = try await cache.list()
            #expect(statistics.entries == items.count)
            #expect(statistics.inlineEntries == items.count { $0.isInline })
        }
        // As if a day had passed: what the killed ones have left behind is nobody's any more.
        for file in entryFiles(folder("cache")) {
            var times = [timeval(tv_sec: 1_000_000_000, tv_usec: 0), timeval(tv_sec: 1_000_000_000, tv_usec: 0)]
            utimes(file, &times)
        }
        let cache = DiskCache(path: folder("cache"))
        let report = try await cache.verify()
        #expect(report.damaged.isEmpty)
        #expect(!report.wasIndexRebuilt)
        #expect(!report.wereTotalsWrong)
        #expect(try await !cache.verify().foundProblems)
        let fileEntries = try await cache.statistics().fileEntries
        #expect(entryFiles(folder("cache")).count == fileEntries)
    }

    @Test("Three processes write at once: no entry is lost, damaged or counted wrong", .enabled(if: hasWriter))
    func threeProcesses() async throws {
        let processes = try (0..<3).map { try start(seed: $0, count: 400, clears: $0 == 0) }
        let cache = DiskCache(path: folder("cache"))
        try await cache.store(entry(30_000), for: "mine")
        for process in processes { #expect(await process.end() == 0) }
        try await cache.store(entry(30_000) { $0.extended = Data(count: 8) }, for: "mine")
        #expect(try await cache.entry(for: "mine")?.data == bytes(30_000))
        try await cache.remove("mine")
        try await expectWhole(cache)
        let report = try await cache.verify()
        #expect(!report.foundProblems)
        #expect(report.recentOrphans == 0)
        let fileEntries = try await cache.statistics().fileEntries
        #expect(entryFiles(folder("cache")).count == fileEntries)
    }
}
