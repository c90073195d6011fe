public import FoundationEssentials
public import WebImageCore

/// Reads and writes WebP: lossy, lossless, with alpha, animated (RFC 9649).
///
/// A thumbnail of an opaque or lossless picture is decoded at about twice its size, never in full. Profiles are converted
/// to sRGB, and the EXIF orientation is applied to stills.
public struct WebPCoder: ImageCoder {
    /// Makes a coder; it has no state.
    public init() {}

    public var identifier: String { "webp" }

    public func canDecode(_ format: ImageFormat?, head: Data) -> Bool { format == .webp }

    /// The size is in the first 30 bytes; frames and metadata are told as far as `data` goes.
    public func info(of data: Data, context: DecodeContext) throws -> ImageInfo {
        let index = try index(data, context)
        return WebPFile(index, data: data, context: context).info
    }

    public func decode(_ data: Data, context: DecodeContext) throws -> DecodedImage {
        let index = try index(data, context)
        let file = WebPFile(index, data: data, context: context)
        return try index.isAnimated ? file.decodeAnimation() : file.decodeStill()
    }

    public func makeProgressiveDecoder(context: DecodeContext) -> (any ProgressiveDecoder)? {
        WebPProgressiveDecoder(context: context)
    }

    public func canEncode(_ format: ImageFormat) -> Bool { format == .webp }

    /// Quality is 0.8 unless the options name one.
    public func encode(_ image: DecodedImage, context: EncodeContext) throws -> Data {
        try WebPEncoder(options: context.options, token: context.token).encode(image)
    }

    private func index(_ data: Data, _ context: DecodeContext) throws -> WebPIndex {
        let index = try data.withUnsafeBytes { try WebPIndex($0, limits: context.options.limits) }
        guard let index else { throw WebPIndex.truncated }
        return index
    }
}
