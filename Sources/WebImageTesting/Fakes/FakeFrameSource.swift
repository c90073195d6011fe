public import WebImageCore

/// An animation of frames in one color each; counts how often each is made.
public final class FakeFrameSource: AnimationFrameSource {
    public let size: PixelSize
    public let durations: [Duration]
    public let loopCount: Int
    public let retainedByteCount = 0
    private let colors: [PixelColor]
    private let made: Lock<[Int]>

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
        made = Lock(Array(repeating: 0, count: colors.count))
    }

    public var frameCount: Int { colors.count }

    /// How often each frame was made.
    public var madeCounts: [Int] { made.withLock { $0 } }

    public func frame(at index: Int, token: CancellationToken) throws -> Bitmap {
        try token.check()
        made.withLock { $0[index] += 1 }
        return try Bitmap(size, color: colors[index])
    }
}
