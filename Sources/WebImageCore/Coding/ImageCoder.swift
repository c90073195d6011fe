public import FoundationEssentials

/// Reads and writes pictures of one or more formats.
///
/// All calls come on worker threads and may take as long as they need; any number may run at once. A coder looks at the
/// context's token and stops soon after it is cancelled. Custom coders go into the coder manager, which asks the one
/// registered last first.
public protocol ImageCoder: Sendable {
    /// Tells this coder from others in cache keys, for requests that name a coder of their own.
    var identifier: String { get }

    /// Whether this coder reads data that begins so.
    ///
    /// - Parameters:
    ///   - format: What the first bytes say; nil where they are unknown.
    ///   - head: The data, or its beginning.
    func canDecode(_ format: ImageFormat?, head: Data) -> Bool

    /// What is known without decoding pixels.
    func info(of data: Data, context: DecodeContext) throws -> ImageInfo

    /// The picture.
    func decode(_ data: Data, context: DecodeContext) throws -> DecodedImage

    /// A decoder that takes the data piece by piece, or nil where the format can't be shown before its end.
    func makeProgressiveDecoder(context: DecodeContext) -> (any ProgressiveDecoder)?

    /// Whether this coder writes `format`.
    func canEncode(_ format: ImageFormat) -> Bool

    /// The picture as a file.
    func encode(_ image: DecodedImage, context: EncodeContext) throws -> Data
}

extension ImageCoder {
    public var identifier: String { "\(Self.self)" }

    public func makeProgressiveDecoder(context: DecodeContext) -> (any ProgressiveDecoder)? { nil }

    public func canEncode(_ format: ImageFormat) -> Bool { false }

    public func encode(_ image: DecodedImage, context: EncodeContext) throws -> Data {
        throw WebImageError(.encodeFailed, "\(identifier) does not write \(context.format); choose another format.")
    }
}
