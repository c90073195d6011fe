internal import WebImage
internal import WebImageCache
internal import WebImageCoders
internal import WebImageCore
internal import WebImageLoader

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
        manager = ImageManager(
            ImageManager.Configuration(
                cache: StandardImageCache(memory: nil, disk: disk), loader: LoaderManager.standard(transfers)))
    }

    /// Waits until everything is on the disk.
    func close() async { try? await disk?.close() }
}
