import WebImageAnimation
import WebImageCore

/// Frames whose one pixel says their number (in red), and which counts who decodes what.
final class CountingSource: AnimationFrameSource {
    let size: PixelSize
    let frameCount: Int
    let loopCount: Int
    let durations: [Duration]
    let retainedByteCount = 0
    let brokenFrames: Set<Int>
    private let state = Lock((decoded: [Int](), onWatched: 0))
    /// While set, decoding waits for a signal before each frame.
    let gate: Semaphore?
    /// The thread that must not decode.
    private let watchedThread: UInt?
    /// Signalled after each frame.
    let decoded = Semaphore()

    init(
        frames: Int, loops: Int = 0, each duration: Duration = .milliseconds(100), durations: [Duration]? = nil,
        size: PixelSize = PixelSize(width: 1, height: 1), broken: Set<Int> = [], gate: Semaphore? = nil,
        watchedThread: UInt? = nil
    ) {
        self.size = size
        frameCount = frames
        loopCount = loops
        self.durations = durations ?? Array(repeating: duration, count: frames)
        brokenFrames = broken
        self.gate = gate
        self.watchedThread = watchedThread
    }

    var decodedFrames: [Int] { state.withLock { $0.decoded } }
    var decodesOnWatchedThread: Int { state.withLock { $0.onWatched } }

    func frame(at index: Int, token: CancellationToken) throws -> Bitmap {
        gate?.wait()
        defer { decoded.signal() }
        try token.check()
        state.withLock { state in
            state.decoded.append(index)
            if currentThread == watchedThread { state.onWatched += 1 }
        }
        if brokenFrames.contains(index) { throw WebImageError(.corruptImage, "Frame \(index) is damaged.") }
        return try Self.bitmap(index, size: size)
    }

    static func bitmap(_ index: Int, size: PixelSize = PixelSize(width: 1, height: 1)) throws -> Bitmap {
        let buffer = try BitmapBuffer(size)
        for y in 0..<size.height {
            let row = buffer.row(y).assumingMemoryBound(to: UInt32.self)
            for x in 0..<size.width {
                row[x] = PixelColor(red: UInt8(index), green: 0, blue: 0).premultipliedBGRA
            }
        }
        return buffer.finish(isOpaque: true)
    }
}
