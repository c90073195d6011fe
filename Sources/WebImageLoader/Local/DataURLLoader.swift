internal import FoundationEssentials
public import WebImageCore

/// Reads pictures that stand in their address: `data:` URLs (RFC 2397).
public struct DataURLLoader: ImageLoader {
    /// Where base64 is decoded: a large picture takes a while.
    private let pool = WorkerPool(name: "wi-data-url", width: 1)

    /// Makes a loader with a thread of its own for large pictures.
    public init() {}

    public func canLoad(_ request: LoaderRequest) -> Bool { request.url.scheme == "data" }

    /// - Throws: ``WebImageError/Code/invalidURL`` where there is no comma or the base64 is broken,
    ///   ``WebImageError/Code/notAnImage`` where the data is empty, ``WebImageError/Code/tooLarge``.
    public func load(_ request: LoaderRequest, context: LoaderContext) async throws -> LoadedData {
        let data = try await pool.run(priority: context.priority.value) { token in
            try token.check()
            return try Self.read(request)
        }
        context.onProgress?(LoadProgress(received: data.data.count, total: data.data.count))
        context.onData?(data.data)
        return data
    }

    static func read(_ request: LoaderRequest) throws(WebImageError) -> LoadedData {
        let text = request.url.string
        guard request.url.scheme == "data", let comma = text.utf8.firstIndex(of: UInt8(ascii: ",")) else {
            throw WebImageError(.invalidURL, "The data URL has no comma, so no data.", url: request.url)
        }
        let parameters = text[text.utf8.index(text.startIndex, offsetBy: 5)..<comma].split(
            separator: ";", omittingEmptySubsequences: false)
        // What is encoded is at least as long as what comes out, save for base64's 4 for 3.
        let payload = text[text.utf8.index(after: comma)...]
        guard payload.utf8.count / 4 * 3 <= request.options.maximumBytes else { throw ResponseCheck.tooLarge(request) }
        let isBase64 = parameters.dropFirst().contains { trimmed($0).lowercased() == "base64" }
        let bytes = PercentEncoding.decodedBytes(payload)
        let body = isBase64 ? Base64Text.decode(bytes) : bytes
        guard let body else {
            throw WebImageError(.invalidURL, "The data URL's base64 is broken.", url: request.url)
        }
        guard body.count <= request.options.maximumBytes else { throw ResponseCheck.tooLarge(request) }
        guard !body.isEmpty else {
            throw WebImageError(.notAnImage, "The data URL is empty: there is no picture.", url: request.url)
        }
        var data = LoadedData(data: Data(body), origin: .data)
        let type = trimmed(parameters[0])
        data.headers["Content-Type"] = type.isEmpty ? "text/plain" : type
        data.finalURL = request.url
        return data
    }

    private static func trimmed(_ text: Substring) -> String { text.filter { !$0.isWhitespace } }
}
