internal import FoundationEssentials
internal import WebImageCore

/// Decodes single frames of an animated WebP for ``CompositedFrameSource``, straight from the file's bytes.
struct WebPPartDecoder: AnimationPartDecoder {
    let canvasSize: PixelSize
    let parts: [AnimationPart]
    private let data: Data
    private let frames: [WebPIndex.Frame]
    private let finishing: RowFinishing

    init(_ data: Data, frames: [WebPIndex.Frame], canvas: PixelSize, finishing: RowFinishing) {
        self.data = data
        self.frames = frames
        self.finishing = finishing
        canvasSize = canvas
        parts = frames.map { frame in
            AnimationPart(
                rect: frame.rect, duration: frame.duration, disposal: frame.clearsAfterwards ? .clear : .keep,
                blend: frame.blends ? .over : .replace, isOpaque: !frame.hasAlpha)
        }
    }

    func decodePart(at index: Int, token: CancellationToken) throws -> Bitmap {
        let frame = frames[index]
        let buffer = try BitmapBuffer(frame.rect.size, zeroed: false)
        let decoder = try WebPFrameDecoder(source: frame.rect.size, into: buffer)
        let outcome = try data.withUnsafeBytes { bytes in
            try decoder.decode(UnsafeRawBufferPointer(rebasing: bytes[frame.data]), token: token)
        }
        guard case .finished = outcome else { throw WebPIndex.truncated }
        let isOpaque = finishing.finish(
            buffer.baseAddress, bytesPerRow: buffer.bytesPerRow, width: buffer.size.width, rows: buffer.size.height,
            convertsColors: true)
        return buffer.finish(isOpaque: isOpaque)
    }
}
