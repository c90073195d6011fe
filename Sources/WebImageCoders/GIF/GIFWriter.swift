internal import CWebImagePixels
internal import FoundationEssentials
internal import WebImageCore

/// Puts the blocks of a GIF together.
///
/// A pixel here is 0xFFRRGGBB, or 0 for a clear one.
struct GIFWriter {
    private let size: PixelSize
    private let isAnimated: Bool
    private let colorLimit: Int
    /// The blocks of the frames; the header is put before them at the end.
    private var frames: [UInt8] = []
    private var header: [UInt8] = []
    /// The colors of the file's own table: those of all frames, else of the first; others have tables of their own.
    private var shared: ColorQuantizer?
    private var isFirst = true
    /// The canvas before the frame that comes next.
    private var shown: [UInt32]
    private let table = UnsafeTable()

    /// The tables of the compressor, freed with the writer.
    private final class UnsafeTable {
        let pointer = UnsafeMutablePointer<wi_gif_lzw_table>.allocate(capacity: 1)
        deinit { pointer.deallocate() }
    }

    /// - Parameter shared: The colors of all frames, where one table has room for them.
    init(_ size: PixelSize, isAnimated: Bool, colorLimit: Int, shared: ColorQuantizer?) {
        self.shared = shared
        self.size = size
        self.isAnimated = isAnimated
        self.colorLimit = colorLimit
        shown = [UInt32](repeating: 0, count: size.width * size.height)
    }

    /// The pixels of a bitmap as this writer takes them: less than half opaque is clear.
    static func flattened(_ bitmap: Bitmap) -> [UInt32] {
        let (width, height) = (bitmap.width, bitmap.height)
        return [UInt32](unsafeUninitializedCapacity: width * height) { pixels, count in
            count = width * height
            guard let target = pixels.baseAddress else { return }
            bitmap.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress else { return }
                for y in 0..<height {
                    let row = (base + y * bitmap.bytesPerRow).assumingMemoryBound(to: UInt32.self)
                    wi_quantize_flatten(target + y * width, row, width)
                }
            }
        }
    }

    /// Adds a frame.
    ///
    /// - Parameters:
    ///   - next: The frame after it: where that one has clear pixels that this one paints, all is cleared in between.
    ///   - delay: Hundredths of a second.
    mutating func append(_ pixels: [UInt32], next: [UInt32]?, delay: Int) {
        let clears = next.map { wi_quantize_uncovers(pixels, $0, pixels.count) != 0 } ?? false
        let rect = isFirst || clears ? PixelRect(size) : difference(pixels)
        var part = Self.part(of: pixels, rect, width: size.width)
        if !isFirst { wi_quantize_subtract(&part, Self.part(of: shown, rect, width: size.width), part.count) }
        let hasHoles = wi_quantize_unpainted(part, part.count) > 0

        let quantizer: ColorQuantizer
        if let shared, shared.covers(part), shared.colorCount < 256 || !hasHoles {
            quantizer = shared
        } else {
            // One place is kept for clear pixels; all frames after the first may need it.
            quantizer = ColorQuantizer(part, limit: min(colorLimit, hasHoles || isAnimated ? 255 : 256))
        }
        if shared == nil { shared = quantizer }
        isFirst = false
        appendControl(delay: delay, clears: clears, transparent: hasHoles ? quantizer.colorCount : nil)
        appendImage(part, rect, quantizer, isShared: quantizer === shared)
        shown = clears ? [UInt32](repeating: 0, count: shown.count) : pixels
    }

    /// Writes the header; after the first frame, whose colors it holds.
    mutating func begin(loopCount: Int) {
        guard let shared else { return }
        let bits = Self.tableBits(shared.colorCount + 1)
        header = Array("GIF89a".utf8) + Self.word(size.width) + Self.word(size.height)
        header += [0x80 | 0x70 | UInt8(bits - 1), 0, 0]
        header += Self.padded(shared.palette, bits: bits)
        guard isAnimated, loopCount != 1 else { return }
        header += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1]
        header += Self.word(loopCount == 0 ? 0 : min(0xFFFF, loopCount - 1)) + [0]
    }

    func finish() -> Data {
        var data = Data(header)
        data.append(contentsOf: frames)
        data.append(0x3B)
        return data
    }

    private mutating func appendControl(delay: Int, clears: Bool, transparent: Int?) {
        guard isAnimated || transparent != nil else { return }
        let disposal = clears ? GIFFrame.Disposal.background : isAnimated ? .keep : .unspecified
        frames += [0x21, 0xF9, 4, UInt8(disposal.rawValue << 2) | (transparent == nil ? 0 : 1)]
        frames += Self.word(delay) + [UInt8(transparent ?? 0), 0]
    }

    private mutating func appendImage(
        _ pixels: [UInt32], _ rect: PixelRect, _ quantizer: ColorQuantizer, isShared: Bool
    ) {
        let bits = Self.tableBits(quantizer.colorCount + 1)
        frames.append(0x2C)
        frames += Self.word(rect.x) + Self.word(rect.y) + Self.word(rect.width) + Self.word(rect.height)
        frames.append(isShared ? 0 : 0x80 | UInt8(bits - 1))
        if !isShared { frames += Self.padded(quantizer.palette, bits: bits) }
        let minimumSize = max(2, bits)
        frames.append(UInt8(minimumSize))
        let indices = quantizer.indices(of: pixels, width: rect.width, unpainted: quantizer.colorCount)
        frames += [UInt8](unsafeUninitializedCapacity: wi_gif_lzw_bound(indices.count)) { output, count in
            guard let base = output.baseAddress else { return }
            count = wi_gif_lzw_encode(table.pointer, indices, indices.count, Int32(minimumSize), base)
        }
    }

    /// Where a frame differs from what is shown; a pixel where it doesn't, since a frame can't be empty.
    private func difference(_ pixels: [UInt32]) -> PixelRect {
        var rect = [0, 0, 1, 1]
        _ = wi_quantize_difference(shown, pixels, size.width, size.height, &rect)
        return PixelRect(x: rect[0], y: rect[1], width: rect[2], height: rect[3])
    }

    private static func part(of pixels: [UInt32], _ rect: PixelRect, width: Int) -> [UInt32] {
        if rect.width == width { return Array(pixels[rect.y * width..<(rect.y + rect.height) * width]) }
        var part: [UInt32] = []
        part.reserveCapacity(rect.width * rect.height)
        for y in rect.y..<rect.y + rect.height {
            part += pixels[y * width + rect.x..<y * width + rect.x + rect.width]
        }
        return part
    }

    /// The smallest n for which a table of 2ⁿ colors, at most 256, has room for `count`.
    private static func tableBits(_ count: Int) -> Int {
        max(1, min(8, Int.bitWidth - (count - 1).leadingZeroBitCount))
    }

    private static func padded(_ palette: [UInt8], bits: Int) -> [UInt8] {
        palette + [UInt8](repeating: 0, count: (3 << bits) - palette.count)
    }

    private static func word(_ value: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    }
}
