extension ImageManager.Configuration {
    /// The library's own parts: memory and disk cache, HTTP, files and data URLs, all built-in coders.
    ///
    /// Nothing is opened and no thread is started before the first load.
    ///
    /// - Parameters:
    ///   - cachePath: The folder of the disk cache; nil keeps nothing on disk.
    ///   - http: Limits and defaults of transfers.
    public static func standard(
        cachePath: String? = DiskCache.defaultPath, http: HTTPLoaderConfiguration = HTTPLoaderConfiguration()
    ) -> ImageManager.Configuration {
        ImageManager.Configuration(
            cache: StandardImageCache(disk: cachePath.map { DiskCache(path: $0) }), loader: LoaderManager.standard(http)
        )
    }
}
