internal import Glibc
internal import WebImageCore

/// Takes the rows of a still from a codec and makes the picture that the options ask for of them: colors converted,
/// premultiplied, scaled, turned.
///
/// A picture that is scaled or turned passes through a strip of a few rows, so the full picture is never in memory
/// besides the result. Not for use by two threads at once.
final class PictureBuilder {
    /// How many rows a codec writes at a time: one row of the largest JPEG blocks.
    private static let stripRows = 16

    /// The size of the rows that come, before the turn.
    let storedSize: PixelSize
    private let orientation: ImageOrientation
    /// For the stored pixels.
    private let plan: ThumbnailSize.Plan?
    private let finishing: RowFinishing
    private let background: PixelColor?
    /// The result, unless the picture is scaled; taken out by ``finish()``.
    private var output: BitmapBuffer?
    /// Where the output's rows begin, and the distance between two.
    private let outputRows: (base: UnsafeMutableRawPointer, stride: Int)?
    /// Where rows wait for being scaled or turned; nil where they are written to their place at once.
    private let strip: BitmapStrip?
    private var resampler: RowResampler?
    private var isOpaque = true

    /// How many rows have come.
    private(set) var nextRow = 0

    /// - Parameters:
    ///   - plan: As for the picture as displayed; nil for its full size.
    init(
        storedSize: PixelSize, orientation: ImageOrientation, plan: ThumbnailSize.Plan?, finishing: RowFinishing,
        background: PixelColor?
    ) throws(WebImageError) {
        self.storedSize = storedSize
        self.orientation = orientation
        self.plan = plan?.stored(orientation)
        self.finishing = finishing
        self.background = background
        if let plan = self.plan {
            resampler = try RowResampler(source: storedSize, plan: plan)
            strip = try BitmapStrip(width: storedSize.width, rows: Self.stripRows)
            outputRows = nil
        } else {
            strip = orientation == .up ? nil : try BitmapStrip(width: storedSize.width, rows: Self.stripRows)
            let buffer = try BitmapBuffer(orientation.displayed(storedSize), zeroed: false)
            outputRows = (buffer.baseAddress, buffer.bytesPerRow)
            output = consume buffer
        }
    }

    /// Has the next rows written: `decode` is given where to, the distance of rows in bytes and the most rows, and
    /// says how many it wrote.
    @discardableResult
    func fill<Failure: Error>(
        _ decode: (UnsafeMutableRawPointer, Int, Int) throws(Failure) -> Int
    ) throws(Failure) -> Int {
        let most = min(Self.stripRows, storedSize.height - nextRow)
        guard most > 0 else { return 0 }
        let (target, bytesPerRow) = place()
        let count = try decode(target, bytesPerRow, most)
        take(target, bytesPerRow, rows: count)
        return count
    }

    /// The picture; rows that haven't come are clear.
    func finish() throws(WebImageError) -> Bitmap {
        if nextRow < storedSize.height { fillRest() }
        if let buffer = output.take() {
            if let background, !isOpaque {
                buffer.paint(below: background)
                isOpaque = background.alpha == 255
            }
            return buffer.finish(isOpaque: isOpaque)
        }
        guard let resampler = resampler.take() else { preconditionFailure("a picture is finished once") }
        let scaled = resampler.finish(isOpaque: isOpaque)
        return try finishing.finishScaled(scaled).oriented(orientation).painted(below: background)
    }

    private func place() -> (UnsafeMutableRawPointer, Int) {
        if let strip { return (strip.base, strip.bytesPerRow) }
        guard let outputRows else { preconditionFailure("a picture is made in a strip or in its output") }
        return (outputRows.base + nextRow * outputRows.stride, outputRows.stride)
    }

    private func take(_ pixels: UnsafeMutableRawPointer, _ bytesPerRow: Int, rows: Int) {
        guard rows > 0 else { return }
        let opaque = finishing.finish(
            pixels, bytesPerRow: bytesPerRow, width: storedSize.width, rows: rows, convertsColors: plan == nil)
        isOpaque = isOpaque && opaque
        pass(pixels, bytesPerRow, rows)
    }

    private func pass(_ pixels: UnsafeMutableRawPointer, _ bytesPerRow: Int, _ rows: Int) {
        if plan != nil {
            for y in 0..<rows { resampler?.push(pixels + y * bytesPerRow) }
        } else if strip != nil, let outputRows {
            orientation.turn(
                pixels, bytesPerRow: bytesPerRow, rows: nextRow..<nextRow + rows, of: storedSize, to: outputRows.base,
                bytesPerRow: outputRows.stride)
        }
        nextRow += rows
    }

    private func fillRest() {
        isOpaque = false
        while nextRow < storedSize.height {
            let (target, bytesPerRow) = place()
            let rows = min(Self.stripRows, storedSize.height - nextRow)
            memset(target, 0, (rows - 1) * bytesPerRow + storedSize.width * 4)
            pass(target, bytesPerRow, rows)
        }
    }
}
