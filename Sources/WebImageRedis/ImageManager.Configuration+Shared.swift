#if Redis
    public import WebImage
    public import WebImageCache
    public import WebImageLoader

    extension ImageManager.Configuration {
        /// The library's own parts with a shared cache behind memory and disk, and one load a fleet.
        ///
        /// Nothing is opened and no thread is started before the first load. The servers' failures never fail a load.
        ///
        /// - Parameters:
        ///   - servers: Redis or Valkey servers; each key has its place on one of them.
        ///   - cachePath: The folder of the disk cache; nil keeps nothing on disk.
        ///   - http: Limits and defaults of transfers.
        /// - Precondition: There is at least one server.
        public static func shared(
            redis servers: [RedisEndpoint], cachePath: String? = DiskCache.defaultPath,
            http: HTTPLoaderConfiguration = HTTPLoaderConfiguration()
        ) -> ImageManager.Configuration {
            shared(
                RedisImageCache(RedisImageCache.Configuration(servers: servers)),
                behind: StandardImageCache(disk: cachePath.map { DiskCache(path: $0) }), http: http)
        }

        /// The library's own loaders and coders, with `local` first and `cache` behind it.
        public static func shared(
            _ cache: RedisImageCache, behind local: any ImageCache,
            http: HTTPLoaderConfiguration = HTTPLoaderConfiguration()
        ) -> ImageManager.Configuration {
            let fleet = FleetImageCache(local: local, shared: cache)
            var rules = FleetLoader.Configuration()
            rules.concurrentLoads = http.maximumConcurrentLoads + 2
            return ImageManager.Configuration(
                cache: fleet, loader: FleetLoader(LoaderManager.standard(http), cache: fleet, configuration: rules))
        }
    }
#endif
