import Testing
import WebImageCache
import WebImageCore
import WebImageTesting

/// The library's cache and several caches behind one, through Core's protocol.
@Suite(.timeLimit(.minutes(5)))
struct ImageCacheTests {
    let folder = TemporaryFolder()

    func context(_ tiers: CacheTiers) -> CacheContext { CacheContext(tiers: tiers) }

    @Test(
        "B-23 B-26 what is stored, found, removed and cleared by tier",
        arguments: [[], .memory, .disk, [.memory, .disk]] as [CacheTiers], [[], .memory, .disk, .all] as [CacheTiers])
    func tiers(stored: CacheTiers, asked: CacheTiers) async throws {
        let cache = StandardImageCache(
            memory: MemoryCache(limits: .unlimited, pressureSource: nil), disk: DiskCache(path: folder("cache")))
        if stored.contains(.memory) { cache.storeInMemory(try image(), for: "a") }
        try await cache.store(entry(100), for: "a", context: context(stored))
        #expect(await cache.tiers(holding: "a", context: context(asked)) == stored.intersection(asked))
        #expect((cache.memoryImage(for: "a") != nil) == stored.contains(.memory))
        let found = try await cache.entry(for: "a", context: context(asked))
        #expect((found != nil) == (stored.contains(.disk) && asked.contains(.disk)))
        try await cache.remove("a", context: context(asked))
        #expect(await cache.tiers(holding: "a", context: context(.all)) == stored.subtracting(asked))
        try await cache.removeAll(context: context(.all))
        #expect(await cache.tiers(holding: "a", context: context(.all)).isEmpty)
    }

    @Test("A disk that can't be used throws, and memory works on")
    func brokenDisk() async throws {
        let cache = StandardImageCache(memory: MemoryCache(pressureSource: nil), disk: DiskCache(path: "/proc/none/x"))
        cache.storeInMemory(try image(), for: "a")
        #expect(cache.memoryImage(for: "a") != nil)
        await #expect(throws: WebImageError.self) { try await cache.entry(for: "a", context: context(.all)) }
        #expect(await cache.tiers(holding: "a", context: context(.all)) == .memory)
    }

    @Test("A cancelled token ends a read as cancelled")
    func cancelled() async throws {
        let cache = StandardImageCache(memory: nil, disk: DiskCache(path: folder("cache")))
        let token = CancellationToken()
        token.cancel()
        let error = await #expect(throws: WebImageError.self) {
            try await cache.entry(for: "a", context: CacheContext(token: token))
        }
        #expect(error?.code == .cancelled)
    }

    @Test("CMG-04 serial: the highest cache that has an answer gives it")
    func serialQuery() async throws {
        let (low, high) = (FakeCache(), FakeCache())
        let manager = ImageCacheManager([low, high])
        low.plant(entry(10, seed: 1), for: "a")
        #expect(try await manager.entry(for: "a", context: context(.all))?.data == bytes(10, seed: 1))
        high.plant(entry(10, seed: 2), for: "a")
        #expect(try await manager.entry(for: "a", context: context(.all))?.data == bytes(10, seed: 2))
        #expect(low.reads.count == 1)
        // CMG-08: no copy upward.
        #expect(high.stores.isEmpty)
    }

    @Test("CMG-05 concurrent: the first hit wins, though a higher cache is slow")
    func concurrentQuery() async throws {
        let gate = TestGate()
        let (low, high) = (FakeCache(), FakeCache(readGate: gate))
        let manager = ImageCacheManager([low, high])
        manager.policies.query = .concurrent
        low.plant(entry(10, seed: 1), for: "a")
        high.plant(entry(10, seed: 2), for: "a")
        let token = CancellationToken()
        let found = try await manager.entry(for: "a", context: CacheContext(token: token))
        #expect(found?.data == bytes(10, seed: 1))
        #expect(!token.isCancelled)
        gate.open()
        #expect(try await manager.entry(for: "b", context: context(.all)) == nil)
    }

    @Test("CMG-02 each operation has its policy", arguments: ImageCacheManager.Policy.allCases)
    func policies(policy: ImageCacheManager.Policy) async throws {
        let caches = [FakeCache(), FakeCache(), FakeCache()]
        let manager = ImageCacheManager(caches)
        #expect(manager.policies == ImageCacheManager.Policies())
        manager.policies.store = policy
        try await manager.store(entry(10), for: "a", context: context(.all))
        manager.storeInMemory(try image(), for: "a")
        let expected =
            switch policy {
            case .serial, .concurrent: [true, true, true]
            case .highestOnly: [false, false, true]
            case .lowestOnly: [true, false, false]
            }
        #expect(caches.map { $0.entries["a"] != nil } == expected)
        #expect(caches.map { $0.memoryKeys.contains("a") } == expected)

        manager.policies.contains = policy
        #expect(await manager.tiers(holding: "a", context: context(.all)) == [.memory, .disk])
        manager.policies.remove = policy
        try await manager.remove("a", context: context(.all))
        #expect(caches.allSatisfy { $0.entries.isEmpty })
        for cache in caches { cache.plant(entry(10), for: "b") }
        manager.policies.clear = policy
        try await manager.removeAll(context: context(.all))
        #expect(caches.map(\.entries.isEmpty) == expected)
    }

    @Test("A cache that fails hides no other; with no answer its error is thrown")
    func failures() async throws {
        let (low, high) = (FakeCache(), FakeCache())
        high.failure = WebImageError(.cacheFailed, "broken")
        low.plant(entry(10), for: "a")
        for policy in [ImageCacheManager.Policy.serial, .concurrent] {
            let manager = ImageCacheManager([low, high])
            manager.policies.query = policy
            manager.policies.remove = policy
            #expect(try await manager.entry(for: "a", context: context(.all)) != nil)
            #expect(try await manager.entry(for: "none", context: context(.all)) == nil)
            await #expect(throws: WebImageError.self) {
                try await ImageCacheManager([high]).entry(for: "a", context: context(.all))
            }
            await #expect(throws: WebImageError.self) { try await manager.remove("b", context: context(.all)) }
        }
    }

    @Test("CMG-06 no cache at all: nothing is found and nothing fails")
    func noCaches() async throws {
        for cache in [ImageCacheManager([]), NullImageCache()] as [any ImageCache] {
            try await cache.store(entry(10), for: "a", context: context(.all))
            cache.storeInMemory(try image(), for: "a")
            #expect(cache.memoryImage(for: "a") == nil)
            #expect(try await cache.entry(for: "a", context: context(.all)) == nil)
            #expect(await cache.tiers(holding: "a", context: context(.all)).isEmpty)
            try await cache.removeAll(context: context(.all))
        }
    }
}
