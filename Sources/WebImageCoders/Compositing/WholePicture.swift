internal import CWebImagePixels
internal import Glibc
internal import WebImageCore

/// The pixels of a still as a codec gives them, all of them: for files that come in passes, and while bytes arrive.
///
/// Pictures made of it are the same as a ``PictureBuilder`` makes of the same rows.
struct WholePicture: ~Copyable {
    let pixels: BitmapBuffer
    private let orientation: ImageOrientation
    private let plan: ThumbnailSize.Plan?
    private let finishing: RowFinishing
    private let background: PixelColor?

    /// - Parameters:
    ///   - plan: As for the picture as displayed; nil for its full size.
    ///   - zeroed: Whether the pixels begin as clear; false where rows come from the top, each of them whole.
    init(
        storedSize: PixelSize, orientation: ImageOrientation, plan: ThumbnailSize.Plan?, finishing: RowFinishing,
        background: PixelColor?, zeroed: Bool = true
    ) throws(WebImageError) {
        pixels = try BitmapBuffer(storedSize, zeroed: zeroed)
        self.orientation = orientation
        self.plan = plan?.stored(orientation)
        self.finishing = finishing
        self.background = background
    }

    /// A picture of what is here; rows from `validRows` on are clear. The pixels stay as they are.
    borrowing func picture(validRows: Int) throws(WebImageError) -> Bitmap {
        let copy = try BitmapBuffer(pixels.size, zeroed: false)
        memcpy(copy.baseAddress, pixels.baseAddress, pixels.bytes.count)
        return try Self.finish(copy, validRows, false, orientation, plan, finishing, background)
    }

    /// The picture, made in place.
    ///
    /// - Parameter isWhole: Whether every pixel was written; pixels that weren't are clear.
    consuming func finish(validRows: Int, isWhole: Bool = true) throws(WebImageError) -> Bitmap {
        let (orientation, plan, finishing, background) = (orientation, plan, finishing, background)
        return try Self.finish(pixels, validRows, isWhole, orientation, plan, finishing, background)
    }

    private static func finish(
        _ buffer: consuming BitmapBuffer, _ validRows: Int, _ isWhole: Bool, _ orientation: ImageOrientation,
        _ plan: ThumbnailSize.Plan?, _ finishing: RowFinishing, _ background: PixelColor?
    ) throws(WebImageError) -> Bitmap {
        let size = buffer.size
        let rows = max(0, min(validRows, size.height))
        var isOpaque = finishing.finish(
            buffer.baseAddress, bytesPerRow: buffer.bytesPerRow, width: size.width, rows: rows,
            convertsColors: plan == nil)
        if !isWhole { isOpaque = false }
        if rows < size.height {
            isOpaque = false
            memset(buffer.row(rows), 0, (size.height - rows) * buffer.bytesPerRow)
        }
        var bitmap = buffer.finish(isOpaque: isOpaque)
        if let plan { bitmap = try finishing.finishScaled(bitmap.resampled(plan)) }
        return try bitmap.oriented(orientation).painted(below: background)
    }
}
