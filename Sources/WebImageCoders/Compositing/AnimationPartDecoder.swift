internal import WebImageCore

/// Decodes the parts of an animated file; ``CompositedFrameSource`` makes whole frames of them.
///
/// Any number of threads may decode parts at once.
protocol AnimationPartDecoder: Sendable {
    var canvasSize: PixelSize { get }

    /// All parts in order; at least one.
    var parts: [AnimationPart] { get }

    /// The pixels of a part: a bitmap of the size of its rectangle, premultiplied, in sRGB.
    func decodePart(at index: Int, token: CancellationToken) throws -> Bitmap
}
