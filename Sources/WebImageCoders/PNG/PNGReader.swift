internal import CWebImagePNG
internal import WebImageCore

/// One PNG stream that is being decoded: owns the decoder of the C target.
///
/// For one caller at a time, except for ``cancel()``.
final class PNGReader: Sendable {
    // Every use but `cancel()`, which touches one atomic flag, comes from the one owner of this object in turn; the
    // pointer never changes and is freed once, by `deinit`.
    private nonisolated(unsafe) let decoder: OpaquePointer

    /// - Parameters:
    ///   - byPush: Whether data arrives in pieces.
    ///   - ignoresChecksums: For streams put together from parts of a file.
    init(byPush: Bool, ignoresChecksums: Bool = false) throws(WebImageError) {
        guard let decoder = wi_png_decoder_create(byPush, ignoresChecksums) else {
            throw WebImageError(.tooManyPixels, "There is no memory for decoding a PNG picture.")
        }
        self.decoder = decoder
    }

    deinit { wi_png_decoder_destroy(decoder) }

    /// Makes running and later calls throw ``WebImageError/Code/cancelled``. Any thread may call.
    func cancel() { wi_png_decoder_cancel(decoder) }

    /// Gives all data; the bytes must stay valid while this object is used.
    func setData(_ bytes: UnsafeRawBufferPointer) {
        guard let base = bytes.baseAddress else { return }
        wi_png_decoder_set_data(decoder, base.assumingMemoryBound(to: UInt8.self), bytes.count)
    }

    func readHeader() throws(WebImageError) -> wi_png_header {
        var header = wi_png_header()
        try check(wi_png_decoder_read_header(decoder, &header))
        return header
    }

    /// Decodes the next `rows` rows of a picture without interlace.
    func readRows(_ target: UnsafeMutableRawPointer, bytesPerRow: Int, rows: Int) throws(WebImageError) {
        try check(
            wi_png_decoder_read_rows(decoder, target.assumingMemoryBound(to: UInt8.self), bytesPerRow, UInt32(rows)))
    }

    /// Decodes all passes of an interlaced picture.
    func readPasses(_ target: UnsafeMutableRawPointer, bytesPerRow: Int) throws(WebImageError) {
        try check(
            wi_png_decoder_read_passes(decoder, target.assumingMemoryBound(to: UInt8.self), bytesPerRow))
    }

    /// Takes the next bytes; stops after the header.
    ///
    /// - Returns: How many bytes were taken.
    func push(_ bytes: UnsafeRawBufferPointer) throws(WebImageError) -> Int {
        guard let base = bytes.baseAddress, bytes.count > 0 else { return 0 }
        var consumed = 0
        try check(
            wi_png_decoder_push(decoder, base.assumingMemoryBound(to: UInt8.self), bytes.count, &consumed))
        return consumed
    }

    /// What was pushed before the pixels; nil where it isn't whole.
    var header: wi_png_header? {
        var header = wi_png_header()
        return wi_png_decoder_header(decoder, &header) ? header : nil
    }

    /// Where pushed pixels go; the memory must stay valid while this object is used.
    func setTarget(_ target: UnsafeMutableRawPointer, bytesPerRow: Int) {
        wi_png_decoder_set_target(decoder, target.assumingMemoryBound(to: UInt8.self), bytesPerRow)
    }

    /// Grows whenever there is something new to show.
    var rowsWritten: UInt64 { wi_png_decoder_rows_written(decoder) }
    var validRows: Int { Int(wi_png_decoder_valid_rows(decoder)) }
    var isDone: Bool { wi_png_decoder_is_done(decoder) }

    private func check(_ status: wi_png_status) throws(WebImageError) {
        switch status {
        case WI_PNG_OK, WI_PNG_SUSPENDED: return
        case WI_PNG_CANCELLED: throw WebImageError(.cancelled, "The load was cancelled.")
        case WI_PNG_TRUNCATED: throw .truncatedPNG
        default:
            throw WebImageError(
                .corruptImage, "The PNG data is damaged.", underlying: String(cString: wi_png_decoder_message(decoder)))
        }
    }
}

extension WebImageError {
    static var truncatedPNG: WebImageError {
        WebImageError(
            .truncated, "The PNG data ends before the picture does; load it again, or allow truncated pictures.")
    }
}
