internal import WebImage
internal import WebImageCore

/// What the options say about caches and transfers.
struct LoadSettings: Sendable {
    /// Nil: no cache is read or written.
    var cachePath: String?
    var policy: CachePolicy = .useCached
    var transfer = TransferOptions()
    var headers = HTTPHeaders()
    var retries = 0
    var jobs = 6
    var shared: SharedCacheAddress?

    init(_ arguments: ParsedArguments) throws(UsageError) {
        try arguments.checkAtMostOne(of: [
            Options.noCache.definition, Options.refresh.definition, Options.offline.definition,
            Options.followHTTP.definition,
        ])
        cachePath = try Self.cachePath(arguments)
        if arguments.has(Options.noCache) { (cachePath, policy) = (nil, .bypass) }
        if arguments.has(Options.refresh) { policy = .refreshCached }
        if arguments.has(Options.offline) { policy = .cacheOnly }
        if arguments.has(Options.followHTTP) { policy = .followHTTPCaching }
        shared = try arguments.value(of: Options.shared)
        jobs = try arguments.value(of: Options.jobs) ?? jobs
        retries = try arguments.value(of: Options.retries) ?? retries
        for field in try arguments.values(of: Options.header) { headers.append(field.name, field.value) }
        transfer.credentials = try arguments.value(of: Options.user)
        transfer.allowsInsecureTLS = arguments.has(Options.insecure)
        if let timeout = try arguments.value(of: Options.timeout) {
            transfer.connectTimeout = timeout
            transfer.idleTimeout = timeout
        }
        transfer.totalTimeout = try arguments.value(of: Options.maxTime)
        transfer.maximumBytes = try arguments.value(of: Options.maxBytes) ?? transfer.maximumBytes
    }

    /// The cache folder that is named, else the user's.
    static func cachePath(_ arguments: ParsedArguments) throws(UsageError) -> String {
        if let path = try arguments.value(of: Options.cache) { return Environment.absolute(path) }
        return Environment.cacheFolder + "/webimage"
    }

    /// A request as the options have it.
    func request(for source: String) -> ImageRequest {
        var request = ImageRequest(url: Self.url(of: source), headers: headers)
        request.options.cachePolicy = policy
        request.options.transfer = transfer
        request.options.callbackTarget = .immediate
        // A process that ends must not lose what it loaded.
        request.options.waitsForStore = true
        // Each source is loaded once in a process: nothing would be found in memory.
        request.options.storeTiers = []
        request.options.queryTiers = [.disk, .shared]
        return request
    }

    /// The address of a source; a file's name may look like a URL of a scheme that nobody has.
    static func url(of source: String) -> ImageURL {
        let url = ImageURL(source)
        let known = ["http", "https", "file", "data"]
        guard let scheme = url.scheme, !known.contains(scheme), FileProbe.exists(source) else { return url }
        return ImageURL("./" + source)
    }
}
