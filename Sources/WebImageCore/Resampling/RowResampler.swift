internal import CWebImagePixels

/// Scales a picture whose rows come one by one, so that a decoder never holds the whole of it.
///
/// Rows are filtered along x as they come and kept only as long as a result row needs them: the memory is that of the
/// result and of about `2 · radius · ratio` rows of the result's width. Only the part inside of the plan's crop is
/// computed. The pixels are weighted as stored (sRGB, not linear light) and premultiplied, so that the color of clear
/// pixels counts nothing. A result pixel's middle lies at `(index + 0.5) · source / scaled`; values round to the nearest.
public struct RowResampler: ~Copyable, Sendable {
    /// The size of the picture whose rows are pushed.
    public let source: PixelSize

    /// The size of the result.
    public let size: PixelSize

    private let horizontal: ResampleWeights
    private let vertical: ResampleWeights
    /// The source rows that count; both ends are even or the picture's end.
    private let rows: Range<Int>
    /// Pairs of rows that are filtered along x, by pair number modulo the capacity.
    private let ring: BitmapStorage
    private let ringCapacity: Int
    private let ringStride: Int
    /// Two source rows, laid out for the filter along x; behind the row's end it is zero.
    private let wide: BitmapStorage
    private let output: BitmapBuffer
    private var nextRow = 0
    private var nextOutput = 0

    /// Prepares for a picture of `source` pixels.
    ///
    /// - Throws: ``WebImageError/Code/editFailed`` where the plan's crop isn't inside of its scaled size, and
    ///   ``WebImageError/Code/tooManyPixels`` where a side is more than 2²⁸ or there is no memory.
    public init(
        source: PixelSize, plan: ThumbnailSize.Plan, filter: ResampleFilter = .lanczos3
    ) throws(WebImageError) {
        try self.init(source: source, plan: plan, kernels: (filter.kernel, filter.kernel))
    }

    /// As above with a kernel along x and one along y.
    init(
        source: PixelSize, plan: ThumbnailSize.Plan, kernels: (x: wi_kernel, y: wi_kernel)
    ) throws(WebImageError) {
        let crop = plan.crop
        guard !source.isEmpty, !crop.isEmpty, crop.clipped(to: plan.scaled) == crop else {
            throw WebImageError(
                .editFailed, "A picture of \(source) pixels can't be scaled to \(plan.scaled) and cropped to \(crop).")
        }
        guard [source.width, source.height, plan.scaled.width, plan.scaled.height].allSatisfy({ $0 <= 1 << 28 }) else {
            throw WebImageError(
                .tooManyPixels, "Pictures can't be scaled from \(source) to \(plan.scaled) pixels: a side is over 2²⁸.")
        }
        let size = crop.size
        let horizontal = try ResampleWeights(
            kernel: kernels.x, source: source.width, scaled: plan.scaled.width, range: crop.x..<crop.x + crop.width,
            fraction: 0)
        let vertical = try ResampleWeights(
            kernel: kernels.y, source: source.height, scaled: plan.scaled.height, range: crop.y..<crop.y + crop.height,
            fraction: Int32(WI_PAIR_FRACTION))
        let ringStride = (size.width * 16 + 63) & ~63
        let wideBytes = max((source.width + 1) & ~1, horizontal.taps) * 16
        let (ringBytes, overflow) = ringStride.multipliedReportingOverflow(by: vertical.taps / 2)
        guard !overflow, ringBytes <= 1 << 40, let ring = BitmapStorage(byteCount: ringBytes, zeroed: true),
            let wide = BitmapStorage(byteCount: wideBytes, zeroed: true)
        else {
            throw WebImageError(.tooManyPixels, "There is no memory to scale \(source) pixels to \(plan.scaled).")
        }
        let output = try BitmapBuffer(size)
        self.source = source
        self.size = size
        self.horizontal = horizontal
        self.vertical = vertical
        rows = Int(vertical.starts[0])..<min(source.height, Int(vertical.starts[size.height - 1]) + vertical.taps)
        self.ring = ring
        ringCapacity = vertical.taps / 2
        self.ringStride = ringStride
        self.wide = wide
        self.output = output
    }

    /// Takes the next source row: `source.width` premultiplied BGRA pixels. Rows after the last are ignored.
    public mutating func push(_ row: UnsafeRawPointer) {
        let index = nextRow
        nextRow += 1
        guard rows.contains(index) else { return }
        let isLower = !index.isMultiple(of: 2)
        wi_resample_widen(
            row.assumingMemoryBound(to: UInt8.self), Int32(source.width), isLower ? 1 : 0,
            wide.base.assumingMemoryBound(to: Int16.self))
        // The very last row may be alone: the weights of its partner, whatever is there, are zero.
        if isLower || index + 1 == rows.upperBound { filterPair(index / 2) }
    }

    private mutating func filterPair(_ pair: Int) {
        wi_resample_pair(
            wide.base.assumingMemoryBound(to: Int16.self), horizontal.starts, horizontal.weights,
            Int32(horizontal.taps), horizontal.shift, Int32(size.width),
            (ring.base + pair % ringCapacity * ringStride).assumingMemoryBound(to: Int16.self))
        let ready = 2 * pair + 2
        // A window that is wider than the picture has zero weights at its end and waits for nothing.
        while nextOutput < size.height,
            ready >= min(rows.upperBound, Int(vertical.starts[nextOutput]) + vertical.taps)
        {
            wi_resample_row(
                ring.base.assumingMemoryBound(to: Int16.self), Int32(ringCapacity), ringStride / 2,
                Int32(Int(vertical.starts[nextOutput]) / 2 % ringCapacity),
                vertical.weights + nextOutput * vertical.taps, Int32(vertical.taps), vertical.shift, Int32(size.width),
                output.row(nextOutput).assumingMemoryBound(to: UInt8.self))
            nextOutput += 1
        }
    }

    /// Gives the result; where fewer rows came than the picture has, the rest is clear.
    ///
    /// - Parameter isOpaque: Whether every source pixel's alpha was 255.
    public consuming func finish(isOpaque: Bool) -> Bitmap {
        let received = nextRow
        let isWhole = received >= rows.upperBound
        if !isWhole, let clear = BitmapStorage(byteCount: source.width * 4, zeroed: true) {
            while nextRow < rows.upperBound, nextOutput < size.height, vertical.starts[nextOutput] < received {
                push(UnsafeRawPointer(clear.base))
            }
        }
        return output.finish(isOpaque: isOpaque && isWhole)
    }
}
