internal import CWebImagePixels
internal import Glibc
internal import WebImageCore

/// Passes the rows of libraries that have layouts of their own to a ``PictureBuilder``.
struct RowFeed {
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

        var source: RowFinishing.Source {
            switch self {
            case .none: .opaque
            case .straight: .straight
            case .premultiplied: .premultiplied
            }
        }
    }

    private let builder: PictureBuilder
    private let width: Int
    private let layout: Layout
    private let isOpaque: Bool
    /// Converts 16 bits while they are there; the builder has 8.
    private let deepConverter: ColorConverter?

    /// - Parameters:
    ///   - storedSize: The size of the rows that come, before the turn.
    ///   - converter: Nil where the colors are sRGB already.
    init(
        storedSize: PixelSize, orientation: ImageOrientation, layout: Layout, alpha: Alpha, converter: ColorConverter?,
        plan: ThumbnailSize.Plan?, background: PixelColor?
    ) throws(WebImageError) {
        let isDeep = layout == .rgba16
        let source = layout == .cmyk8 ? RowFinishing.Source.inks(inverted: false) : alpha.source
        builder = try PictureBuilder(
            storedSize: storedSize, orientation: orientation, plan: plan,
            finishing: RowFinishing(source: source, converter: isDeep ? nil : converter), background: background)
        width = storedSize.width
        self.layout = layout
        isOpaque = alpha == .none && layout != .cmyk8
        deepConverter = isDeep ? converter : nil
    }

    /// How many rows have come.
    var rowCount: Int { builder.nextRow }

    /// Takes the next row; rows after the last are ignored.
    func push(_ row: UnsafeRawPointer) {
        _ = builder.fill { target, _, _ in
            write(row, to: target)
            return 1
        }
    }

    /// Takes `count` rows that begin `stride` bytes apart.
    func push(_ rows: UnsafeRawPointer, stride: Int, count: Int) {
        for y in 0..<count { push(rows + y * stride) }
    }

    /// The picture; rows that never came are clear.
    func finish() throws(WebImageError) -> Bitmap { try builder.finish() }

    private func write(_ row: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
        let bytes = row.assumingMemoryBound(to: UInt8.self)
        let pixels = target.assumingMemoryBound(to: UInt8.self)
        switch layout {
        case .bgra8, .cmyk8: memcpy(target, row, width * 4)
        case .rgba8: wi_swap_red_blue_row(bytes, pixels, width)
        case .rgba16:
            if let deepConverter {
                deepConverter.convert(deep: row, to: target, count: width)
            } else {
                wi_rgba16_to_bgra_row(row.assumingMemoryBound(to: UInt16.self), pixels, width)
            }
        }
        if isOpaque { wi_make_opaque_row(pixels, width) }
    }
}
