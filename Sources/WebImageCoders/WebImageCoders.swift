public import FoundationEssentials
public import WebImageCore

public struct CoderManager: ImageCoder {
    public static var standard: CoderManager { CoderManager() }
    public func canDecode(_ format: ImageFormat?, head: Data) -> Bool { false }
    public func info(of data: Data, context: DecodeContext) throws -> ImageInfo { throw WebImageError(.unsupportedFormat, "") }
    public func decode(_ data: Data, context: DecodeContext) throws -> DecodedImage { throw WebImageError(.unsupportedFormat, "") }
}
