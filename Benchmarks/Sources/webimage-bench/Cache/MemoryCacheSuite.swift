import WebImage
import WebImageTesting

/// Memory tier: set, get and miss, against a dictionary with a spliced list, both under one lock's worth of work.
struct MemoryCacheSuite: Suite {
    let name = "memory cache"
    let scale: Int

    func run(_ report: Report) async throws {
        let image = DecodedImage(
            bitmap: try Bitmap(PixelSize(width: 4, height: 4), color: .white),
            info: ImageInfo(format: .png, size: PixelSize(width: 4, height: 4)))
        report.heading("Memory cache: million operations a second; limit: a dictionary look-up and a list splice")
        for count in [100, 1000, 100_000, 1_000_000] {
            let keys = (0..<count).map { CacheKey("https://images.example.org/photos/\($0)/large.jpg") }
            let missing = (0..<count).map { CacheKey("https://images.example.org/none/\($0)") }
            let order = shuffledOrder(count)
            let operations = max(count, 2_000_000 / scale)
            let bare = bareRates(keys, missing, order, operations)
            for threads in [1, 2] {
                let label = "\(count) keys, \(threads) thread\(threads > 1 ? "s" : "")"
                let cache = MemoryCache(limits: .unlimited)
                // At least 100,000, so that a thread's start doesn't count; of few keys most are replaced.
                let sets = max(count, 100_000)
                let set = Measure.threads(threads) { thread in
                    for index in stride(from: thread, to: sets, by: threads) {
                        cache.store(image, for: keys[index % count])
                    }
                }
                report.row("memory set, \(label)", Double(sets) / set / 1e6, "M/s", limit: bare.set)
                let get = Measure.threads(threads) { thread in
                    for index in 0..<operations / threads {
                        let key = keys[order[(index + thread * 7919) % count]]
                        if cache.image(for: key) == nil { fatalError("a stored picture is missing") }
                    }
                }
                report.row("memory get, \(label)", Double(operations) / get / 1e6, "M/s", limit: bare.get)
                let miss = Measure.threads(threads) { thread in
                    for index in 0..<operations / threads {
                        let key = missing[order[(index + thread * 7919) % count]]
                        if cache.image(for: key) != nil { fatalError("a picture that was never stored") }
                    }
                }
                report.row("memory miss, \(label)", Double(operations) / miss / 1e6, "M/s", limit: bare.miss)
            }
        }
    }

    private func shuffledOrder(_ count: Int) -> [Int] {
        var random = Randomness()
        return Array(0..<count).shuffled(using: &random)
    }

    private struct Rates {
        var set: Double
        var get: Double
        var miss: Double
    }

    /// Rates of the bare structure on one thread in million operations a second.
    private func bareRates(_ keys: [CacheKey], _ missing: [CacheKey], _ order: [Int], _ operations: Int) -> Rates {
        var bare = BareRecencyTable()
        let sets = max(keys.count, 100_000)
        let set = Measure.seconds { for index in 0..<sets { bare.set(keys[index % keys.count], index) } }
        var sum = 0
        let get = Measure.seconds {
            for index in 0..<operations { sum &+= bare.value(keys[order[index % keys.count]]) }
        }
        let miss = Measure.seconds {
            for index in 0..<operations { sum &+= bare.value(missing[order[index % keys.count]]) }
        }
        precondition(sum != 0 || operations == 0)
        return Rates(
            set: Double(sets) / set / 1e6, get: Double(operations) / get / 1e6,
            miss: Double(operations) / miss / 1e6)
    }
}
