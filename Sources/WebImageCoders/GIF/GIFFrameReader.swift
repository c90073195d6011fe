internal import CWebImagePixels
internal import WebImageCore

/// Decodes one frame of a GIF row by row; may be stopped after any byte and go on when more have come.
final class GIFFrameReader {
    enum State {
        /// More bytes are needed.
        case waiting
        /// All rows are made, or the data has ended before: the rest stays as it was.
        case finished
        /// A code that can't be: the rows until there are made.
        case damaged
    }

    let frame: GIFFrame
    private let decoder = UnsafeMutablePointer<wi_gif_lzw>.allocate(capacity: 1)
    private let indices: UnsafeMutablePointer<UInt8>
    private var palette: [UInt32] = []
    private var position: Int
    /// How many indices of the row that is being made are there.
    private var filled = 0
    /// How many rows are made, in the order of the file.
    private(set) var rowsRead = 0
    private(set) var state = State.waiting
    /// Whether the rows so far have painted each of their pixels.
    private(set) var isOpaque = true

    init(_ frame: GIFFrame) throws(WebImageError) {
        self.frame = frame
        position = frame.dataOffset
        indices = .allocate(capacity: frame.rect.width)
        guard (1...8).contains(frame.minimumCodeSize) else {
            throw WebImageError(
                .corruptImage, "A frame of the GIF begins with the code size \(frame.minimumCodeSize): it is damaged.")
        }
        wi_gif_lzw_begin(decoder, Int32(frame.minimumCodeSize))
    }

    deinit {
        decoder.deallocate()
        indices.deallocate()
    }

    /// The row of the frame that row `number` of the file is: interlaced files have four passes (GIF89a, appendix E).
    private func place(ofRow number: Int) -> Int {
        guard frame.isInterlaced else { return number }
        var rest = number
        for (first, step) in [(0, 8), (4, 8), (2, 4), (1, 2)] {
            let count = max(0, (frame.rect.height - first + step - 1) / step)
            if rest < count { return first + rest * step }
            rest -= count
        }
        return frame.rect.height - 1
    }

    /// Decodes what `bytes`, the file from its beginning, allow.
    ///
    /// - Parameters:
    ///   - target: Where the frame is painted.
    ///   - token: Looked at every 64 rows.
    ///   - rowLimit: Stops when so many rows are made.
    func read(
        _ bytes: UnsafeRawBufferPointer, onto target: GIFTarget, token: CancellationToken, rowLimit: Int = .max
    ) throws(WebImageError) {
        guard case .waiting = state, let base = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
        if palette.isEmpty { palette = Self.colors(of: frame, in: bytes) }
        let width = frame.rect.width
        let rows = min(frame.rect.height, rowLimit)
        while rowsRead < rows {
            var produced = 0
            let result = wi_gif_lzw_decode(
                decoder, base, bytes.count, &position, indices + filled, width - filled, &produced)
            filled += produced
            if filled == width || (Int(result) != WI_GIF_LZW_MORE && filled > 0) {
                draw(filled, y: frame.rect.y + place(ofRow: rowsRead), onto: target)
                if filled == width { rowsRead += 1 }
                filled = 0
                if rowsRead & 63 == 0 { try token.check() }
            }
            switch Int(result) {
            case WI_GIF_LZW_FULL: break
            case WI_GIF_LZW_MORE: return
            case WI_GIF_LZW_END:
                if rowsRead < frame.rect.height { isOpaque = false }
                state = .finished
                return
            default:
                isOpaque = false
                state = .damaged
                return
            }
        }
        if rowsRead == frame.rect.height { state = .finished }
    }

    private func draw(_ count: Int, y: Int, onto target: GIFTarget) {
        let visible = min(count, target.rect.x + target.rect.width - frame.rect.x)
        guard visible > 0, let row = target.row(y) else { return }
        let pixels = row.assumingMemoryBound(to: UInt32.self) + (frame.rect.x - target.rect.x)
        if wi_gif_draw_row(pixels, indices, visible, palette) > 0 { isOpaque = false }
    }

    /// The frame's colors as opaque pixels; places that the table doesn't have, and the transparent one, are 0.
    private static func colors(of frame: GIFFrame, in bytes: UnsafeRawBufferPointer) -> [UInt32] {
        var colors = [UInt32](repeating: 0, count: 256)
        if let table = frame.palette {
            for place in 0..<table.count / 3 {
                let offset = table.lowerBound + place * 3
                colors[place] =
                    0xFF00_0000 | UInt32(bytes[offset]) << 16 | UInt32(bytes[offset + 1]) << 8
                    | UInt32(bytes[offset + 2])
            }
        } else {
            // Without any table readers show a ramp of grays.
            for place in 0..<256 { colors[place] = 0xFF00_0000 | UInt32(place) * 0x01_0101 }
        }
        if let transparent = frame.transparentIndex { colors[Int(transparent)] = 0 }
        return colors
    }
}

/// The pixels of a part of an animation's canvas.
struct GIFTarget {
    let base: UnsafeMutableRawPointer
    let bytesPerRow: Int
    /// The part; it begins left of the frames that are painted.
    let rect: PixelRect

    /// Row `y` of the canvas; nil where it isn't in this part.
    func row(_ y: Int) -> UnsafeMutableRawPointer? {
        y >= rect.y && y < rect.y + rect.height ? base + (y - rect.y) * bytesPerRow : nil
    }
}
