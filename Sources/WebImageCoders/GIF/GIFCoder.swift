public import FoundationEssentials
public import WebImageCore

/// Reads and writes GIF, still and animated (GIF89a, with the loop block of Netscape 2.0).
///
/// Frames are found without decoding and decoded one at a time. The canvas is the logical screen, made larger where the
/// first frame doesn't fit on it; later frames are cut to it. Pixels that no frame painted are clear, as in browsers.
/// A file without its trailer is whole as long as its last frame is.
public struct GIFCoder: ImageCoder {
    /// Makes a coder; it has no state.
    public init() {}

    public var identifier: String { "gif" }

    public func canDecode(_ format: ImageFormat?, head: Data) -> Bool { format == .gif }

    /// Reads all of `data` without decoding any: frames are counted by their headers. O(blocks).
    public func info(of data: Data, context: DecodeContext) throws -> ImageInfo {
        var parser = GIFParser(limits: context.options.limits)
        try data.withUnsafeBytes { try parser.advance($0) }
        guard let canvas = parser.canvas else { throw GIFPicture.truncated }
        return GIFPicture.info(canvas, parser.frames, loopCount: parser.loopCount, options: context.options)
    }

    public func decode(_ data: Data, context: DecodeContext) throws -> DecodedImage {
        var parser = GIFParser(limits: context.options.limits)
        try data.withUnsafeBytes { try parser.advance($0, frameLimit: context.options.firstFrameOnly ? 1 : .max) }
        let picture = try GIFPicture(parser, data: data, context: context)
        if picture.isAnimated { return try picture.animation() }
        return try picture.still(
            GIFPoster.decode(
                data, frame: picture.frames[0], canvas: picture.canvas, plan: picture.plan, context: context))
    }

    public func makeProgressiveDecoder(context: DecodeContext) -> (any ProgressiveDecoder)? {
        GIFProgressiveDecoder(context: context)
    }

    public func canEncode(_ format: ImageFormat) -> Bool { format == .gif }

    /// Colors are reduced to 256 a frame where there are more, their difference spread over the neighbors; pixels that
    /// are less than half opaque become clear.
    public func encode(_ image: DecodedImage, context: EncodeContext) throws -> Data {
        try GIFEncoder(options: context.options, token: context.token).encode(image)
    }
}
