internal import FoundationEssentials
internal import WebImageCore

/// Writes a picture as WebP by the options: quality first, then the limits of pixels and bytes.
struct WebPEncoder {
    let options: EncodeOptions
    let token: CancellationToken

    private static let maximumSide = 16383

    /// - Throws: ``WebImageError/Code/encodeFailed`` where a side has more than 16383 pixels or the bytes don't fit.
    func encode(_ image: DecodedImage) throws -> Data {
        var size = options.maximumPixelSize.map { ThumbnailSize($0).plan(for: image.size).size } ?? image.size
        guard size.width <= Self.maximumSide, size.height <= Self.maximumSide else {
            throw WebImageError(
                .encodeFailed, "A WebP picture has at most 16383 pixels a side; make this one of \(size) smaller.")
        }
        let quality = min(1, max(0, options.quality ?? 0.8))
        guard let maximum = options.maximumBytes else { return try write(image, size, quality) }
        while true {
            if let data = try fitting(image, size, quality, maximum) { return data }
            guard size.width > 1 || size.height > 1 else {
                throw WebImageError(.encodeFailed, "No WebP of this picture has \(maximum) bytes or less; allow more.")
            }
            size = PixelSize(width: max(1, size.width * 3 / 4), height: max(1, size.height * 3 / 4))
        }
    }

    /// The best quality, up to `quality`, whose file has at most `maximum` bytes; nil where none has.
    private func fitting(
        _ image: DecodedImage, _ size: PixelSize, _ quality: Double, _ maximum: Int
    ) throws -> Data? {
        let best = try write(image, size, quality)
        if best.count <= maximum { return best }
        if options.isLossless { return nil }
        let worst = try write(image, size, 0)
        guard worst.count <= maximum else { return nil }
        var found = worst
        var (low, high) = (0.0, quality)
        for _ in 0..<5 {
            let middle = (low + high) / 2
            let data = try write(image, size, middle)
            if data.count <= maximum {
                (found, low) = (data, middle)
            } else {
                high = middle
            }
        }
        return found
    }

    private func write(_ image: DecodedImage, _ size: PixelSize, _ quality: Double) throws -> Data {
        let settings = try WebPSettings(quality: quality, isLossless: options.isLossless, effort: options.effort)
        func sized(_ bitmap: Bitmap) throws -> Bitmap {
            bitmap.size == size ? bitmap : try bitmap.resized(to: size, token: token)
        }
        guard let animation = image.animation, !options.firstFrameOnly, animation.frameCount > 1 else {
            return try WebPCanvas(sized(image.bitmap)).encode(settings, token: token)
        }
        let writer = try WebPAnimationWriter(size, settings, loopCount: options.loopCount ?? animation.loopCount)
        let durations = animation.storedDurations
        for index in 0..<animation.frameCount {
            try token.check()
            let frame = try sized(animation.frame(at: index, token: token))
            try writer.append(frame, duration: durations[index], token: token)
        }
        return try writer.finish()
    }
}
