public import FoundationEssentials
public import WebImageCore

/// Reads and writes JPEG (ISO 10918-1) by libjpeg-turbo.
///
/// Reads gray, YCbCr, RGB, CMYK and YCCK with 8 bits a channel, baseline, progressive and arithmetic; a thumbnail is
/// decoded at 1/8, 1/4 or 1/2 of the size first, row by row. EXIF's orientation and ICC profiles are applied.
public struct JPEGCoder: ImageCoder {
    /// Makes a coder; it has no state.
    public init() {}

    public var identifier: String { "jpeg" }

    public func canDecode(_ format: ImageFormat?, head: Data) -> Bool { format == .jpeg }

    public func canEncode(_ format: ImageFormat) -> Bool { format == .jpeg }

    public func info(of data: Data, context: DecodeContext) throws -> ImageInfo {
        let reader = try JPEGReader()
        return try data.withUnsafeBytes { bytes in
            try header(reader, bytes, context.options.limits).info(context.options)
        }
    }

    public func decode(_ data: Data, context: DecodeContext) throws -> DecodedImage {
        let reader = try JPEGReader()
        let registration = context.token.onCancel { reader.cancel() }
        defer { registration.remove() }
        let options = context.options
        return try data.withUnsafeBytes { bytes in
            let header = try header(reader, bytes, options.limits)
            let info = header.info(options)
            let plan = options.plan(for: info.size)
            guard let size = try reader.start(eighths: header.eighths(for: plan), byScan: false) else {
                throw WebImageError(.truncated, "The JPEG data ends before the picture does.")
            }
            let builder = try PictureBuilder(
                storedSize: size, orientation: header.orientation, plan: plan, finishing: header.finishing,
                background: options.background)
            while builder.nextRow < size.height {
                let count = try builder.fill { target, bytesPerRow, rows throws(WebImageError) in
                    let written = try reader.readRows(target, bytesPerRow: bytesPerRow, rows: rows)
                    return max(0, min(written, reader.validRows - builder.nextRow))
                }
                if count == 0 { break }
            }
            let isTruncated = reader.isTruncated
            if isTruncated, !options.allowsTruncated || builder.nextRow == 0 {
                throw WebImageError(
                    .truncated,
                    "The JPEG data ends before the picture does; load it again, or allow truncated pictures.")
            }
            return DecodedImage(
                bitmap: try builder.finish(), info: info, isTruncated: isTruncated,
                data: options.keepsData ? data : nil)
        }
    }

    public func makeProgressiveDecoder(context: DecodeContext) -> (any ProgressiveDecoder)? {
        try? JPEGProgressiveDecoder(context: context)
    }

    public func encode(_ image: DecodedImage, context: EncodeContext) throws -> Data {
        try JPEGEncoder(options: context.options, token: context.token).encode(image)
    }

    private func header(
        _ reader: JPEGReader, _ bytes: UnsafeRawBufferPointer, _ limits: DecodeLimits
    ) throws -> JPEGHeader {
        reader.setData(bytes)
        guard let header = try reader.readHeader() else {
            throw WebImageError(.truncated, "The JPEG data ends before the picture begins.")
        }
        try limits.check(header.storedSize)
        return header
    }
}
