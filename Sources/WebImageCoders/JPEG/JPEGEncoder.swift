internal import CWebImageJPEG
internal import CWebImagePixels
internal import FoundationEssentials
internal import Glibc
internal import WebImageCore

/// Writes one picture as a JPEG.
struct JPEGEncoder {
    let options: EncodeOptions
    let token: CancellationToken

    /// What 8 of 10 programs write: no visible loss in photographs.
    private static let usualQuality = 0.85
    /// The most bytes that an APP1 segment holds after its length field.
    private static let segmentCapacity = 65_533

    func encode(_ image: DecodedImage) throws -> Data {
        var bitmap = try image.bitmap.fitted(into: options.maximumPixelSize)
        var color = options.background
        color.alpha = 255
        bitmap = try bitmap.painted(below: color)
        let exif = try exifSegment(image, bitmap)
        let quality = max(1, min(100, Int(((options.quality ?? Self.usualQuality) * 100).rounded())))
        guard let maximum = options.maximumBytes else {
            guard let data = try encode(bitmap, quality: quality, exif: exif, maximum: nil) else {
                throw WebImageError(.encodeFailed, "The picture could not be written as JPEG.")
            }
            return data
        }
        while true {
            if let data = try smallest(bitmap, from: quality, exif: exif, maximum: maximum) { return data }
            guard bitmap.width > 1 || bitmap.height > 1 else {
                throw WebImageError(
                    .encodeFailed, "No JPEG fits into \(maximum) bytes; allow more.")
            }
            let size = PixelSize(width: max(1, bitmap.width * 3 / 4), height: max(1, bitmap.height * 3 / 4))
            bitmap = try bitmap.resized(to: size)
        }
    }

    /// The best quality up to `quality` that fits; nil where none does.
    private func smallest(_ bitmap: Bitmap, from quality: Int, exif: Data?, maximum: Int) throws -> Data? {
        if let data = try encode(bitmap, quality: quality, exif: exif, maximum: maximum) { return data }
        var best: Data?
        // Below this the blocks are all that is seen: a smaller picture looks better.
        var low = min(10, quality)
        var high = quality - 1
        while low <= high {
            let middle = (low + high) / 2
            if let data = try encode(bitmap, quality: middle, exif: exif, maximum: maximum) {
                best = data
                low = middle + 1
            } else {
                high = middle - 1
            }
        }
        return best
    }

    /// The file; nil where it is larger than `maximum` bytes.
    private func encode(_ bitmap: Bitmap, quality: Int, exif: Data?, maximum: Int?) throws -> Data? {
        try token.check()
        guard bitmap.width <= 65_500, bitmap.height <= 65_500 else {
            throw WebImageError(
                .encodeFailed, "JPEG holds at most 65500 pixels a side, this picture has \(bitmap.size); scale it down."
            )
        }
        var encoding = wi_jpeg_encoding()
        encoding.quality = Int32(quality)
        encoding.is_progressive = options.isProgressive
        encoding.chroma_x = options.subsampling == .full444 ? 1 : 2
        encoding.chroma_y = options.subsampling == .quarter420 ? 2 : 1
        encoding.maximum_bytes = maximum.map { max(1, $0) } ?? 0
        encoding.is_gray = bitmap.isGray
        var result: UnsafeMutablePointer<UInt8>?
        var count = 0
        var message = [CChar](repeating: 0, count: 256)
        let status = bitmap.withUnsafeBytes { pixels in
            (exif ?? Data()).withUnsafeBytes { exif in
                encoding.exif = exif.baseAddress?.assumingMemoryBound(to: UInt8.self)
                encoding.exif_count = exif.count
                guard let base = pixels.baseAddress else { return WI_JPEG_ENCODE_FAILED }
                return wi_jpeg_encode(
                    base.assumingMemoryBound(to: UInt8.self), bitmap.bytesPerRow, UInt32(bitmap.width),
                    UInt32(bitmap.height), &encoding, &result, &count, &message, message.count)
            }
        }
        switch status {
        case WI_JPEG_ENCODED:
            guard let result else { return nil }
            defer { free(result) }
            return Data(bytes: result, count: count)
        case WI_JPEG_ENCODE_TOO_LARGE: return nil
        default:
            let words = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            throw WebImageError(.encodeFailed, "The picture could not be written as JPEG.", underlying: words)
        }
    }

    /// An EXIF segment: with a small picture where one is asked for, else what the picture was read with; nil without
    /// either.
    private func exifSegment(_ image: DecodedImage, _ bitmap: Bitmap) throws -> Data? {
        guard options.embedsThumbnail else {
            guard let kept = image.info.exif.flatMap({ ExifBlock($0) })?.upright else { return nil }
            let segment = ExifBlock.signature + kept
            return segment.count <= Self.segmentCapacity ? segment : nil
        }
        // EXIF thumbnails are 160 × 120 by custom, and must fit into the segment.
        var small = options
        small.isProgressive = false
        small.embedsThumbnail = false
        small.maximumBytes = Self.segmentCapacity - 1024
        small.maximumPixelSize = PixelSize(width: 160, height: 160)
        small.quality = 0.75
        let thumbnail = try JPEGEncoder(options: small, token: token).encode(
            DecodedImage(bitmap: bitmap, info: ImageInfo(format: .jpeg, size: bitmap.size)))
        return ExifBlock.signature + ExifBlock.make(thumbnail: thumbnail)
    }
}
