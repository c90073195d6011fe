/// Fetches the bytes of pictures.
///
/// Conforming types merge equal requests, order them by priority and end each call exactly once, by returning or by
/// throwing. Cancelling the surrounding task ends the call with ``WebImageError/Code/cancelled``.
public protocol ImageLoader: Sendable {
    /// Whether this loader takes such a request.
    func canLoad(_ request: LoaderRequest) -> Bool

    /// Fetches the bytes.
    ///
    /// - Throws: ``WebImageError``; any other error is put inside one by the manager.
    func load(_ request: LoaderRequest, context: LoaderContext) async throws -> LoadedData
}
