import FoundationEssentials
import WebImage

/// Disk tier: write, hit and miss, against bare files and bare SQLite.
struct DiskCacheSuite: Suite {
    let name = "disk cache"
    let scale: Int

    func run(_ report: Report) async throws {
        report.heading("Disk cache: operations a second; limit: open + write + rename, open + pread, bare SQLite")
        for (size, count) in [(10_000, 5000 / scale), (40_000, 5000 / scale), (200_000, 2000 / scale)] {
            let folder = TemporaryFolder()
            var random = Randomness()
            let body = Data((0..<size).map { _ in UInt8.random(in: 0...255, using: &random) })
            let bare = BareStores(folder.path, body, count: count)
            let cache = DiskCache(path: folder.path + "/cache")
            let keys = (0..<count).map { CacheKey("https://images.example.org/\($0).jpg") }
            let label = "\(size / 1000) KB"
            try await writes(report, cache, keys, body, label, bare)
            try hits(report, cache, keys, label, bare)
            try misses(report, cache, count, label, bare)
            let sizeQuery = try await Measure.seconds { for _ in 0..<100 { _ = try await cache.statistics() } }
            report.row("disk size query, \(count) entries", sizeQuery / 100 * 1e6, "µs")
            let trim = try await Measure.seconds { try await cache.trim(maximumBytes: size * count / 2) }
            report.row("disk trim of half, \(count) entries", trim / Double(count / 2) * 1e6, "µs an entry")
        }
    }

    private func rows(
        _ report: Report, _ what: String, rate: Double, _ ours: Latencies, _ files: Latencies, _ sqlite: Latencies
    ) {
        report.row(what, rate, "1/s", limit: files.rate, of: "files")
        report.row("\(what), against SQLite", rate, "1/s", limit: sqlite.rate, of: "SQLite")
        for (name, share) in [("p50", 0.5), ("p99", 0.99)] {
            report.row(
                "\(what), \(name)", ours.percentile(share), "µs", limit: files.percentile(share), of: "files")
        }
    }

    /// 64 writes at a time: what a list of pictures does.
    private func writes(
        _ report: Report, _ cache: DiskCache, _ keys: [CacheKey], _ body: Data, _ label: String, _ bare: BareStores
    ) async throws {
        let metadata = CacheMetadata(url: "https://images.example.org/")
        var latencies = Latencies()
        let seconds = try await Measure.seconds {
            latencies = try await withThrowingTaskGroup(of: Double.self) { group in
                var latencies = Latencies()
                for (index, key) in keys.enumerated() {
                    if index >= 64, let seconds = try await group.next() { latencies.add(seconds) }
                    group.addTask {
                        try await Measure.seconds {
                            try await cache.store(CacheEntry(data: body, metadata: metadata), for: key)
                        }
                    }
                }
                for try await seconds in group { latencies.add(seconds) }
                return latencies
            }
            try await cache.flush()
        }
        rows(
            report, "disk write, \(label), 64 at once", rate: Double(keys.count) / seconds, latencies,
            bare.files.write, bare.sqlite.write)
    }

    private func hits(_ report: Report, _ cache: DiskCache, _ keys: [CacheKey], _ label: String, _ bare: BareStores)
        throws
    {
        var latencies = Latencies()
        for index in keys.indices {
            let key = keys[index * 7919 % keys.count]
            latencies.add(
                try Measure.seconds {
                    guard try cache.blockingEntry(for: key) != nil else { fatalError("a stored entry is missing") }
                })
        }
        rows(report, "disk hit, \(label)", rate: latencies.rate, latencies, bare.files.read, bare.sqlite.read)
    }

    private func misses(_ report: Report, _ cache: DiskCache, _ count: Int, _ label: String, _ bare: BareStores) throws
    {
        let missing = (0..<count).map { CacheKey("https://images.example.org/none/\($0)") }
        var latencies = Latencies()
        for key in missing {
            latencies.add(
                try Measure.seconds {
                    guard try cache.blockingEntry(for: key) == nil else { fatalError("an entry that was never stored") }
                })
        }
        rows(report, "disk miss, \(label)", rate: latencies.rate, latencies, bare.files.miss, bare.sqlite.miss)
    }
}
