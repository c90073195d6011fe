internal import CWebImagePixels
public import FoundationEssentials
public import WebImageCore

/// Reads and writes Windows bitmaps; reads those of OS/2 too.
///
/// All depths, color tables, bit fields and run lengths; JPEG and PNG inside of a bitmap go to their own coders. The
/// fourth byte of a 32-bit pixel is alpha only where the header says so. Places that run lengths leave out are clear.
public struct BMPCoder: ImageCoder {
    /// Makes a coder; it has no state.
    public init() {}

    public var identifier: String { "bmp" }

    public func canDecode(_ format: ImageFormat?, head: Data) -> Bool { format == .bmp }

    /// Needs the headers only: at most 1,200 bytes.
    public func info(of data: Data, context: DecodeContext) throws -> ImageInfo {
        try data.withUnsafeBytes { bytes in
            let header = try header(bytes, context)
            if header.holdsPicture {
                return try EmbeddedPicture.info(of: data.dropFirst(header.pixelOffset), as: .bmp, context: context)
            }
            return Self.info(header, bytes, context.options)
        }
    }

    public func decode(_ data: Data, context: DecodeContext) throws -> DecodedImage {
        try data.withUnsafeBytes { bytes in
            let header = try header(bytes, context)
            if header.holdsPicture {
                return try EmbeddedPicture.decode(data.dropFirst(header.pixelOffset), as: .bmp, context: context)
            }
            let picture = try BMPPicture(header, bytes, hasMask: false, context: context)
            return DecodedImage(
                bitmap: picture.bitmap, info: Self.info(header, bytes, context.options),
                isTruncated: picture.isTruncated, data: context.options.keepsData ? data : nil)
        }
    }

    public func makeProgressiveDecoder(context: DecodeContext) -> (any ProgressiveDecoder)? {
        BMPProgressiveDecoder(context: context)
    }

    public func canEncode(_ format: ImageFormat) -> Bool { format == .bmp }

    /// 24 bits a pixel, or 32 with an alpha mask where the picture isn't opaque.
    public func encode(_ image: DecodedImage, context: EncodeContext) throws -> Data {
        try BMPEncoder(options: context.options, token: context.token).encode(image)
    }

    private func header(_ bytes: UnsafeRawBufferPointer, _ context: DecodeContext) throws(WebImageError) -> BMPHeader {
        guard let header = try BMPHeader.read(bytes, at: 14, as: .file, limits: context.options.limits) else {
            throw WebImageError(.truncated, "The bitmap ends inside of its headers; load it again.")
        }
        return header
    }

    static func info(_ header: BMPHeader, _ bytes: UnsafeRawBufferPointer, _ options: DecodeOptions) -> ImageInfo {
        var info = ImageInfo(format: .bmp, size: header.size)
        info.scale = options.scale
        info.hasAlpha = header.hasAlpha
        info.colorModel = header.isIndexed ? .indexed : .rgb
        if let widest = header.channels.map(\.bits).max(), widest > 0 { info.bitDepth = Int(widest) }
        info.profile = BMPPicture.profile(header, bytes).flatMap(LCMSProfile.name)
        return info
    }
}
