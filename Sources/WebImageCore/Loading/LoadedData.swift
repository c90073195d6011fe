public import FoundationEssentials

/// What a loader brings.
public struct LoadedData: Sendable {
    /// Where the bytes came from.
    public enum Origin: String, Sendable {
        case network, file, data
        /// Another machine loaded it and shared it.
        case shared
        /// A source made by the program.
        case custom
    }

    /// The body; empty where ``isNotModified``.
    public var data: Data
    public var origin: Origin
    /// The answer's status and header fields, where there was HTTP.
    public var status: Int?
    public var headers: HTTPHeaders
    /// Whether the server confirmed what the request's validators named (304): the cached bytes are good.
    public var isNotModified: Bool
    /// The address after redirects.
    public var finalURL: ImageURL?
    public var metrics: TransferMetrics

    public init(data: Data, origin: Origin) {
        self.data = data
        self.origin = origin
        status = nil
        headers = [:]
        isNotModified = false
        finalURL = nil
        metrics = TransferMetrics()
    }
}
