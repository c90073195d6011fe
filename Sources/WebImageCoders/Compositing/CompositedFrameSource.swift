internal import WebImageCore

/// The frames of an animation whose file stores parts: draws them onto a canvas that is kept from one call to the next.
///
/// In order, a frame costs one part. Elsewhere drawing begins at the nearest part that hides all before it, and parts
/// that leave nothing behind aren't decoded.
final class CompositedFrameSource: AnimationFrameSource {
    private struct State: ~Copyable {
        var canvas: AnimationCanvas?
        var retained = 0
    }

    let size: PixelSize
    let loopCount: Int
    let durations: [Duration]
    private let decoder: any AnimationPartDecoder
    private let plan: ThumbnailSize.Plan?
    private let background: PixelColor?
    /// For every part the last one at or before it at which the canvas may begin clear.
    private let starts: [Int]
    private let state = Lock(State())

    /// - Parameters:
    ///   - plan: How composited frames are made smaller; nil keeps the canvas' size.
    ///   - background: Painted below every frame.
    init(
        _ decoder: any AnimationPartDecoder, loopCount: Int, plan: ThumbnailSize.Plan? = nil,
        background: PixelColor? = nil
    ) {
        self.decoder = decoder
        self.loopCount = loopCount
        self.plan = plan
        self.background = background
        size = plan?.size ?? decoder.canvasSize
        durations = decoder.parts.map(\.playedDuration)
        starts = Self.starts(of: decoder.parts, canvas: decoder.canvasSize)
    }

    var frameCount: Int { decoder.parts.count }

    var storedDurations: [Duration] { decoder.parts.map(\.duration) }

    var retainedByteCount: Int { state.withLock { $0.retained } }

    func frame(at index: Int, token: CancellationToken) throws -> Bitmap {
        let parts = decoder.parts
        precondition(parts.indices.contains(index), "there is no frame \(index) of \(parts.count)")
        // Taken out while it is drawn on: a second thread that comes meanwhile draws on a canvas of its own.
        var canvas = try state.withLock { $0.canvas.take() } ?? AnimationCanvas(decoder.canvasSize)
        try draw(upTo: index, on: &canvas, parts, token)
        let picture = try canvas.picture(over: background)
        let retained = canvas.byteCount
        var returned: AnimationCanvas? = consume canvas
        state.withLock { state in
            state.canvas = returned.take()
            state.retained = retained
        }
        guard let plan else { return picture }
        return try picture.resampled(plan, token: token)
    }

    private func draw(
        upTo index: Int, on canvas: inout AnimationCanvas, _ parts: [AnimationPart], _ token: CancellationToken
    ) throws {
        if canvas.index == index { return }
        var next = canvas.index + 1
        if canvas.index > index || starts[index] > canvas.index {
            canvas.reset()
            next = starts[index]
        } else if canvas.index >= 0 {
            canvas.dispose(parts[canvas.index])
        }
        for number in next...index {
            try token.check()
            let part = parts[number]
            if number < index, part.disposal == .restore {
                canvas.skip(to: number)
                continue
            }
            if number == index || part.disposal == .keep {
                do {
                    try canvas.draw(decoder.decodePart(at: number, token: token), as: part, number: number)
                } catch {
                    // A broken part before the one that is asked for leaves its place as it was.
                    if number == index || (error as? WebImageError)?.code == .cancelled { throw error }
                    canvas.skip(to: number)
                }
            } else {
                canvas.skip(to: number)
            }
            if number < index { canvas.dispose(part) }
        }
    }

    private static func starts(of parts: [AnimationPart], canvas: PixelSize) -> [Int] {
        var start = 0
        return parts.indices.map { index in
            let part = parts[index]
            let covers = part.covers(canvas)
            // A part that is taken away again shows what was below it, so it hides nothing from those after it.
            if covers, part.blend == .replace || part.isOpaque, part.disposal != .restore { start = index }
            if index > 0, parts[index - 1].disposal == .clear, parts[index - 1].covers(canvas) { start = index }
            return start
        }
    }
}
