internal import CWebImagePixels
internal import FoundationEssentials
internal import WebImageCore

/// Writes a bitmap: BITMAPINFOHEADER with 24 bits a pixel, or BITMAPV4HEADER with 32 and an alpha mask.
struct BMPEncoder {
    let options: EncodeOptions
    let token: CancellationToken

    /// - Throws: ``WebImageError/Code/encodeFailed`` where the file would be larger than its fields or the limit allow.
    func encode(_ image: DecodedImage) throws -> Data {
        var size = options.maximumPixelSize.map { ThumbnailSize($0).plan(for: image.size).size } ?? image.size
        let maximum = min(options.maximumBytes ?? .max, Int(Int32.max))
        let bytes = image.bitmap.isOpaque ? 3 : 4
        while Self.fileSize(size, bytes) > maximum {
            guard options.maximumBytes != nil, size.width > 1 || size.height > 1 else {
                throw WebImageError(
                    .encodeFailed, "No bitmap of this picture has \(maximum) bytes or less; allow more.")
            }
            size = PixelSize(width: max(1, size.width * 7 / 8), height: max(1, size.height * 7 / 8))
        }
        var bitmap = image.bitmap
        if size != bitmap.size { bitmap = try bitmap.resized(to: size, token: token) }
        return try write(bitmap, bytes)
    }

    private static func headerSize(_ bytes: Int) -> Int { bytes == 3 ? 54 : 122 }

    private static func rowBytes(_ width: Int, _ bytes: Int) -> Int { (width * bytes + 3) & ~3 }

    private static func fileSize(_ size: PixelSize, _ bytes: Int) -> Int {
        headerSize(bytes) + rowBytes(size.width, bytes) * size.height
    }

    private func write(_ bitmap: Bitmap, _ bytes: Int) throws -> Data {
        let rowBytes = Self.rowBytes(bitmap.width, bytes)
        var data = Data(capacity: Self.fileSize(bitmap.size, bytes))
        func append(_ value: Int, _ count: Int) {
            for shift in 0..<count { data.append(UInt8(truncatingIfNeeded: value >> (8 * shift))) }
        }
        data.append(contentsOf: "BM".utf8)
        for field in [Self.fileSize(bitmap.size, bytes), 0, Self.headerSize(bytes)] { append(field, 4) }
        for field in [Self.headerSize(bytes) - 14, bitmap.width, bitmap.height] { append(field, 4) }
        append(1, 2)
        append(bytes * 8, 2)
        // 2835 pixels a meter are 72 an inch.
        for field in [bytes == 3 ? 0 : 3, rowBytes * bitmap.height, 2835, 2835, 0, 0] { append(field, 4) }
        if bytes == 4 {
            for mask in [0xFF_0000, 0xFF00, 0xFF, 0xFF00_0000, 0x7352_4742] { append(mask, 4) }  // "sRGB"
            data.append(contentsOf: [UInt8](repeating: 0, count: 48))
        }
        var row = [UInt8](repeating: 0, count: rowBytes)
        try bitmap.withUnsafeBytes { pixels in
            guard let base = pixels.baseAddress else { return }
            for y in stride(from: bitmap.height - 1, through: 0, by: -1) {
                if y & 63 == 0 { try token.check() }
                let source = (base + y * bitmap.bytesPerRow).assumingMemoryBound(to: UInt32.self)
                wi_bmp_write_row(&row, source, bitmap.width, Int32(bytes))
                data.append(contentsOf: row)
            }
        }
        return data
    }
}
