public import FoundationEssentials
public import WebImageCore

/// A source made by the program: bytes out of an archive, a database, a generator.
///
/// Equal requests at once are the manager's to merge; this loader runs the closure for each.
public struct ClosureLoader: ImageLoader {
    private let accepts: @Sendable (LoaderRequest) -> Bool
    private let provide: @Sendable (LoaderRequest, LoaderContext) async throws -> LoadedData

    /// A source of bytes for addresses with a scheme of the program's own.
    ///
    /// - Parameters:
    ///   - scheme: In lower case, such as `photos` for `photos:1234`.
    ///   - data: Brings the bytes; what it throws ends the load.
    public init(scheme: String, data: @escaping @Sendable (ImageURL) async throws -> Data) {
        self.init(where: { $0.url.scheme == scheme }) { request, context in
            let bytes = try await data(request.url)
            guard bytes.count <= request.options.maximumBytes else { throw ResponseCheck.tooLarge(request) }
            context.onProgress?(LoadProgress(received: bytes.count, total: bytes.count))
            context.onData?(bytes)
            return LoadedData(data: bytes, origin: .custom)
        }
    }

    /// A source with full control.
    ///
    /// - Parameters:
    ///   - accepts: Whether a request is for this source; called often.
    ///   - provide: Brings the answer, and reports to the context while it works.
    public init(
        where accepts: @escaping @Sendable (LoaderRequest) -> Bool,
        provide: @escaping @Sendable (LoaderRequest, LoaderContext) async throws -> LoadedData
    ) {
        self.accepts = accepts
        self.provide = provide
    }

    public func canLoad(_ request: LoaderRequest) -> Bool { accepts(request) }

    /// - Throws: ``WebImageError``; an error of the closure's own stands inside
    ///   ``WebImageError/Code/customPartFailed``.
    public func load(_ request: LoaderRequest, context: LoaderContext) async throws -> LoadedData {
        do {
            try Task.checkCancellation()
            return try await provide(request, context)
        } catch {
            throw WebImageError.wrapping(
                error, as: .customPartFailed, "The program's own source failed.", url: request.url)
        }
    }
}
