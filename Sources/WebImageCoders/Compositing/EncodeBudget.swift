internal import FoundationEssentials
internal import WebImageCore

/// Keeps a written still inside of the most pixels and the most bytes that the options allow.
struct EncodeBudget {
    /// Below this quality a smaller picture looks better.
    private static let lowestQuality = 0.1
    /// Halvings of the range of qualities: the last step is about 3 of 100.
    private static let tries = 5

    let options: EncodeOptions
    let token: CancellationToken

    init(_ context: EncodeContext) {
        options = context.options
        token = context.token
    }

    /// The file that `write` makes of the picture, made worse and then smaller until it fits.
    ///
    /// - Parameters:
    ///   - usualQuality: For options without a quality, from 0 to 1; nil for a format without loss.
    ///   - write: Takes the picture and the quality, from 0 to 1.
    /// - Throws: ``WebImageError/Code/encodeFailed`` where not even one pixel fits, and what `write` throws.
    func encode(
        _ bitmap: Bitmap, usualQuality: Double?, _ write: (Bitmap, Double) throws -> Data
    ) throws -> Data {
        var bitmap = try bitmap.fitted(into: options.maximumPixelSize)
        let quality = min(1, max(0, options.quality ?? usualQuality ?? 1))
        let hasLoss = usualQuality != nil && !options.isLossless
        while true {
            try token.check()
            let data = try write(bitmap, quality)
            guard let maximum = options.maximumBytes, data.count > maximum else { return data }
            if hasLoss, let smaller = try best(bitmap, below: quality, maximum, write) { return smaller }
            guard bitmap.width > 1 || bitmap.height > 1 else {
                throw WebImageError(.encodeFailed, "No picture fits into \(maximum) bytes; allow more.")
            }
            bitmap = try bitmap.resized(
                to: PixelSize(width: max(1, bitmap.width * 3 / 4), height: max(1, bitmap.height * 3 / 4)))
        }
    }

    /// The file of the best quality that fits; nil where none does.
    private func best(
        _ bitmap: Bitmap, below quality: Double, _ maximum: Int, _ write: (Bitmap, Double) throws -> Data
    ) throws -> Data? {
        guard quality > Self.lowestQuality else { return nil }
        try token.check()
        var best = try write(bitmap, Self.lowestQuality)
        guard best.count <= maximum else { return nil }
        var (low, high) = (Self.lowestQuality, quality)
        for _ in 0..<Self.tries {
            try token.check()
            let middle = (low + high) / 2
            let data = try write(bitmap, middle)
            if data.count <= maximum { (best, low) = (data, middle) } else { high = middle }
        }
        return best
    }
}
