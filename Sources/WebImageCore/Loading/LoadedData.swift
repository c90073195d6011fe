public import FoundationEssentials

/// What a loader brings.
public struct LoadedData: Sendable {
    /// Where the bytes came from.
    public enum Origin: String, Sendable {
        /// Over HTTP.
        case network
        /// Out of a file.
        case file
        /// Out of the address itself (`data:`).
        case data
        /// Another machine loaded it and shared it.
        case shared
        /// A source made by the program.
        case custom
    }

    /// The body; empty where ``isNotModified``.
    public var data: Data
    /// Where the bytes came from.
    public var origin: Origin
    /// The answer's status and header fields, where there was HTTP.
    public var status: Int?
    /// The answer's header fields; empty where there was no HTTP.
    public var headers: HTTPHeaders
    /// Whether the server confirmed what the request's validators named (304): the cached bytes are good.
    public var isNotModified: Bool
    /// The address after redirects.
    public var finalURL: ImageURL?
    /// What the transfer took.
    public var metrics: TransferMetrics

    /// Makes an answer without status, header fields and metrics.
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
