internal import FoundationEssentials
internal import WebImageCore

/// Writes a picture as GIF: the frames one by one, each as the part that differs from what is shown before it.
struct GIFEncoder {
    let options: EncodeOptions
    let token: CancellationToken

    /// - Throws: ``WebImageError/Code/encodeFailed`` where a side has more than 65535 pixels or the bytes don't fit.
    func encode(_ image: DecodedImage) throws -> Data {
        var plan = options.maximumPixelSize.map { ThumbnailSize($0).plan(for: image.size) }
        if plan?.size == image.size { plan = nil }
        guard let maximum = options.maximumBytes else { return try write(image, plan: plan, colorLimit: 256) }
        // Fewer colors first, then fewer pixels.
        for colorLimit in [256, 128, 64, 32] {
            let data = try write(image, plan: plan, colorLimit: colorLimit)
            if data.count <= maximum { return data }
        }
        var size = plan?.size ?? image.size
        while size.width > 1 || size.height > 1 {
            size = PixelSize(width: max(1, size.width * 3 / 4), height: max(1, size.height * 3 / 4))
            let smaller = ThumbnailSize.Plan(scaled: size, crop: PixelRect(size))
            let data = try write(image, plan: smaller, colorLimit: 64)
            if data.count <= maximum { return data }
        }
        throw WebImageError(.encodeFailed, "No GIF of this picture has \(maximum) bytes or less; allow more.")
    }

    private func write(_ image: DecodedImage, plan: ThumbnailSize.Plan?, colorLimit: Int) throws -> Data {
        let size = plan?.size ?? image.size
        guard size.width <= 0xFFFF, size.height <= 0xFFFF else {
            throw WebImageError(.encodeFailed, "A GIF holds at most 65535×65535 pixels; this picture has \(size).")
        }
        let animation = options.firstFrameOnly ? nil : image.animation
        let count = animation?.frameCount ?? 1
        let delays = Self.delays(animation?.storedDurations ?? [])
        func frame(_ index: Int) throws -> [UInt32]? {
            guard index < count else { return nil }
            try token.check()
            var bitmap = try animation?.frame(at: index, token: token) ?? image.bitmap
            if let plan { bitmap = try bitmap.resampled(plan, token: token) }
            return GIFWriter.flattened(bitmap)
        }
        var counted = 0
        // One table for all where that is enough; pictures with many colors end this at their first frame.
        let shared =
            count > 1
            ? try ColorQuantizer(exactly: min(255, colorLimit)) {
                counted += 1
                return try frame(counted - 1)
            } : nil
        var writer = GIFWriter(size, isAnimated: count > 1, colorLimit: colorLimit, shared: shared)
        var next = try frame(0)
        for index in 0..<count {
            guard let current = next else { break }
            next = try frame(index + 1)
            writer.append(current, next: next, delay: count > 1 ? delays[index] : 0)
            if index == 0 {
                writer.begin(loopCount: options.loopCount ?? animation?.loopCount ?? 1)
            }
        }
        return writer.finish()
    }

    /// Hundredths of a second; what rounding takes from one frame the next one gets.
    ///
    /// Less than 2 is played as 10 in browsers, as 10 ms and less are: only such times become so small.
    static func delays(_ durations: [Duration]) -> [Int] {
        var end = Duration.zero
        var written = 0
        return durations.map { duration in
            end += duration
            let (seconds, attoseconds) = end.components
            let hundredths = Int(seconds) * 100 + Int((attoseconds + 5_000_000_000_000_000) / 10_000_000_000_000_000)
            let isShort = duration <= .milliseconds(10)
            let delay = isShort ? (duration > .zero ? 1 : 0) : min(0xFFFF, max(2, hundredths - written))
            written += delay
            return delay
        }
    }
}
