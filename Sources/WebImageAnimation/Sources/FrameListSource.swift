public import WebImageCore

/// An animation made of separate pictures, decoded or not.
public final class FrameListSource: AnimationFrameSource {
    public let size: PixelSize
    public let durations: [Duration]
    public let loopCount: Int
    public let retainedByteCount: Int
    private let makeFrame: @Sendable (Int, CancellationToken) throws -> Bitmap

    public var frameCount: Int { durations.count }

    /// Frames that are here already.
    ///
    /// - Throws: ``WebImageError/Code/corruptImage`` where there are none, where their sizes differ, or where there isn't one
    ///   duration for each.
    public convenience init(_ frames: [Bitmap], durations: [Duration], loopCount: Int = 0) throws(WebImageError) {
        guard let first = frames.first, frames.allSatisfy({ $0.size == first.size }) else {
            throw WebImageError(.corruptImage, "An animation needs at least one frame, and all must have one size.")
        }
        guard frames.count == durations.count else {
            throw WebImageError(
                .corruptImage, "There are \(frames.count) frames but \(durations.count) durations; give one for each.")
        }
        try self.init(
            size: first.size, durations: durations, loopCount: loopCount,
            retainedByteCount: frames.reduce(0) { $0 + $1.byteCount }
        ) { index, _ in frames[index] }
    }

    /// Frames that are made when they are needed: from a list of files, by drawing…
    ///
    /// - Parameters:
    ///   - retainedByteCount: What `frame` keeps in memory between calls.
    ///   - frame: Makes the frame with the given number; runs on worker threads, also several at once.
    public init(
        size: PixelSize, durations: [Duration], loopCount: Int = 0, retainedByteCount: Int = 0,
        frame: @escaping @Sendable (Int, CancellationToken) throws -> Bitmap
    ) throws(WebImageError) {
        guard !size.isEmpty, !durations.isEmpty else {
            throw WebImageError(.corruptImage, "An animation needs a size and at least one frame.")
        }
        self.size = size
        self.durations = durations
        self.loopCount = loopCount
        self.retainedByteCount = retainedByteCount
        makeFrame = frame
    }

    public func frame(at index: Int, token: CancellationToken) throws -> Bitmap {
        try token.check()
        let bitmap = try makeFrame(index, token)
        guard bitmap.size == size else {
            throw WebImageError(.corruptImage, "Frame \(index) is \(bitmap.size) pixels; the animation is \(size).")
        }
        return bitmap
    }
}
