/// What a file may ask for before it is refused. Every limit is checked before the memory is taken.
public struct DecodeLimits: Hashable, Sendable {
    /// The most pixels of one frame or canvas, as stored; 2²⁸ by default.
    public var maximumPixels: Int
    /// The most frames of an animation; 10,000 by default.
    public var maximumFrames: Int

    /// Makes limits of 2²⁸ pixels and 10,000 frames, or of others.
    public init(maximumPixels: Int = 1 << 28, maximumFrames: Int = 10_000) {
        self.maximumPixels = maximumPixels
        self.maximumFrames = maximumFrames
    }

    /// Throws ``WebImageError/Code/tooManyPixels`` where `size` is over the limit, and
    /// ``WebImageError/Code/corruptImage`` where a side is zero or less.
    public func check(_ size: PixelSize) throws(WebImageError) {
        guard !size.isEmpty else {
            throw WebImageError(.corruptImage, "The picture says that it is \(size) pixels: it is damaged.")
        }
        guard let count = size.pixelCount, count <= maximumPixels else {
            throw WebImageError(
                .tooManyPixels,
                "The picture is \(size) pixels, more than the \(maximumPixels) that are allowed; raise the limit if you trust its source."
            )
        }
    }

    /// Throws ``WebImageError/Code/tooManyPixels`` where there are more frames than allowed.
    public func check(frames: Int) throws(WebImageError) {
        guard frames <= maximumFrames else {
            throw WebImageError(
                .tooManyPixels,
                "The picture has \(frames) frames, more than the \(maximumFrames) that are allowed; raise the limit if you trust its source."
            )
        }
    }
}
