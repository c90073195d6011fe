import CBenchBaseline
import FoundationEssentials
import Glibc
import WebImage
import WebImageRedis
import WebImageTesting

/// A hit in the tier that many machines share, against a bare GET through hiredis, and what a dead server costs.
///
/// `scripts/bench` starts redis-server and names its port by `WEBIMAGE_BENCH_REDIS`.
struct SharedCacheSuite: Suite {
    let name = "shared cache"
    let scale: Int

    func run(_ report: Report) async throws {
        guard let text = getenv("WEBIMAGE_BENCH_REDIS"), let port = Int(String(cString: text)) else {
            throw Peers.Missing()
        }
        report.heading("Shared cache in Redis; limit: GET through hiredis")
        let cache = RedisImageCache(
            RedisImageCache.Configuration(servers: [RedisEndpoint(.host("127.0.0.1", port: port))]))
        for (label, size) in [("10 KB", 10_000), ("200 KB", 200_000)] {
            try await hits(label, size, cache, port, report)
        }
        try await deadServer(report)
    }

    private func hits(
        _ label: String, _ size: Int, _ cache: RedisImageCache, _ port: Int, _ report: Report
    ) async throws {
        let count = 5000 / scale
        let bytes = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let key = CacheKey("http://images.example.org/\(size).jpg")
        let context = CacheContext()
        try await cache.store(CacheEntry(data: bytes, metadata: CacheMetadata()), for: key, context: context)
        var best: (ours: Latencies, bare: Latencies)?
        for _ in 0..<3 {
            let bare = bareLatencies(size, bytes, count, port)
            var ours = Latencies()
            for _ in 0..<count {
                let start = ContinuousClock.now
                guard try await cache.entry(for: key, context: context)?.data.count == size else {
                    fatalError("a stored picture is missing")
                }
                ours.add(start.duration(to: .now) / .seconds(1))
            }
            if best.map({ ours.total < $0.ours.total }) ?? true { best = (ours, bare) }
        }
        guard let best else { return }
        report.row(
            "shared hit \(label), p50", best.ours.percentile(0.5), "µs", limit: best.bare.percentile(0.5), of: "hiredis"
        )
        report.row(
            "shared hit \(label), p99", best.ours.percentile(0.99), "µs", limit: best.bare.percentile(0.99),
            of: "hiredis")
        for width in [1, 8] {
            let seconds = try await Measure.seconds {
                try await withThrowingTaskGroup { group in
                    for _ in 0..<width {
                        group.addTask {
                            for _ in 0..<count / width { _ = try await cache.entry(for: key, context: context) }
                        }
                    }
                    try await group.waitForAll()
                }
            }
            report.row("shared hits \(label), \(width) at once", Double(count / width * width) / seconds, "hits/s")
        }
    }

    private func bareLatencies(_ size: Int, _ bytes: Data, _ count: Int, _ port: Int) -> Latencies {
        var seconds = [Double](repeating: 0, count: count)
        let failure = bytes.withUnsafeBytes { buffer -> Int32 in
            guard let base = buffer.baseAddress else { return 1 }
            return bench_redis_get(Int32(port), "bench:\(size)", base, buffer.count, Int32(count), &seconds)
        }
        guard failure == 0 else { fatalError("hiredis failed: \(failure)") }
        var latencies = Latencies()
        for value in seconds { latencies.add(value) }
        return latencies
    }

    /// Nobody listens on port 1; once the breaker is open, a load must hardly notice.
    private func deadServer(_ report: Report) async throws {
        let dead = RedisImageCache(
            RedisImageCache.Configuration(servers: [RedisEndpoint(.host("127.0.0.1", port: 1))]))
        let key = CacheKey("http://images.example.org/a.jpg")
        for _ in 0..<10 { _ = try? await dead.entry(for: key, context: CacheContext()) }
        guard dead.statistics.servers[0].state == .open else { fatalError("the breaker is not open") }
        let count = 20_000 / scale
        let seconds = await Measure.seconds {
            for _ in 0..<count { _ = try? await dead.entry(for: key, context: CacheContext()) }
        }
        report.row("a dead server, breaker open, a load", seconds / Double(count) * 1e6, "µs", limit: 50, of: "target")
    }
}
