internal import CWebImagePixels
internal import Glibc
internal import WebImageCore

/// The picture that the parts of an animation are drawn onto, one after the other.
struct AnimationCanvas: ~Copyable, Sendable {
    /// The pixels below a part that is to be taken away again.
    private struct Saved: ~Copyable, Sendable {
        let rect: PixelRect
        let pixels: BitmapBuffer
    }

    private let buffer: BitmapBuffer
    private var saved: Saved?
    private var savedByteCount = 0

    /// The part that was drawn last and not disposed of; -1 for a clear canvas.
    private(set) var index = -1

    init(_ size: PixelSize) throws(WebImageError) {
        buffer = try BitmapBuffer(size)
    }

    var size: PixelSize { buffer.size }

    /// The memory that it takes, in bytes.
    var byteCount: Int { buffer.bytes.count + savedByteCount }

    /// Makes everything clear.
    mutating func reset() {
        memset(buffer.baseAddress, 0, buffer.bytesPerRow * size.height)
        saved = nil
        savedByteCount = 0
        index = -1
    }

    /// Marks part `part` as passed without drawing it; for parts that leave nothing behind.
    mutating func skip(to part: Int) { index = part }

    /// Does to the last drawn part what its file says.
    mutating func dispose(_ part: AnimationPart) {
        let rect = part.rect.clipped(to: size)
        switch part.disposal {
        case .keep: break
        case .clear:
            guard !rect.isEmpty else { break }
            for y in rect.y..<rect.y + rect.height { memset(buffer.row(y) + rect.x * 4, 0, rect.width * 4) }
        case .restore:
            guard let saved = saved.take() else { break }
            savedByteCount = 0
            let rect = saved.rect
            for y in 0..<rect.height {
                memcpy(buffer.row(rect.y + y) + rect.x * 4, saved.pixels.row(y), rect.width * 4)
            }
        }
    }

    /// Draws part number `number`, whose pixels are `pixels`, after the one before was disposed of.
    mutating func draw(_ pixels: Bitmap, as part: AnimationPart, number: Int) throws(WebImageError) {
        index = number
        saved = nil
        savedByteCount = 0
        let rect = part.rect.clipped(to: size)
        guard !rect.isEmpty else { return }
        if part.disposal == .restore {
            let copy = try BitmapBuffer(rect.size, zeroed: false)
            for y in 0..<rect.height { memcpy(copy.row(y), buffer.row(rect.y + y) + rect.x * 4, rect.width * 4) }
            savedByteCount = copy.bytes.count
            saved = Saved(rect: rect, pixels: copy)
        }
        let replaces = part.blend == .replace || pixels.isOpaque
        // The part's own pixels may be fewer than its rectangle says where its data ended early.
        let columns = min(rect.width, pixels.width - (rect.x - part.rect.x))
        let rows = min(rect.height, pixels.height - (rect.y - part.rect.y))
        guard columns > 0, rows > 0 else { return }
        pixels.withUnsafeBytes { source in
            guard let base = source.baseAddress else { return }
            for y in 0..<rows {
                let from =
                    base + (rect.y - part.rect.y + y) * pixels.bytesPerRow + (rect.x - part.rect.x) * 4
                let to = buffer.row(rect.y + y) + rect.x * 4
                if replaces {
                    memcpy(to, from, columns * 4)
                } else {
                    wi_draw_over_row(
                        from.assumingMemoryBound(to: UInt8.self), to.assumingMemoryBound(to: UInt8.self), columns)
                }
            }
        }
    }

    /// The canvas as a picture, with a color painted below it if asked. O(pixels).
    borrowing func picture(over background: PixelColor?) throws(WebImageError) -> Bitmap {
        let copy = try BitmapBuffer(size, zeroed: false)
        var isOpaque = true
        for y in 0..<size.height {
            let row = copy.row(y).assumingMemoryBound(to: UInt8.self)
            memcpy(row, buffer.row(y), size.width * 4)
            if let background { wi_paint_below_row(row, size.width, background.premultipliedBGRA) }
            if isOpaque { isOpaque = wi_row_is_opaque(row, size.width) }
        }
        return copy.finish(isOpaque: isOpaque)
    }
}
