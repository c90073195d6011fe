internal import FoundationEssentials
internal import Glibc
internal import WebImageCore

/// Decodes a bitmap whose header is known and whose bytes are all there are.
struct BMPPicture {
    let bitmap: Bitmap
    /// Whether rows were missing: they are clear.
    let isTruncated: Bool

    /// - Parameters:
    ///   - hasMask: Whether a mask of one bit a pixel follows the pixels, as in icons; an alpha channel that is used
    ///     takes precedence.
    init(_ header: BMPHeader, _ bytes: UnsafeRawBufferPointer, hasMask: Bool, context: DecodeContext) throws {
        let options = context.options
        var reader = BMPReader(header)
        reader.dropEmptyAlpha(bytes)
        if !options.allowsTruncated, !header.isRunLengthEncoded, !reader.holds(row: header.size.height - 1, bytes) {
            throw Self.truncated
        }
        let mask = hasMask && !reader.hasAlpha ? BMPMask(header, bytes) : nil
        let converter = Self.profile(header, bytes).flatMap { ColorConverter.make(profile: $0, model: .rgb) }
        let isOpaque = !reader.hasAlpha && mask == nil && !header.isRunLengthEncoded && !options.allowsTruncated
        let finishing = RowFinishing(source: isOpaque ? .opaque : .straight, converter: converter)
        let plan = options.plan(for: header.size)
        if header.isRunLengthEncoded {
            let whole = try WholePicture(
                storedSize: header.size, orientation: .up, plan: plan, finishing: finishing,
                background: options.background)
            try reader.read(bytes, onto: whole.pixels, token: context.token)
            isTruncated = !reader.isFinished
            if isTruncated, !options.allowsTruncated { throw Self.truncated }
            bitmap = try whole.finish(validRows: header.size.height)
            return
        }
        let builder = try PictureBuilder(
            storedSize: header.size, orientation: .up, plan: plan, finishing: finishing,
            background: options.background)
        var missing = 0
        while builder.nextRow < header.size.height {
            try context.token.check()
            _ = builder.fill { base, bytesPerRow, rows in
                for y in 0..<rows {
                    let number = header.isTopDown ? builder.nextRow + y : header.size.height - 1 - builder.nextRow - y
                    let row = base + y * bytesPerRow
                    if reader.writeRow(number, of: bytes, to: row) {
                        mask?.apply(to: row, row: number)
                    } else {
                        missing += 1
                        memset(row, 0, header.size.width * 4)
                    }
                }
                return rows
            }
        }
        isTruncated = missing > 0
        bitmap = try builder.finish()
    }

    static let truncated = WebImageError(
        .truncated, "The bitmap ends before its last row; load it again, or allow truncated pictures.")

    static func profile(_ header: BMPHeader, _ bytes: UnsafeRawBufferPointer) -> Data? {
        guard let range = header.profile, range.lowerBound >= 0, range.upperBound <= bytes.count else { return nil }
        return Data(bytes[range])
    }
}
