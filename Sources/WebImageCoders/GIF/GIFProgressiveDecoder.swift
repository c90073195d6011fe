internal import FoundationEssentials
internal import WebImageCore

/// Shows the first frame of a GIF row by row as it arrives, then the animation as far as its frames are whole.
final class GIFProgressiveDecoder: ProgressiveDecoder {
    private struct State: ~Copyable {
        var data = Data()
        var parser: GIFParser
        var reader: GIFFrameReader?
        var canvas: WholePicture?
        /// What the last partial picture showed.
        var shownRows = 0
        var shownFrames = 0
    }

    private let context: DecodeContext
    private let state: Lock<State>

    init(context: DecodeContext) {
        self.context = context
        state = Lock(State(parser: GIFParser(limits: context.options.limits)))
    }

    func append(_ bytes: Data) throws {
        try state.withLock { state in
            state.data.append(bytes)
            let data = state.data
            try data.withUnsafeBytes { try read($0, &state) }
        }
    }

    private func read(_ bytes: UnsafeRawBufferPointer, _ state: inout State) throws(WebImageError) {
        try state.parser.advance(bytes, frameLimit: context.options.firstFrameOnly ? 1 : .max)
        guard let size = state.parser.canvas, let first = state.parser.frames.first else { return }
        if state.reader == nil {
            state.reader = try GIFFrameReader(first)
            state.canvas = try WholePicture(
                storedSize: size, orientation: .up, plan: context.options.plan(for: size),
                finishing: GIFPoster.finishing, background: context.options.background)
        }
        guard let canvas = state.canvas.take() else { return }
        try state.reader?.read(bytes, onto: GIFTarget(canvas), token: context.token)
        state.canvas = consume canvas
    }

    func partialImage() throws -> DecodedImage? {
        try state.withLock { state in
            guard let size = state.parser.canvas, let reader = state.reader, reader.rowsRead > 0 else { return nil }
            let whole = state.parser.frames.prefix(while: \.isComplete)
            // The bytes are copied when more are appended to those that an animation holds: not for each frame of many.
            let showsMore = whole.count > state.shownFrames + state.shownFrames / 4
            guard reader.rowsRead > state.shownRows || showsMore else { return nil }
            state.shownRows = reader.rowsRead
            state.shownFrames = whole.count
            var image = try partialPicture(&state, size, reader)
            image.isTruncated = !state.parser.isFinished
            return image
        }
    }

    private func partialPicture(
        _ state: inout State, _ size: PixelSize, _ reader: GIFFrameReader
    ) throws -> DecodedImage {
        var context = context
        context.options.allowsTruncated = true
        let picture = try GIFPicture(state.parser, data: state.data, context: context)
        guard !picture.isAnimated, let canvas = state.canvas.take() else { return try picture.animation() }
        let bitmap = try canvas.picture(validRows: size.height)
        state.canvas = consume canvas
        return picture.still(GIFPoster(bitmap: bitmap, isWhole: reader.state == .finished))
    }

    func finish() throws -> DecodedImage {
        try state.withLock { state in
            let picture = try GIFPicture(state.parser, data: state.data, context: context)
            if picture.isAnimated { return try picture.animation() }
            guard let reader = state.reader, let canvas = state.canvas.take() else { throw GIFPicture.truncated }
            let isWhole = try GIFPoster.check(reader, context.options)
            let bitmap = try canvas.finish(validRows: picture.canvas.height)
            return picture.still(GIFPoster(bitmap: bitmap, isWhole: isWhole))
        }
    }
}
