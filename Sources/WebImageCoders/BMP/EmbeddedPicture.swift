internal import FoundationEssentials
internal import WebImageCore

/// A PNG or JPEG inside of another format's file.
enum EmbeddedPicture {
    /// Decodes the picture that `data` begins with.
    ///
    /// - Parameter format: What the result calls itself.
    static func decode(_ data: Data, as format: ImageFormat, context: DecodeContext) throws -> DecodedImage {
        var inner = context
        inner.format = try kind(of: data)
        var image = try CoderManager.standard.decode(Data(data), context: inner)
        image.info.format = format
        return image
    }

    static func info(of data: Data, as format: ImageFormat, context: DecodeContext) throws -> ImageInfo {
        var inner = context
        inner.format = try kind(of: data)
        var info = try CoderManager.standard.info(of: Data(data), context: inner)
        info.format = format
        return info
    }

    /// Only these two: a file inside of a file inside of a file would have no end.
    private static func kind(of data: Data) throws(WebImageError) -> ImageFormat {
        switch ContentKind(of: data) {
        case .image(.png), .image(.apng): return .png
        case .image(.jpeg): return .jpeg
        default: throw WebImageError(.corruptImage, "The file should hold a PNG or JPEG inside, but doesn't.")
        }
    }
}
