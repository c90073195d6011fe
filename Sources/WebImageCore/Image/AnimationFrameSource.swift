/// The frames of an animated picture, composited, one at a time.
///
/// Any thread may ask for any frame; asking in order is cheapest. Nothing is expanded ahead: what a source holds
/// between calls is stated by ``retainedByteCount``.
public protocol AnimationFrameSource: Sendable {
    /// The size of every frame in pixels.
    var size: PixelSize { get }

    /// How many frames there are; at least 1.
    var frameCount: Int { get }

    /// How often the animation plays in total; 0 is for ever.
    var loopCount: Int { get }

    /// How long each frame is shown as a player has it: times of 10 ms and less stand as 100 ms, as in browsers.
    var durations: [Duration] { get }

    /// How long each frame is shown as the file says, short times too: what is written when the animation is encoded
    /// again. Default: ``durations``.
    var storedDurations: [Duration] { get }

    /// What the source keeps between calls besides the encoded data, in bytes.
    var retainedByteCount: Int { get }

    /// The frame as a viewer sees it, all earlier ones taken into account.
    ///
    /// - Throws: ``WebImageError/Code/cancelled``, ``WebImageError/Code/corruptImage``.
    /// - Precondition: `index` is in `0..<frameCount`.
    func frame(at index: Int, token: CancellationToken) throws -> Bitmap
}

extension AnimationFrameSource {
    /// As a player has them: for sources that aren't read from a file.
    public var storedDurations: [Duration] { durations }
}
