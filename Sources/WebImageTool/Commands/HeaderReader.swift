internal import FoundationEssentials
internal import Glibc
internal import WebImage
internal import WebImageCore

/// Finds out what a picture is from as little of it as will do.
struct HeaderReader: Sendable {
    let manager: ImageManager
    let settings: LoadSettings
    private let pool = WorkerPool(name: "webimage.info")

    init(manager: ImageManager, settings: LoadSettings) {
        self.manager = manager
        self.settings = settings
    }

    func info(of source: String) async throws(WebImageError) -> (info: ImageInfo, byteCount: Int) {
        let request = settings.request(for: source)
        do {
            if let path = request.url.filePath, let known = try await pool.run({ _ in early(ofFile: path) }) {
                return known
            }
            if let cached = try await cachedData(for: request) {
                return (try await info(of: cached, url: request.url), cached.count)
            }
            return try await loaded(request)
        } catch {
            throw WebImageError.wrapping(
                error, as: .customPartFailed, "The picture could not be read.", url: request.url)
        }
    }

    /// What the beginning of a file tells, where that is enough.
    private func early(ofFile path: String) -> (ImageInfo, Int)? {
        guard let byteCount = FileProbe.size(path) else { return nil }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var head = [UInt8](repeating: 0, count: min(byteCount, HeaderCollector.firstAttempt))
        let count = pread(descriptor, &head, head.count, 0)
        guard count > 0 else { return nil }
        return HeaderCollector.info(of: Data(head[..<count]), coder: manager.coder).map { ($0, byteCount) }
    }

    /// The bytes of a picture that is in the cache.
    private func cachedData(for request: ImageRequest) async throws -> Data? {
        guard request.options.cachePolicy.readsCache, request.url.isHTTP else { return nil }
        let key = manager.cacheKeys(for: request).original
        // A cache that can't be read is as good as none.
        if let entry = try? await manager.cache.entry(for: key, context: CacheContext(tiers: [.disk])) {
            return entry.data
        }
        guard request.options.cachePolicy != .cacheOnly else {
            throw WebImageError(.notCached, "The picture is not cached, and the network may not be used.")
        }
        return nil
    }

    /// Loads a picture until it is known what it is.
    private func loaded(_ request: ImageRequest) async throws -> (ImageInfo, Int) {
        let collector = HeaderCollector(coder: manager.coder)
        let loaderRequest = LoaderRequest(request.url, headers: request.headers, options: request.options.transfer)
        let load = Task {
            try await manager.loader.load(
                loaderRequest,
                context: LoaderContext(
                    onProgress: { collector.total = $0.total }, onData: { collector.append($0) }))
        }
        collector.onFound { load.cancel() }
        let result = await withTaskCancellationHandler {
            await load.result
        } onCancel: {
            load.cancel()
        }
        if let found = collector.found { return found }
        let data = try result.get().data
        return (try await info(of: data, url: request.url), data.count)
    }

    private func info(of data: Data, url: ImageURL) async throws -> ImageInfo {
        try await pool.run { token in
            var context = DecodeContext(token: token, url: url)
            switch ContentKind(of: data) {
            case .image(let format): context.format = format
            case .other(let reason):
                guard manager.coder.canDecode(nil, head: data) else {
                    throw WebImageError(.notAnImage, reason.explanation, url: url)
                }
            }
            return try manager.coder.info(of: data, context: context)
        }
    }
}
