internal import FoundationEssentials
internal import WebImageCore

/// Shows a still WebP row by row as it arrives, and an animation as far as its frames are whole.
///
/// The orientation stands behind the pixels in a WebP file, so partial pictures are shown as stored.
final class WebPProgressiveDecoder: ProgressiveDecoder {
    /// A still that is being decoded.
    private struct Running: ~Copyable {
        let picture: WholePicture
        let decoder: WebPFrameDecoder
        /// Where the bitstream begins in the file.
        let offset: Int
    }

    private struct State: ~Copyable {
        var data = Data()
        var isAnimated = false
        var running: Running?
        var outcome = WebPFrameDecoder.Outcome.truncated(rows: 0)
        var shownRows = 0
        var shownFrames = 0
    }

    private let context: DecodeContext
    private let state = Lock(State())

    init(context: DecodeContext) { self.context = context }

    func append(_ bytes: Data) throws {
        try state.withLock { state in
            state.data.append(bytes)
            guard !state.isAnimated else { return }
            let data = state.data
            if state.running == nil { try begin(&state) }
            guard let running = state.running.take() else { return }
            state.outcome = try data.withUnsafeBytes { bytes in
                try running.decoder.feed(UnsafeRawBufferPointer(rebasing: bytes[running.offset...]))
            }
            state.running = consume running
            try context.token.check()
        }
    }

    /// Begins to decode as soon as the header is there.
    private func begin(_ state: inout State) throws {
        guard let index = try index(state.data) else { return }
        state.isAnimated = index.isAnimated
        guard !index.isAnimated, let frame = index.frames.first else { return }
        let file = WebPFile(index, data: state.data, context: context)
        let picture = try file.makePicture()
        let decoder = try file.makeDecoder(into: picture)
        state.running = Running(picture: picture, decoder: decoder, offset: frame.data.lowerBound)
    }

    private func index(_ data: Data) throws -> WebPIndex? {
        try data.withUnsafeBytes { try WebPIndex($0, limits: context.options.limits) }
    }

    func partialImage() throws -> DecodedImage? {
        try state.withLock { state in
            var context = context
            context.options.allowsTruncated = true
            if state.isAnimated { return try partialAnimation(&state, context) }
            guard let index = try index(state.data) else { return nil }
            return try partialStill(&state, WebPFile(index, data: state.data, context: context))
        }
    }

    private func partialStill(_ state: inout State, _ file: WebPFile) throws -> DecodedImage? {
        guard let running = state.running.take() else { return nil }
        var rows = running.picture.pixels.size.height
        if case .truncated(let valid) = state.outcome { rows = valid }
        let bitmap = rows > state.shownRows ? try running.picture.picture(validRows: rows) : nil
        state.running = consume running
        state.shownRows = rows
        return bitmap.map { file.still($0, isTruncated: true) }
    }

    private func partialAnimation(_ state: inout State, _ context: DecodeContext) throws -> DecodedImage? {
        guard let index = try index(state.data) else { return nil }
        // The bytes are copied when more are appended to those that an animation holds: not for each frame of many.
        let whole = index.frames.prefix(while: \.isComplete).count
        guard whole > state.shownFrames + state.shownFrames / 4 else { return nil }
        state.shownFrames = whole
        return try WebPFile(index, data: state.data, context: context).decodeAnimation()
    }

    func finish() throws -> DecodedImage {
        try state.withLock { state in
            guard let index = try index(state.data) else { throw WebPIndex.truncated }
            let file = WebPFile(index, data: state.data, context: context)
            if index.isAnimated { return try file.decodeAnimation() }
            // Only now is the orientation known; mostly there is none.
            guard file.orientation == .up, let running = state.running.take() else { return try file.decodeStill() }
            return try file.finish(running.picture, state.outcome)
        }
    }
}
