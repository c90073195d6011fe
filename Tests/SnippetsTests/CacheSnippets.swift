import FoundationEssentials
import Testing
import WebImage
import WebImageTesting

/// Caching, Working offline and Loading ahead.
struct CacheSnippets {
    @Test("What is cached is shown, then refreshed")
    func refresh() async throws {
        let place = try SnippetPlace()
        defer { place.remove() }
        let manager = place.manager
        let screen = Screen()
        _ = try await manager.image(for: ImageRequest("https://example.org/photo.jpg"))
        // snippet refresh
        var request = ImageRequest("https://example.org/photo.jpg")
        request.options.cachePolicy = .refreshCached
        let task = manager.load(request) { outcome in
            guard case .success(let loaded) = outcome else { return }
            screen.show(loaded)
            if let error = loaded.refreshError { print("This is the cached picture:", error.message) }
        } onEvent: { event in
            if case .cached(let loaded) = event { screen.show(loaded) }
        }
        // end
        _ = await task.result
        await MainActor.run {}  // what waits for the main actor has run by then
        #expect(place.loader.count(of: "https://example.org/photo.jpg") == 2)
        #expect(screen.sources == [.memory, .network])
    }

    @Test("Limits and places of a cache")
    func limits() async throws {
        // snippet limits
        var rules = DiskCache.Configuration()
        rules.limits.maximumBytes = 2_000_000_000
        rules.limits.maximumAge = .seconds(30 * 86_400)
        let cache = StandardImageCache(
            memory: MemoryCache(limits: MemoryCache.Limits(cost: 256 << 20)),
            disk: DiskCache(path: "/var/cache/pictures", configuration: rules))
        let manager = ImageManager(ImageManager.Configuration(cache: cache, loader: LoaderManager.standard()))
        // end
        #expect(cache.disk?.limits.maximumBytes == 2_000_000_000)
        #expect(manager.runningCount == 0)
    }

    @Test("Looking into a cache, and removing")
    func upkeep() async throws {
        let place = try SnippetPlace()
        defer { place.remove() }
        let manager = place.manager
        var request = ImageRequest("https://example.org/photo.jpg")
        request.options.waitsForStore = true
        _ = try await manager.image(for: request)
        let disk = try #require((manager.cache as? StandardImageCache)?.disk)
        // snippet upkeep
        if manager.memoryImage(for: request) != nil { print("shown at once") }
        let statistics = try await disk.statistics()
        print(statistics.entries, "pictures,", statistics.bytes, "bytes")
        try await disk.trim(maximumBytes: 100_000_000)
        try await manager.remove(request)
        // end
        #expect(statistics.entries == 1)
        #expect(try await disk.statistics().entries == 0)
        #expect(manager.memoryImage(for: request) == nil)
    }

    @Test("Addresses whose signatures change have one key")
    func keys() async throws {
        let place = try SnippetPlace()
        defer { place.remove() }
        let cache = place.manager.cache
        let loader = place.loader
        // snippet keys
        var configuration = ImageManager.Configuration(cache: cache, loader: loader)
        configuration.keyFilter = { url in String(url.string.prefix { $0 != "?" }) }
        let manager = ImageManager(configuration)
        // end
        let first = manager.cacheKeys(for: ImageRequest("https://example.org/photo.jpg?signature=1"))
        let second = manager.cacheKeys(for: ImageRequest("https://example.org/photo.jpg?signature=2"))
        #expect(first.image == second.image)
        #expect(first.original == second.original)
    }

    @Test("Edited pictures on the disk")
    func edited() async throws {
        let place = try SnippetPlace()
        defer { place.remove() }
        let manager = place.manager
        // snippet edited
        var request = ImageRequest("https://example.org/photo.jpg", editor: .thumbnail(256) + .grayscale)
        request.options.storeTiers = [.memory, .disk]
        request.options.storeFormat = .webp
        let loaded = try await manager.image(for: request)
        // end
        #expect(loaded.image.editKey == request.editor?.key)
    }

    @Test("The network is left alone")
    func offline() async throws {
        let place = try SnippetPlace()
        defer { place.remove() }
        let manager = place.manager
        let screen = Screen()
        // snippet offline
        var request = ImageRequest("https://example.org/photo.jpg")
        request.options.cachePolicy = .cacheOnly
        do {
            screen.show(try await manager.image(for: request).image)
        } catch {
            screen.show(error.code == .notCached ? "This picture is not here yet." : error.message)
        }
        // end
        #expect(screen.texts == ["This picture is not here yet."])
        #expect(place.loader.requests.isEmpty)
    }

    @Test("A program that is told of its connection")
    func connection() async throws {
        let place = try SnippetPlace()
        defer { place.remove() }
        let cache = place.manager.cache
        let loader = place.loader
        // snippet connection
        let isOffline = Lock(false)
        var configuration = ImageManager.Configuration(cache: cache, loader: loader)
        configuration.shouldLoad = { _ in isOffline.withLock { !$0 } }
        let manager = ImageManager(configuration)
        isOffline.withLock { $0 = true }
        // end
        let outcome = await manager.load(ImageRequest("https://example.org/photo.jpg")).result
        guard case .failure(let error) = outcome else {
            Issue.record("the source was asked")
            return
        }
        #expect(error.code == .refused)
    }

    @Test("A list is loaded ahead")
    func prefetch() async throws {
        let place = try SnippetPlace()
        defer { place.remove() }
        let manager = place.manager
        let addresses: [ImageURL] = ["https://example.org/photo.jpg", "https://example.org/gone.jpg"]
        // snippet prefetch
        let prefetcher = ImagePrefetcher(manager: manager)
        let batch = prefetcher.prefetch(addresses)
        for await event in batch.events {
            print(event.counts.ended, "of", event.counts.total, event.url)
        }
        let summary = await batch.summary
        for (url, error) in summary.failures { print(url, error.message) }
        // end
        #expect(summary.counts.finished == 1)
        #expect(summary.failures.map { $0.url } == ["https://example.org/gone.jpg"])
    }

    @Test("A list is loaded ahead into memory, as it will be shown")
    func prefetchToMemory() async throws {
        let place = try SnippetPlace()
        defer { place.remove() }
        let manager = place.manager
        let addresses = ["https://example.org/photo.jpg", "https://example.org/lake.webp"]
        // snippet prefetch to memory
        var rules = ImagePrefetcher.Configuration()
        rules.width = 4
        rules.cancelsPrevious = true
        let prefetcher = ImagePrefetcher(manager: manager, configuration: rules)
        let requests = addresses.map { ImageRequest($0, editor: .thumbnail(256)) }
        let batch = prefetcher.prefetch(requests, to: .memory)
        prefetcher.isPaused = true  // while the user scrolls
        prefetcher.isPaused = false
        // end
        #expect(await batch.summary.counts.finished == 2)
        #expect(manager.memoryImage(for: requests[1]) != nil)
    }
}
