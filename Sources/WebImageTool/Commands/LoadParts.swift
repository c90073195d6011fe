internal import WebImage
internal import WebImageCache
internal import WebImageCoders
internal import WebImageCore
internal import WebImageLoader

#if Redis
    internal import WebImageRedis
#endif

/// The parts that load, made as the options say.
struct LoadParts: Sendable {
    let manager: ImageManager
    private let disk: DiskCache?

    init(_ settings: LoadSettings, console: Console) {
        disk = settings.cachePath.map { path in
            var configuration = DiskCache.Configuration()
            // A cache that can't be used never fails a load; people want to know why nothing is kept.
            configuration.onFailure = { error in
                console.line("The cache \(Printable.text(path)) can't be used: \(Printable.text(error.sentence))")
            }
            return DiskCache(path: path, configuration: configuration)
        }
        var transfers = HTTPLoaderConfiguration()
        transfers.maximumConcurrentLoads = settings.jobs
        transfers.retry = RetryPolicy(maximumAttempts: settings.retries + 1)
        transfers.headers["User-Agent"] = "webimage/\(Program.version)"
        let local = StandardImageCache(memory: nil, disk: disk)
        manager = ImageManager(
            settings.shared.flatMap { Self.shared($0, behind: local, transfers, console) }
                ?? ImageManager.Configuration(cache: local, loader: LoaderManager.standard(transfers)))
    }

    /// The parts with a shared cache behind the local one; nil where this build has none.
    private static func shared(
        _ address: SharedCacheAddress, behind local: StandardImageCache, _ transfers: HTTPLoaderConfiguration,
        _ console: Console
    ) -> ImageManager.Configuration? {
        #if Redis
            let endpoint = RedisEndpoint(
                .host(address.host, port: address.port), user: address.user, password: address.password,
                database: address.database)
            var configuration = RedisImageCache.Configuration(servers: [endpoint])
            configuration.log = { console.line(Printable.text($0)) }
            return .shared(RedisImageCache(configuration), behind: local, http: transfers)
        #else
            console.line("This build can't use a shared cache; --shared is left out.")
            return nil
        #endif
    }

    /// Waits until everything is on the disk.
    func close() async { try? await disk?.close() }
}
