internal import CWebImagePixels
internal import Glibc
internal import WebImageCore

/// Takes the stored rows of a picture, top first, and makes the picture that the options ask for: colors in sRGB, size,
/// turn and background.
///
/// With a size to make, rows are filtered as they come, so the full picture is never held.
struct RowFinisher: ~Copyable {
    /// How a source row lies in memory.
    enum Layout {
        /// Blue, green, red, alpha, 8 bits each.
        case bgra8
        /// Red, green, blue, alpha, 8 bits each.
        case rgba8
        /// Red, green, blue, alpha, 16 bits each in the machine's byte order.
        case rgba16
        /// Cyan, magenta, yellow, black, 8 bits each, 255 is full ink.
        case cmyk8
    }

    /// What the fourth value of a source pixel means.
    enum Alpha {
        /// Nothing: every pixel is opaque.
        case none
        case straight
        case premultiplied
    }

    private let source: PixelSize
    private let orientation: ImageOrientation
    private let layout: Layout
    private let alpha: Alpha
    private let converter: ColorConverter?
    private let background: PixelColor?
    private let scratch: BitmapBuffer
    private var whole: BitmapBuffer?
    private var resampler: RowResampler?
    private var isOpaque = true
    private(set) var rowCount = 0

    /// - Parameters:
    ///   - source: The size of the rows that come.
    ///   - orientation: How they are turned to be shown.
    ///   - plan: What is done to the picture as displayed; nil keeps its size.
    init(
        source: PixelSize, orientation: ImageOrientation, plan: ThumbnailSize.Plan?, layout: Layout, alpha: Alpha,
        converter: ColorConverter?, background: PixelColor?
    ) throws(WebImageError) {
        // Everything that may fail comes first: a value without copies is made whole or not at all.
        let scratch = try BitmapBuffer(PixelSize(width: source.width, height: 1))
        var whole: BitmapBuffer?
        var resampler: RowResampler?
        if let plan {
            resampler = try RowResampler(source: source, plan: plan.stored(orientation))
        } else {
            whole = try BitmapBuffer(orientation.displayed(source))
        }
        self.source = source
        self.orientation = orientation
        self.layout = layout
        self.alpha = alpha
        self.converter = converter
        self.background = background
        self.scratch = scratch
        self.whole = whole
        self.resampler = resampler
    }

    /// Takes the next row; rows after the last are ignored.
    mutating func push(_ row: UnsafeRawPointer) {
        guard rowCount < source.height else { return }
        finishRow(row)
        let finished = UnsafeRawPointer(scratch.baseAddress)
        if resampler != nil {
            resampler?.push(finished)
        } else {
            whole?.writeRows(
                finished, bytesPerRow: scratch.bytesPerRow, rows: rowCount..<rowCount + 1, of: source,
                turnedBy: orientation)
        }
        rowCount += 1
    }

    /// Takes `count` rows that begin `stride` bytes apart.
    mutating func push(_ rows: UnsafeRawPointer, stride: Int, count: Int) {
        for y in 0..<count { push(rows + y * stride) }
    }

    /// The picture; rows that never came are clear.
    mutating func finish() throws(WebImageError) -> Bitmap {
        let isOpaque = isOpaque && rowCount == source.height
        if let resampler = resampler.take() { return try resampler.finish(isOpaque: isOpaque).oriented(orientation) }
        guard let whole = whole.take() else { preconditionFailure("a finisher is asked for its picture once") }
        return whole.finish(isOpaque: isOpaque)
    }

    /// One row as premultiplied BGRA in sRGB, in `scratch`.
    private mutating func finishRow(_ row: UnsafeRawPointer) {
        let count = source.width
        let pixels = scratch.baseAddress.assumingMemoryBound(to: UInt8.self)
        let bytes = row.assumingMemoryBound(to: UInt8.self)
        var isConverted = converter == nil
        switch layout {
        case .bgra8: memcpy(pixels, row, count * 4)
        case .rgba8: wi_swap_red_blue_row(bytes, pixels, count)
        case .rgba16:
            if let converter {
                converter.convert(deep: row, to: scratch.baseAddress, count: count)
                isConverted = true
            } else {
                wi_rgba16_to_bgra_row(row.assumingMemoryBound(to: UInt16.self), pixels, count)
            }
        case .cmyk8:
            if let converter {
                converter.convert(inks: row, to: scratch.baseAddress, count: count)
                isConverted = true
            } else {
                wi_cmyk_to_bgra_row(bytes, pixels, count, false)
            }
        }
        var isRowOpaque = true
        switch alpha {
        case .none:
            if !isConverted { converter?.convert(scratch.baseAddress, count: count) }
            if layout != .cmyk8 { wi_make_opaque_row(pixels, count) }
        case .straight:
            if !isConverted { converter?.convert(scratch.baseAddress, count: count) }
            isRowOpaque = wi_premultiply_row(pixels, count)
        case .premultiplied:
            if !isConverted {
                wi_unpremultiply_row(pixels, pixels, count)
                converter?.convert(scratch.baseAddress, count: count)
                isRowOpaque = wi_premultiply_row(pixels, count)
            } else {
                isRowOpaque = wi_row_is_opaque(pixels, count)
            }
        }
        if !isRowOpaque, let background {
            wi_paint_below_row(pixels, count, background.premultipliedBGRA)
            isRowOpaque = background.alpha == 255
        }
        isOpaque = isOpaque && isRowOpaque
    }
}
