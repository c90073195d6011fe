public import WebImageCore

/// An animation of frames in one color each.
public final class FakeFrameSource: AnimationFrameSource {
    public let size: PixelSize
    public let durations: [Duration]
    public let loopCount: Int
    public let retainedByteCount = 0
    private let colors: [PixelColor]

    /// Makes an animation of a frame for each color, 100 ms each unless `durations` are given.
    ///
    /// - Throws: ``WebImageError/Code/corruptImage`` without colors.
    public init(
        size: PixelSize, colors: [PixelColor], durations: [Duration]? = nil, loopCount: Int = 0
    ) throws(WebImageError) {
        guard !colors.isEmpty else { throw WebImageError(.corruptImage, "An animation needs a frame.") }
        self.size = size
        self.colors = colors
        self.durations = durations ?? Array(repeating: .milliseconds(100), count: colors.count)
        self.loopCount = loopCount
    }

    public var frameCount: Int { colors.count }

    public func frame(at index: Int, token: CancellationToken) throws -> Bitmap {
        try token.check()
        return try Bitmap(size, color: colors[index])
    }
}
