internal import FoundationEssentials
internal import WebImageCore

/// Decodes single frames of a GIF for ``CompositedFrameSource``: straight from the file's bytes, nothing kept.
///
/// Frames whose data is damaged give what can be made of it, as browsers show them.
struct GIFPartDecoder: AnimationPartDecoder {
    let canvasSize: PixelSize
    let parts: [AnimationPart]
    private let data: Data
    private let frames: [GIFFrame]

    init(_ data: Data, frames: [GIFFrame], canvas: PixelSize) {
        self.data = data
        self.frames = frames
        canvasSize = canvas
        parts = frames.map { frame in
            AnimationPart(
                rect: frame.rect.clipped(to: canvas), duration: frame.duration, disposal: frame.partDisposal,
                isOpaque: frame.isOpaque)
        }
    }

    func decodePart(at index: Int, token: CancellationToken) throws -> Bitmap {
        let rect = parts[index].rect
        guard !rect.isEmpty else { return try BitmapBuffer(PixelSize(width: 1, height: 1)).finish(isOpaque: false) }
        let buffer = try BitmapBuffer(rect.size)
        let reader = try GIFFrameReader(frames[index])
        try data.withUnsafeBytes { bytes in
            let target = GIFTarget(base: buffer.baseAddress, bytesPerRow: buffer.bytesPerRow, rect: rect)
            try reader.read(bytes, onto: target, token: token)
        }
        return buffer.finish(isOpaque: reader.isOpaque && reader.state == .finished)
    }
}

extension GIFFrame {
    var duration: Duration { .milliseconds(delay * 10) }

    fileprivate var partDisposal: AnimationPart.Disposal {
        switch disposal {
        case .unspecified, .keep: .keep
        case .background: .clear
        case .previous: .restore
        }
    }

    /// Whether no pixel of an undamaged frame can be transparent.
    var isOpaque: Bool {
        transparentIndex == nil && (palette.map { $0.count / 3 >= 1 << minimumCodeSize } ?? true)
    }
}
