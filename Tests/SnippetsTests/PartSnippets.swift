import FoundationEssentials
import Testing
import WebImage
import WebImageTesting

/// A cache, a loader, a coder and a display of the program's own.
struct PartSnippets {
    @Test("A cache of the program's own")
    func cache() async throws {
        let place = try SnippetPlace()
        defer { place.remove() }
        let loader = place.loader
        // snippet use cache
        let manager = ImageManager(ImageManager.Configuration(cache: DictionaryCache(), loader: loader))
        // end
        var request = ImageRequest("https://example.org/photo.jpg")
        request.options.waitsForStore = true
        #expect(try await manager.image(for: request).source == .network)
        #expect(try await manager.image(for: request).source == .memory)
        request.options.queryTiers = .disk
        #expect(try await manager.image(for: request).source == .disk)
    }

    @Test("Two caches, one over the other")
    func caches() async throws {
        let place = try SnippetPlace()
        defer { place.remove() }
        let path = place.folder + "/bundled"
        // snippet two caches
        let bundled = StandardImageCache(memory: nil, disk: DiskCache(path: path))
        let cache = ImageCacheManager([bundled, StandardImageCache()])
        // end
        #expect(cache.caches.count == 2)
    }

    @Test("A loader for a scheme of the program's own")
    func scheme() async throws {
        let library = ["1234": try SnippetPlace.sample("sunset.jpg")]
        // snippet scheme
        let loaders = LoaderManager.standard()
        loaders.add(
            ClosureLoader(scheme: "library") { url in
                guard let data = library[String(url.string.dropFirst(8))] else {
                    throw WebImageError(.fileNotFound, "The library has no such picture.", url: url)
                }
                return data
            })
        let manager = ImageManager(ImageManager.Configuration(cache: StandardImageCache(), loader: loaders))
        // end
        var request = ImageRequest("library:1234")
        request.options.cachePolicy = .bypass
        #expect(try await manager.image(for: request).source == .custom)
        request.url = "library:5"
        guard case .failure(let error) = await manager.load(request).result else {
            Issue.record("there is no such picture")
            return
        }
        #expect(error.code == .fileNotFound)
    }

    @Test("A loader before another one")
    func wrapping() async throws {
        let place = try SnippetPlace()
        defer { place.remove() }
        let loader = SigningLoader(inner: place.loader, sign: { $0 + "?signature=1" })
        let request = LoaderRequest("https://example.org/photo.jpg")
        await #expect(throws: WebImageError.self) { _ = try await loader.load(request, context: LoaderContext()) }
        #expect(place.loader.requests.map(\.url) == ["https://example.org/photo.jpg?signature=1"])
    }

    @Test("A coder for a format of the program's own")
    func coder() async throws {
        // snippet use coder
        let coders = CoderManager.standard
        coders.register(FarbfeldCoder())
        // end
        // Two pixels, red and a half clear green, as the format's text says (farbfeld(5)).
        let bytes: [UInt8] = [0, 0, 0, 2, 0, 0, 0, 1, 255, 255, 0, 0, 0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 128, 128]
        let file = Data("farbfeld".utf8) + Data(bytes)
        let image = try coders.decode(file, context: DecodeContext())
        #expect(image.bitmap[0, 0] == PixelColor(red: 255, green: 0, blue: 0))
        #expect(image.bitmap[1, 0] == PixelColor(red: 0, green: 255, blue: 0, alpha: 128))
        #expect(throws: WebImageError.self) { try coders.decode(file.dropLast(), context: DecodeContext()) }
        let place = try SnippetPlace { $0.coder = coders }
        defer { place.remove() }
        place.loader.answer("https://example.org/a.ff", with: FakeLoader.Answer(file))
        var request = ImageRequest("https://example.org/a.ff")
        #expect(try await place.manager.image(for: request).image.size == PixelSize(width: 2, height: 1))
        request.options.decode.thumbnail = ThumbnailSize(1)
        #expect(try await place.manager.image(for: request).image.size == PixelSize(width: 1, height: 1))
    }

    @Test("A display of the program's own")
    @MainActor
    func display() async throws {
        let place = try SnippetPlace()
        defer { place.remove() }
        let manager = place.manager
        // snippet use display
        let sprite = Sprite()
        let options = DisplayOptions(manager: manager)
        sprite.setImage(with: "https://example.org/photo.jpg", options: options)
        // end
        _ = await sprite.imageLoad()?.result
        #expect(sprite.texture != nil)
    }
}

// snippet cache
/// Keeps everything in two dictionaries, for as long as the program runs.
final class DictionaryCache: ImageCache {
    private let images = Lock<[CacheKey: DecodedImage]>([:])
    private let entries = Lock<[CacheKey: CacheEntry]>([:])

    func memoryImage(for key: CacheKey) -> DecodedImage? { images.withLock { $0[key] } }

    func storeInMemory(_ image: DecodedImage, for key: CacheKey) { images.withLock { $0[key] = image } }

    func entry(for key: CacheKey, context: CacheContext) async throws -> CacheEntry? {
        context.tiers.contains(.disk) ? entries.withLock { $0[key] } : nil
    }

    func store(_ entry: CacheEntry, for key: CacheKey, context: CacheContext) async throws {
        if context.tiers.contains(.disk) { entries.withLock { $0[key] = entry } }
    }

    func update(_ metadata: CacheMetadata, for key: CacheKey, context: CacheContext) async throws {
        entries.withLock { $0[key]?.metadata = metadata }
    }

    func tiers(holding key: CacheKey, context: CacheContext) async -> CacheTiers {
        var tiers: CacheTiers = []
        if images.withLock({ $0[key] != nil }) { tiers.insert(.memory) }
        if entries.withLock({ $0[key] != nil }) { tiers.insert(.disk) }
        return tiers.intersection(context.tiers)
    }

    func remove(_ key: CacheKey, context: CacheContext) async throws {
        if context.tiers.contains(.memory) { images.withLock { $0[key] = nil } }
        if context.tiers.contains(.disk) { entries.withLock { $0[key] = nil } }
    }

    func removeAll(context: CacheContext) async throws {
        if context.tiers.contains(.memory) { images.withLock { $0 = [:] } }
        if context.tiers.contains(.disk) { entries.withLock { $0 = [:] } }
    }
}
// end

// snippet loader
/// Signs each address just before another loader fetches it; the cache keeps the picture under the plain one.
struct SigningLoader: ImageLoader {
    let inner: any ImageLoader
    let sign: @Sendable (String) async throws -> String

    func canLoad(_ request: LoaderRequest) -> Bool { inner.canLoad(request) }

    func load(_ request: LoaderRequest, context: LoaderContext) async throws -> LoadedData {
        var request = request
        request.url = ImageURL(try await sign(request.url.string))
        return try await inner.load(request, context: context)
    }
}
// end

// snippet coder
/// Reads farbfeld: eight letters, two big-endian sides, then four 16-bit channels a pixel.
struct FarbfeldCoder: ImageCoder {
    func canDecode(_ format: ImageFormat?, head: Data) -> Bool { head.starts(with: Data("farbfeld".utf8)) }

    func info(of data: Data, context: DecodeContext) throws -> ImageInfo {
        guard data.count >= 16 else { throw WebImageError(.truncated, "The header is cut.", url: context.url) }
        func side(_ offset: Int) -> Int { data.dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | Int($1) } }
        let size = PixelSize(width: side(8), height: side(12))
        try context.options.limits.check(size)
        return ImageInfo(format: ImageFormat(rawValue: "farbfeld"), size: size)
    }

    func decode(_ data: Data, context: DecodeContext) throws -> DecodedImage {
        var info = try info(of: data, context: context)
        let (width, height) = (info.size.width, info.size.height)
        guard data.count >= 16 + width * height * 8 else {
            throw WebImageError(.truncated, "The file ends before the picture does.", url: context.url)
        }
        let buffer = try BitmapBuffer(info.size)
        let bytes = [UInt8](data)
        for y in 0..<height {
            try context.token.check()
            let row = buffer.row(y).assumingMemoryBound(to: UInt32.self)
            for x in 0..<width {
                let at = 16 + (y * width + x) * 8
                let color = PixelColor(red: bytes[at], green: bytes[at + 2], blue: bytes[at + 4], alpha: bytes[at + 6])
                row[x] = color.premultipliedBGRA
            }
        }
        var bitmap = buffer.finish(isOpaque: false)
        if let thumbnail = context.options.thumbnail {
            bitmap = try bitmap.edited(by: .thumbnail(thumbnail), token: context.token)
            info.size = bitmap.size
        }
        return DecodedImage(bitmap: bitmap, info: info)
    }
}
// end

// snippet display
/// A sprite of a game: draws whatever texture it has.
@MainActor
final class Sprite: ImageDisplay {
    let displayState = DisplayState()
    private(set) var texture: Bitmap?

    func show(_ update: DisplayUpdate) { texture = update.image?.bitmap }
}
// end
