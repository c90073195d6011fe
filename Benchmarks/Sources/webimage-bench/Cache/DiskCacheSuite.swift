import CBenchBaseline
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
            let files = bareFiles(folder.path, body, count)
            let sqlite = bareSQLite(folder.path + "/bare.sqlite", body, count)
            let cache = DiskCache(path: folder.path + "/cache")
            let keys = (0..<count).map { CacheKey("https://images.example.org/\($0).jpg") }
            let metadata = CacheMetadata(url: "https://images.example.org/")
            let write = try await Measure.seconds {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for (index, key) in keys.enumerated() {
                        if index >= 64 { try await group.next() }
                        group.addTask { try await cache.store(CacheEntry(data: body, metadata: metadata), for: key) }
                    }
                    try await group.waitForAll()
                }
                try await cache.flush()
            }
            let label = "\(size / 1000) KB"
            report.row("disk write, \(label)", Double(count) / write, "1/s", limit: files.write, of: "files")
            report.row(
                "disk write, \(label), against SQLite", Double(count) / write, "1/s", limit: sqlite.write, of: "SQLite")
            try hits(report, cache, keys, label, files: files, sqlite: sqlite)
            try misses(report, cache, count, label)
            let sizeQuery = try await Measure.seconds { for _ in 0..<100 { _ = try await cache.statistics() } }
            report.row("disk size query, \(count) entries", sizeQuery / 100 * 1e6, "µs")
            let trim = try await Measure.seconds { try await cache.trim(maximumBytes: size * count / 2) }
            report.row("disk trim of half, \(count) entries", trim / Double(count / 2) * 1e6, "µs an entry")
        }
    }

    private func hits(
        _ report: Report, _ cache: DiskCache, _ keys: [CacheKey], _ label: String, files: (write: Double, read: Double),
        sqlite: (write: Double, read: Double)
    ) throws {
        var latencies = Latencies()
        for index in keys.indices {
            let key = keys[index * 7919 % keys.count]
            latencies.add(
                try Measure.seconds {
                    guard try cache.blockingEntry(for: key) != nil else { fatalError("a stored entry is missing") }
                })
        }
        let rate = Double(latencies.count) / latencies.total
        report.row("disk hit, \(label)", rate, "1/s", limit: files.read, of: "files")
        report.row("disk hit, \(label), against SQLite", rate, "1/s", limit: sqlite.read, of: "SQLite")
        report.row("disk hit, \(label), p50", latencies.percentile(0.5), "µs")
        report.row("disk hit, \(label), p99", latencies.percentile(0.99), "µs")
    }

    private func misses(_ report: Report, _ cache: DiskCache, _ count: Int, _ label: String) throws {
        let missing = (0..<count).map { CacheKey("https://images.example.org/none/\($0)") }
        let seconds = try Measure.seconds {
            for key in missing where try cache.blockingEntry(for: key) != nil {
                fatalError("an entry that was never stored")
            }
        }
        report.row("disk miss, \(label)", Double(count) / seconds, "1/s")
    }

    private func bareFiles(_ folder: String, _ body: Data, _ count: Int) -> (write: Double, read: Double) {
        body.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return (.nan, .nan) }
            let write = Measure.seconds {
                for index in 0..<count { precondition(bench_write_file(folder, Int32(index), base, bytes.count) == 0) }
            }
            var buffer = [UInt8](repeating: 0, count: bytes.count)
            let read = Measure.seconds {
                for index in 0..<count {
                    precondition(bench_read_file(folder, Int32(index * 7919 % count), &buffer, bytes.count) == 0)
                }
            }
            return (Double(count) / write, Double(count) / read)
        }
    }

    private func bareSQLite(_ path: String, _ body: Data, _ count: Int) -> (write: Double, read: Double) {
        body.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return (.nan, .nan) }
            var write = 0.0
            var read = 0.0
            precondition(bench_sqlite(path, Int32(count), base, bytes.count, &write, &read) == 0)
            return (Double(count) / write, Double(count) / read)
        }
    }
}
