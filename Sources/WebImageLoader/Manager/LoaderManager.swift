public import WebImageCore

/// Several loaders behind one: the loader that was added last is asked first.
public final class LoaderManager: ImageLoader {
    private let list: Lock<[any ImageLoader]>

    /// Makes a loader of several; the last is asked first.
    public init(_ loaders: [any ImageLoader]) { list = Lock(loaders) }

    /// Loaders for http, https, file and data addresses.
    public static func standard(_ configuration: HTTPLoaderConfiguration = HTTPLoaderConfiguration()) -> LoaderManager {
        LoaderManager([DataURLLoader(), FileLoader(), HTTPLoader(configuration)])
    }

    /// The loaders, the one that is asked last at the front.
    public var loaders: [any ImageLoader] {
        get { list.withLock { $0 } }
        set { list.withLock { $0 = newValue } }
    }

    /// Adds a loader that is asked before all others.
    public func add(_ loader: any ImageLoader) { list.withLock { $0.append(loader) } }

    public func canLoad(_ request: LoaderRequest) -> Bool { loader(for: request) != nil }

    /// - Throws: ``WebImageError/Code/invalidURL`` for an empty address, ``WebImageError/Code/unsupportedScheme`` where
    ///   no loader takes the request, or what the loader throws.
    public func load(_ request: LoaderRequest, context: LoaderContext) async throws -> LoadedData {
        guard !request.url.string.isEmpty else {
            throw WebImageError(.invalidURL, "The address is empty. Give the URL of a picture.", url: request.url)
        }
        guard let loader = loader(for: request) else {
            let scheme = request.url.scheme ?? ""
            throw WebImageError(
                .unsupportedScheme, "No loader takes the scheme \"\(scheme)\". Use http, https, file or data.",
                url: request.url)
        }
        return try await loader.load(request, context: context)
    }

    private func loader(for request: LoaderRequest) -> (any ImageLoader)? {
        loaders.last { $0.canLoad(request) }
    }
}
