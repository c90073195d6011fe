import Testing
import WebImageCache
import WebImageCore
import WebImageTesting

@Suite(.timeLimit(.minutes(5)))
struct MemoryCacheTests {
    let clock = ManualTimeSource()

    func cache(weak: Bool = false, _ change: (inout MemoryCache.Limits) -> Void = { _ in }) -> MemoryCache {
        var limits = MemoryCache.Limits.unlimited
        limits.lowWaterMark = 1
        change(&limits)
        return MemoryCache(limits: limits, keepsWeakReferences: weak, pressureSource: nil, timeSource: clock)
    }

    func keys(_ range: Range<Int>) -> [CacheKey] { range.map { CacheKey("\($0)") } }

    @Test("A3-15 stores an image, returns the image")
    func storeAndGet() throws {
        let cache = cache()
        let stored = try image()
        cache.store(stored, for: "a")
        let found = try #require(cache.image(for: "a"))
        #expect(found.bitmap.sharesMemory(with: stored.bitmap))
        #expect(cache.cost == stored.memoryCost)
        #expect(cache.count == 1)
        #expect(cache.image(for: "b") == nil)
        #expect(cache.statistics.hits == 1)
        #expect(cache.statistics.misses == 1)
    }

    @Test("A3-12 B-01 the picture used longest ago goes first, over all parts of the cache")
    func order() throws {
        let cache = cache { $0.maximumCount = 100 }
        for key in keys(0..<100) { cache.store(try image(), for: key) }
        for key in keys(0..<50) { #expect(cache.image(for: key) != nil) }
        for key in keys(100..<150) { cache.store(try image(), for: key) }
        #expect(cache.count == 100)
        for key in keys(0..<50) { #expect(cache.contains(key)) }
        for key in keys(50..<100) { #expect(!cache.contains(key)) }
        #expect(cache.statistics.evictions == 50)
    }

    @Test("A3-13 replacing, removing and growing keep sums and look-ups right")
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

    @Test("B-05 neither limit is exceeded after a store")
    func limits() throws {
        let cost = try image().memoryCost
        let cache = cache {
            $0.maximumCost = cost * 10
            $0.maximumCount = 8
        }
        for key in keys(0..<100) {
            cache.store(try image(), for: key)
            #expect(cache.count <= 8)
            #expect(cache.cost <= cost * 10)
        }
        var limits = cache.limits
        limits.maximumCost = cost * 3
        cache.limits = limits
        #expect(cache.count == 3)
        #expect(cache.contains("99"))
    }

    @Test("C-10 beyond the limit, the cache is emptied down to the low-water mark")
    func lowWaterMark() throws {
        let cost = try image().memoryCost
        let cache = cache {
            $0.maximumCost = cost * 100
            $0.lowWaterMark = 0.6
        }
        for key in keys(0..<100) { cache.store(try image(), for: key) }
        #expect(cache.count == 100)
        cache.store(try image(), for: "one more")
        #expect(cache.count == 60)
        #expect(cache.contains("one more"))
    }

    @Test("5.6 a picture that costs more than one may isn't kept, and the older one of its key goes")
    func entryLimit() throws {
        let cost = try image().memoryCost
        let cache = cache { $0.maximumEntryCost = cost }
        cache.store(try image(), for: "a")
        #expect(cache.contains("a"))
        cache.store(try image(100, 100), for: "a")
        #expect(!cache.contains("a"))
        #expect(cache.cost == 0)
    }

    @Test("D-01 the age limit counts from the last use, 5.4 the lifetime from the store")
    func times() throws {
        let aging = cache { $0.maximumAge = .seconds(10) }
        let dying = cache { $0.lifetime = .seconds(10) }
        for cache in [aging, dying] {
            cache.store(try image(), for: "used")
            cache.store(try image(), for: "unused")
        }
        clock.advance(by: .seconds(6))
        for cache in [aging, dying] { #expect(cache.image(for: "used") != nil) }
        clock.advance(by: .seconds(6))
        #expect(aging.image(for: "used") != nil)
        #expect(aging.image(for: "unused") == nil)
        #expect(dying.image(for: "used") == nil)
        #expect(!dying.contains("unused"))
        dying.removeExpired()
        #expect(dying.count == 0)
        #expect(dying.cost == 0)
        #expect(aging.count == 1)
    }

    @Test("5.14 a lifetime for one picture")
    func ownLifetime() throws {
        let cache = cache()
        cache.store(try image(), for: "a", lifetime: .seconds(5))
        cache.store(try image(), for: "b")
        clock.advance(by: .seconds(5))
        #expect(cache.image(for: "a") == nil)
        #expect(cache.image(for: "b") != nil)
        #expect(cache.count == 1)
    }

    @Test(
        "An age or a lifetime longer than the clock can count is for ever",
        arguments: [
            Duration.nanoseconds(Int64.max), .nanoseconds(Int64.max - 1), .seconds(Int64.max),
            .seconds(9_223_372_036) + .milliseconds(900),
        ])
    func longTimes(time: Duration) throws {
        clock.advance(by: .seconds(1))
        let aging = cache { $0.maximumAge = time }
        let dying = cache { $0.lifetime = time }
        for cache in [aging, dying] {
            cache.store(try image(), for: "a")
            #expect(cache.image(for: "a") != nil)
            clock.advance(by: .seconds(1_000_000))
            #expect(cache.image(for: "a") != nil)
        }
    }

    @Test("MEM-01 the cost of an animation follows the frames that its source keeps")
    func animationCost() throws {
        let source = GrowingSource()
        var animated = try image()
        animated.animation = source
        let cache = cache()
        cache.store(animated, for: "a")
        let before = cache.cost
        source.kept.withLock { $0 = 1_000_000 }
        _ = cache.image(for: "a")
        #expect(cache.cost == before + 1_000_000)
        source.kept.withLock { $0 = 0 }
        _ = cache.image(for: "a")
        #expect(cache.cost == before)
    }

    @Test("SD MEM-04 what was evicted and is still held is found again, what nobody holds isn't")
    func ghosts() throws {
        let cache = cache(weak: true) { $0.maximumCount = 1 }
        let held = try image(10, 10)
        cache.store(held, for: "held")
        cache.store(try image(), for: "dropped")
        cache.store(try image(), for: "last")
        #expect(!cache.contains("held"))
        #expect(cache.image(for: "dropped") == nil)
        let found = try #require(cache.image(for: "held"))
        #expect(found.bitmap.sharesMemory(with: held.bitmap))
        #expect(cache.contains("held"))
    }

    @Test("SD MEM-05 what is removed isn't found again, though somebody holds it")
    func removedGhosts() throws {
        let cache = cache(weak: true) { $0.maximumCount = 1 }
        let held = try image()
        cache.store(held, for: "a")
        cache.store(try image(), for: "b")
        cache.remove("a")
        #expect(cache.image(for: "a") == nil)
        cache.store(held, for: "c")
        cache.store(try image(), for: "d")
        cache.removeAll()
        #expect(cache.image(for: "c") == nil)
        #expect(cache.count == 0)
    }

    @Test("MEM-07 three times pressure: shown pictures are found, new ones are kept")
    func pressure() throws {
        let source = ManualMemoryPressure()
        let cache = MemoryCache(limits: .unlimited, pressureSource: source)
        let shown = try image()
        for round in 0..<3 {
            cache.store(shown, for: "shown")
            for key in keys(0..<50) { cache.store(try image(), for: key) }
            source.tell(.critical)
            #expect(cache.count == 0, "round \(round)")
            #expect(cache.image(for: "shown")?.bitmap.sharesMemory(with: shown.bitmap) == true)
        }
        for key in keys(0..<50) { cache.store(try image(), for: key) }
        for key in keys(0..<50) { #expect(cache.image(for: key) != nil) }
        let before = cache.cost
        source.tell(.warning)
        #expect(cache.cost <= before / 2)
        #expect(cache.count > 0)
    }

    @Test("The pressure source is let go with the cache")
    func pressureEnds() throws {
        let source = ManualMemoryPressure()
        do {
            let cache = MemoryCache(limits: .unlimited, pressureSource: source)
            #expect(source.observerCount == 1)
            cache.removeAll()
        }
        #expect(source.observerCount == 0)
    }

    @Test("MEM-05 100,000 entries trimmed to half and to nothing from two threads; held pictures stay valid")
    func trim() async throws {
        let cache = cache(weak: true)
        let shared = try image()
        let held = try (0..<100).map { _ in try image() }
        for index in 0..<100_000 {
            cache.store(index % 1000 == 0 ? held[index / 1000] : shared, for: CacheKey("\(index)"))
        }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { cache.trim(toCount: 50_000) }
            group.addTask { cache.trim(toCost: 0) }
        }
        #expect(cache.count == 0)
        #expect(cache.cost == 0)
        for (index, image) in held.enumerated() {
            #expect(cache.image(for: CacheKey("\(index * 1000)"))?.bitmap.sharesMemory(with: image.bitmap) == true)
        }
    }

    @Test("D-02 looking whether there is an entry is no use of it")
    func containsIsNoUse() throws {
        let cache = cache { $0.maximumCount = 2 }
        cache.store(try image(), for: "a")
        cache.store(try image(), for: "b")
        #expect(cache.contains("a"))
        cache.store(try image(), for: "c")
        #expect(!cache.contains("a"))
    }

    @Test("Threads that store, read, trim and clear at once leave the sums right")
    func threads() async throws {
        let cache = cache(weak: true) { $0.maximumCount = 300 }
        let picture = try image()
        await withTaskGroup(of: Void.self) { group in
            for seed in 0..<4 {
                group.addTask {
                    var random = SplitMix(state: UInt64(seed))
                    for _ in 0..<5000 {
                        let key = CacheKey("\(random.next() % 500)")
                        switch random.next() % 20 {
                        case 0: cache.remove(key)
                        case 1: cache.trim(toCount: 100)
                        case 2 where random.next() % 10 == 0: cache.removeAll()
                        case 3..<12: _ = cache.image(for: key)
                        default: cache.store(picture, for: key)
                        }
                    }
                }
            }
        }
        #expect(cache.count <= 300)
        #expect(cache.cost == cache.count * picture.memoryCost)
        cache.removeAll()
        #expect(cache.cost == 0 && cache.count == 0)
    }

    @Test("The default limit is 15 % of the memory that there is for this process")
    func defaultLimit() throws {
        let limit = try #require(MemoryCache.Limits().maximumCost)
        #expect(limit == Int(Double(MachineMemory.total) * 0.15))
        #expect(limit > 1_000_000)
    }
}

private final class GrowingSource: AnimationFrameSource {
    let kept = Lock(0)
    var size: PixelSize { PixelSize(width: 4, height: 4) }
    var frameCount: Int { 2 }
    var loopCount: Int { 0 }
    var durations: [Duration] { [.seconds(1), .seconds(1)] }
    var retainedByteCount: Int { kept.withLock { $0 } }
    func frame(at index: Int, token: CancellationToken) throws -> Bitmap { try image().bitmap }
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
