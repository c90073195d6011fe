internal import CWebImagePNG
internal import WebImageCore

/// The rows of an ordinary PNG, inflated at once: the one owner of what the C target holds for it.
///
/// For one caller at a time.
final class PNGWholeReader {
    /// Inflating can't be cancelled and its result is memory beside the picture's: beyond this libpng goes row by row.
    private static let maximumBytes = 32 << 20

    /// Whether this is faster than libpng here: it isn't without libdeflate, nor in debug builds.
    static let isFast = wi_png_whole_is_fast()

    private let whole: OpaquePointer

    /// Nil where the file is to be read by libpng: other kinds of PNG, damaged ones, large ones; always where libdeflate
    /// isn't installed.
    init?(_ bytes: UnsafeRawBufferPointer, size: PixelSize) {
        guard let base = bytes.bindMemory(to: UInt8.self).baseAddress,
            let whole = wi_png_whole_create(base, bytes.count, Self.maximumBytes)
        else { return nil }
        self.whole = whole
        guard Int(wi_png_whole_width(whole)) == size.width, Int(wi_png_whole_height(whole)) == size.height else {
            return nil
        }
    }

    deinit { wi_png_whole_destroy(whole) }

    var hasAlpha: Bool { wi_png_whole_has_alpha(whole) }

    /// Writes the next `rows` rows; false where one of them is damaged.
    func readRows(_ target: UnsafeMutableRawPointer, bytesPerRow: Int, rows: Int) -> Bool {
        wi_png_whole_read_rows(whole, target.assumingMemoryBound(to: UInt8.self), bytesPerRow, UInt32(rows))
    }
}
