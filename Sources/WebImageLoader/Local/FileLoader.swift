public import WebImageCore

/// Reads pictures from this machine: `file:` URLs and paths.
///
/// Files are read on threads of the loader's own, never on the cooperative pool.
public struct FileLoader: ImageLoader {
    private let pool: WorkerPool

    /// Makes a loader; its threads start when they are needed.
    ///
    /// - Parameter width: How many files are read at once; nil is the number of cores.
    public init(width: Int? = nil) { pool = WorkerPool(name: "wi-files", width: width) }

    public func canLoad(_ request: LoaderRequest) -> Bool { request.url.isFile && !request.url.string.isEmpty }

    /// - Throws: ``WebImageError/Code/fileNotFound``, also for a folder and for a `file:` URL of another host;
    ///   ``WebImageError/Code/permissionDenied``; ``WebImageError/Code/tooLarge``; ``WebImageError/Code/notAnImage``
    ///   where the file is empty; ``WebImageError/Code/cancelled``.
    public func load(_ request: LoaderRequest, context: LoaderContext) async throws -> LoadedData {
        guard let path = request.url.filePath else {
            throw WebImageError(
                .fileNotFound, "The file address names no file of this machine. Check its host and path.",
                url: request.url)
        }
        return try await pool.run(priority: context.priority.value) { token in
            let file = try FileBytes(path: path, request: request)
            var data = LoadedData(data: try file.read(context: context, token: token), origin: .file)
            data.finalURL = request.url
            return data
        }
    }
}
