// Changes a disk cache without end, or a number of times, so that tests can kill it or let several run at once.
// Arguments: folder, seed, number of changes (0: until killed), and "clears" to clear now and then. Says "ready" before the first change.
import FoundationEssentials
import Glibc
import WebImageCache
import WebImageCore

struct Random {
    var state: UInt64

    mutating func next(below bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(bound))
    }
}

/// Bytes that follow from their seed, which stands beside them: whoever reads them can tell whether they are whole.
func entry(seed: UInt64, size: Int, url: String) -> CacheEntry {
    var data = Data(count: size)
    data.withUnsafeMutableBytes { bytes in
        var state = seed | 1
        for index in bytes.indices {
            if index % 8 == 0 { state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407 }
            bytes[index] = UInt8(truncatingIfNeeded: state >> UInt64(index % 8 * 8))
        }
    }
    var metadata = CacheMetadata(url: url)
    metadata.extended = withUnsafeBytes(of: seed) { Data($0) }
    return CacheEntry(data: data, metadata: metadata)
}

let arguments = CommandLine.arguments
guard arguments.count >= 4, let seed = UInt64(arguments[2]), let count = Int(arguments[3]) else { exit(2) }
// Whoever started it and is gone can't kill it any more.
let parent = getppid()
let clears = arguments.last == "clears"
var configuration = DiskCache.Configuration()
configuration.limits.maximumBytes = 8_000_000
let cache = DiskCache(path: arguments[1], configuration: configuration)
_ = Array("ready\n".utf8).withUnsafeBytes { write(1, $0.baseAddress, $0.count) }

await withTaskGroup(of: Void.self) { group in
    for worker in 0..<4 {
        group.addTask {
            var random = Random(state: seed &* 31 &+ UInt64(worker))
            var done = 0
            while count == 0 || done < count / 4 {
                done += 1
                guard getppid() == parent else { exit(1) }
                let key = "key \(random.next(below: 150))"
                // What fails is the tests' business: they look at what is left on the disk.
                switch random.next(below: 100) {
                case 0..<6: try? await cache.remove(CacheKey(key))
                case 6..<10: _ = try? await cache.remove(url: "url \(random.next(below: 150))")
                // Seldom, so that there is something to lose.
                case 10 where clears && random.next(below: 3) == 0: try? await cache.removeAll()
                case 10..<30: _ = try? await cache.entry(for: CacheKey(key))
                default:
                    let size =
                        random.next(below: 2) == 0
                        ? 1 + random.next(below: 20_000) : 20_000 + random.next(below: 150_000)
                    let url = "url \(random.next(below: 150))"
                    let entrySeed = UInt64(random.next(below: 1 << 30)) << 20 | seed
                    try? await cache.store(entry(seed: entrySeed, size: size, url: url), for: CacheKey(key))
                }
            }
        }
    }
}
try? await cache.flush()
