import FoundationEssentials
import WebImage

/// A disk cache of a million entries: opening it, hits in it, trimming it.
struct MillionEntriesSuite: Suite {
    let name = "cache of a million entries"
    let scale: Int

    func run(_ report: Report) async throws {
        let count = 1_000_000 / scale
        report.heading("Disk cache with \(count) entries")
        let folder = TemporaryFolder()
        let body = Data(repeating: 7, count: 100)
        var configuration = DiskCache.Configuration()
        configuration.limits = .unlimited
        let resident = Measure.residentBytes
        try await fill(DiskCache(path: folder.path, configuration: configuration), count, body)
        let opened = DiskCache(path: folder.path, configuration: configuration)
        let open = try Measure.seconds {
            guard try opened.blockingEntry(for: key(0)) != nil else { fatalError("a stored entry is missing") }
        }
        report.row("open and first hit", open * 1000, "ms")
        var random = Randomness()
        var latencies = Latencies()
        for _ in 0..<20_000 {
            let key = key(Int.random(in: 0..<count, using: &random))
            latencies.add(
                try Measure.seconds {
                    guard try opened.blockingEntry(for: key) != nil else { fatalError("a stored entry is missing") }
                })
        }
        report.row("hit, p50", latencies.percentile(0.5), "µs")
        report.row("hit, p99", latencies.percentile(0.99), "µs")
        let query = try await Measure.seconds { _ = try await opened.statistics() }
        report.row("size query", query * 1e6, "µs")
        report.row(
            "memory an index entry", Double(max(0, Measure.residentBytes - resident)) / Double(count), "bytes")
        let trim = try await Measure.seconds { try await opened.trim(maximumCount: count * 9 / 10) }
        report.row("trim of a tenth", trim / Double(count / 10) * 1e6, "µs an entry")
    }

    private func fill(_ cache: DiskCache, _ count: Int, _ body: Data) async throws {
        let metadata = CacheMetadata()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<count {
                if index >= 512 { try await group.next() }
                group.addTask { try await cache.store(CacheEntry(data: body, metadata: metadata), for: key(index)) }
            }
            try await group.waitForAll()
        }
        try await cache.flush()
    }

    private func key(_ index: Int) -> CacheKey { CacheKey("https://images.example.org/\(index).jpg") }
}
