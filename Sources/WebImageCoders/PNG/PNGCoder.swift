public import FoundationEssentials
public import WebImageCore

/// Reads and writes PNG and animated PNG (PNG 3rd edition) by libpng.
///
/// Reads all color types and depths; 16 bits are rounded to 8. Colors follow cICP, iCCP, sRGB, gAMA and cHRM in this
/// order, orientation that of EXIF or XMP. Writes 8 bits: a palette where the colors fit into one, else gray, RGB or
/// RGBA.
public struct PNGCoder: ImageCoder {
    /// Makes a coder; it has no state.
    public init() {}

    public var identifier: String { "png" }

    public func canDecode(_ format: ImageFormat?, head: Data) -> Bool { format == .png || format == .apng }

    public func canEncode(_ format: ImageFormat) -> Bool { format == .png || format == .apng }

    public func info(of data: Data, context: DecodeContext) throws -> ImageInfo {
        try describe(data, context).info(context.options)
    }

    public func decode(_ data: Data, context: DecodeContext) throws -> DecodedImage {
        let options = context.options
        let description = try describe(data, context)
        var info = description.info(options)
        guard let animation = description.animation else {
            let still = try PNGStill(
                data, description, size: description.storedSize, orientation: description.orientation,
                plan: options.plan(for: info.size), background: options.background
            ).decode(token: context.token, allowsTruncated: options.allowsTruncated)
            return DecodedImage(
                bitmap: still.bitmap, info: info, isTruncated: still.isTruncated, data: options.keepsData ? data : nil)
        }
        // Parts are placed on the canvas as it is stored; an animation isn't turned.
        info.orientation = .up
        info.size = info.storedSize
        let isAnimated = info.frameCount > 1
        let source = CompositedFrameSource(
            PNGPartDecoder(data, description, animation), loopCount: animation.loopCount,
            plan: options.plan(for: info.size, frames: info.frameCount), background: options.background)
        return DecodedImage(
            bitmap: try source.frame(at: 0, token: context.token), animation: isAnimated ? source : nil, info: info,
            data: isAnimated || options.keepsData ? data : nil)
    }

    public func makeProgressiveDecoder(context: DecodeContext) -> (any ProgressiveDecoder)? {
        try? PNGProgressiveDecoder(context: context)
    }

    public func encode(_ image: DecodedImage, context: EncodeContext) throws -> Data {
        let options = context.options
        if let animation = image.animation, !options.firstFrameOnly {
            return try APNGEncoder(options: options, token: context.token).encode(animation)
        }
        return try PNGEncoder(options: options, token: context.token).encode(image.bitmap, exif: image.info.exif)
    }

    private func describe(_ data: Data, _ context: DecodeContext) throws -> PNGDescription {
        try data.withUnsafeBytes { try PNGDescription(PNGBytes($0), limits: context.options.limits) }
    }
}
