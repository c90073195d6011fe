import Testing
import WebImageCache
import WebImageCore

@Suite(.timeLimit(.minutes(5)))
struct MemoryCacheTests {
    func cache(cost: Int? = nil, count: Int? = nil, lowWaterMark: Double = 1, weak: Bool = false) -> MemoryCache {
        var limits = MemoryCache.Limits(cost: cost, count: count)
        limits.lowWaterMark = lowWaterMark
        return MemoryCache(limits: limits, keepsWeakReferences: weak, pressureSource: nil)
    }

    @Test("A3-15 stores an image, returns the image")
    func storeAndGet() throws {
        let cache = cache()
        let stored = try image()
        cache.store(stored, for: "a")
        let found = try #require(cache.image(for: "a"))
        #expect(found.bitmap.sharesMemory(with: stored.bitmap))
        #expect(cache.cost == stored.memoryCost)
        #expect(cache.count == 1)
    }

    @Test("A3-12 B-01 the picture used longest ago goes first, over all parts of the cache")
    func order() throws {
        let cache = cache(count: 100)
        for index in 0..<100 { cache.store(try image(), for: CacheKey("\(index)")) }
        for index in 0..<50 { #expect(cache.image(for: CacheKey("\(index)")) != nil) }
        for index in 100..<150 { cache.store(try image(), for: CacheKey("\(index)")) }
        #expect(cache.count == 100)
        for index in 0..<50 { #expect(cache.contains(CacheKey("\(index)"))) }
        for index in 50..<100 { #expect(!cache.contains(CacheKey("\(index)"))) }
    }

    @Test("Replacing, removing and growing keep sums and look-ups right")
    func model() throws {
        let cache = cache()
        var model: [Int: Int] = [:]
        var random = SplitMix(state: 7)
        let pictures = try (1...8).map { try image($0 * 16, $0) }
        for _ in 0..<20_000 {
            let number = Int(random.next() % 700)
            let key = CacheKey("key \(number)")
            switch random.next() % 4 {
            case 0:
                #expect(cache.remove(key) == (model.removeValue(forKey: number) != nil))
            case 1:
                #expect(cache.image(for: key)?.memoryCost == model[number])
            default:
                let picture = pictures[Int(random.next() % 8)]
                cache.store(picture, for: key)
                model[number] = picture.memoryCost
            }
        }
        #expect(cache.count == model.count)
        #expect(cache.cost == model.values.reduce(0, +))
        for (number, cost) in model { #expect(cache.image(for: CacheKey("key \(number)"))?.memoryCost == cost) }
    }
}

struct SplitMix: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
        return value ^ value >> 31
    }
}
