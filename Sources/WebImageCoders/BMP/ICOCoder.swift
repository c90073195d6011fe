public import FoundationEssentials
public import WebImageCore

/// Reads Windows icons and cursors.
///
/// Of several pictures the largest is shown, or for a thumbnail the smallest that needn't be enlarged; where it is
/// damaged the next best. Bitmaps with their mask and PNG inside are read.
public struct ICOCoder: ImageCoder {
    /// Makes a coder; it has no state.
    public init() {}

    /// A directory may name one broken picture thousands of times.
    private static let maximumTries = 8

    public var identifier: String { "ico" }

    public func canDecode(_ format: ImageFormat?, head: Data) -> Bool { format == .ico }

    public func info(of data: Data, context: DecodeContext) throws -> ImageInfo {
        try firstGood(data, context, for: nil) { picture in
            if Self.isPNG(picture) { return try EmbeddedPicture.info(of: picture, as: .ico, context: context) }
            return try picture.withUnsafeBytes { bytes in
                let header = try Self.header(bytes, context)
                return Self.info(header, bytes, context.options)
            }
        }
    }

    public func decode(_ data: Data, context: DecodeContext) throws -> DecodedImage {
        var image = try firstGood(data, context, for: context.options.thumbnail) { picture in
            if Self.isPNG(picture) { return try EmbeddedPicture.decode(picture, as: .ico, context: context) }
            return try picture.withUnsafeBytes { bytes in
                let header = try Self.header(bytes, context)
                let decoded = try BMPPicture(header, bytes, hasMask: true, context: context)
                return DecodedImage(
                    bitmap: decoded.bitmap, info: Self.info(header, bytes, context.options),
                    isTruncated: decoded.isTruncated)
            }
        }
        image.data = context.options.keepsData ? data : nil
        return image
    }

    /// What `body` makes of the best picture that it doesn't fail on.
    private func firstGood<Result>(
        _ data: Data, _ context: DecodeContext, for thumbnail: ThumbnailSize?, _ body: (Data) throws -> Result
    ) throws -> Result {
        let entries = try data.withUnsafeBytes { try ICOEntry.read($0) }
        var firstError: (any Error)?
        for entry in ICOEntry.ranked(entries, for: thumbnail).prefix(Self.maximumTries) {
            try context.token.check()
            do {
                return try body(
                    data[data.startIndex + entry.data.lowerBound..<data.startIndex + entry.data.upperBound])
            } catch let error as WebImageError where error.code != .cancelled {
                firstError = firstError ?? error
            }
        }
        throw firstError ?? WebImageError(.corruptImage, "The icon file holds no picture.")
    }

    private static func isPNG(_ data: Data) -> Bool { data.starts(with: [0x89, 0x50, 0x4E, 0x47]) }

    private static func header(
        _ bytes: UnsafeRawBufferPointer, _ context: DecodeContext
    ) throws(WebImageError) -> BMPHeader {
        guard var header = try BMPHeader.read(bytes, at: 0, as: .icon, limits: context.options.limits) else {
            throw BMPPicture.truncated
        }
        guard !header.holdsPicture else {
            throw WebImageError(.corruptImage, "The icon's bitmap is compressed in a way that icons aren't.")
        }
        // In an icon the fourth byte is alpha without being named.
        if header.bits == 32, !header.hasAlpha { header.useFourthByteAsAlpha() }
        return header
    }

    private static func info(
        _ header: BMPHeader, _ bytes: UnsafeRawBufferPointer, _ options: DecodeOptions
    ) -> ImageInfo {
        var info = BMPCoder.info(header, bytes, options)
        info.format = .ico
        info.hasAlpha = true
        return info
    }
}
