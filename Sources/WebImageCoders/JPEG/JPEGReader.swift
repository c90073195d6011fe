internal import CWebImageJPEG
internal import FoundationEssentials
internal import WebImageCore

/// One JPEG file that is being decoded: owns the decoder of the C target.
///
/// For one caller at a time, except for ``cancel()``.
final class JPEGReader: Sendable {
    // Every use but `cancel()`, which touches one atomic flag, comes from the one owner of this object in turn; the
    // pointer never changes and is freed once, by `deinit`.
    private nonisolated(unsafe) let decoder: OpaquePointer

    init() throws(WebImageError) {
        guard let decoder = wi_jpeg_decoder_create() else {
            throw WebImageError(.tooManyPixels, "There is no memory for decoding a JPEG picture.")
        }
        self.decoder = decoder
    }

    deinit { wi_jpeg_decoder_destroy(decoder) }

    /// Makes running and later calls throw ``WebImageError/Code/cancelled``. Any thread may call.
    func cancel() { wi_jpeg_decoder_cancel(decoder) }

    /// Gives all data; the bytes must stay valid while this object is used.
    func setData(_ bytes: UnsafeRawBufferPointer) {
        guard let base = bytes.baseAddress else { return setComplete() }
        wi_jpeg_decoder_set_data(decoder, base.assumingMemoryBound(to: UInt8.self), bytes.count)
    }

    /// Gives the bytes that follow; they are copied.
    func append(_ data: Data) throws(WebImageError) {
        let done = data.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return true }
            return wi_jpeg_decoder_append(decoder, base.assumingMemoryBound(to: UInt8.self), bytes.count)
        }
        if !done { throw WebImageError(.tooManyPixels, "There is no memory for the bytes of the JPEG picture.") }
    }

    /// Says that no more bytes come.
    func setComplete() { wi_jpeg_decoder_set_complete(decoder) }

    /// What stands before the pixels; nil where more bytes are needed.
    func readHeader() throws(WebImageError) -> JPEGHeader? {
        var header = wi_jpeg_header()
        let status = wi_jpeg_decoder_read_header(decoder, &header)
        if status == WI_JPEG_UNSUPPORTED, header.precision > 8 {
            throw WebImageError(
                .unsupportedFormat,
                "The JPEG picture has \(header.precision) bits a channel; only 8 bits are read. Convert it first.")
        }
        guard try isDone(status) else { return nil }
        return JPEGHeader(header, segments: segments())
    }

    private func segments() -> [JPEGHeader.Segment] {
        var segments: [JPEGHeader.Segment] = []
        var marker: UInt8 = 0
        var count = 0
        while let bytes = wi_jpeg_decoder_segment(decoder, segments.count, &marker, &count) {
            segments.append(JPEGHeader.Segment(marker: marker, content: Data(bytes: bytes, count: count)))
        }
        return segments
    }

    /// Begins decoding at `eighths` / 8 of the size; nil where more bytes are needed.
    ///
    /// - Returns: The size of the picture that comes out.
    func start(eighths: Int, byScan: Bool) throws(WebImageError) -> PixelSize? {
        var width: UInt32 = 0
        var height: UInt32 = 0
        guard try isDone(wi_jpeg_decoder_start(decoder, UInt32(eighths), byScan, &width, &height)) else { return nil }
        return PixelSize(width: Int(width), height: Int(height))
    }

    /// Decodes up to `rows` rows.
    ///
    /// - Returns: How many there are; less than `rows` at the end and where more bytes are needed.
    func readRows(_ target: UnsafeMutableRawPointer, bytesPerRow: Int, rows: Int) throws(WebImageError) -> Int {
        var written: UInt32 = 0
        _ = try isDone(
            wi_jpeg_decoder_read_rows(
                decoder, target.assumingMemoryBound(to: UInt8.self), bytesPerRow, UInt32(rows), &written))
        return Int(written)
    }

    /// Takes in all scans that are there; true at the end of the file.
    func consume() throws(WebImageError) -> Bool { try isDone(wi_jpeg_decoder_consume(decoder)) }

    /// The scan that is being read, from 1.
    var inputScan: Int { Int(wi_jpeg_decoder_input_scan(decoder)) }

    /// Begins a pass over the picture as far as `scan` makes it; false where more bytes are needed.
    func startOutput(scan: Int) throws(WebImageError) -> Bool {
        try isDone(wi_jpeg_decoder_start_output(decoder, Int32(scan)))
    }

    /// Ends the pass; false where more bytes are needed.
    func finishOutput() throws(WebImageError) -> Bool { try isDone(wi_jpeg_decoder_finish_output(decoder)) }

    /// Whether the data ended before the picture did; final once all rows are read.
    var isTruncated: Bool { wi_jpeg_decoder_is_truncated(decoder) }

    /// How many rows come from data.
    var validRows: Int { Int(wi_jpeg_decoder_valid_rows(decoder)) }

    /// False where more bytes are needed.
    private func isDone(_ status: wi_jpeg_status) throws(WebImageError) -> Bool {
        switch status {
        case WI_JPEG_OK: return true
        case WI_JPEG_SUSPENDED: return false
        case WI_JPEG_CANCELLED: throw WebImageError(.cancelled, "The load was cancelled.")
        default: break
        }
        let words = String(cString: wi_jpeg_decoder_message(decoder))
        switch status {
        case WI_JPEG_UNSUPPORTED:
            throw WebImageError(
                .unsupportedFormat, "This kind of JPEG is not read; convert it to a baseline JPEG.", underlying: words)
        case WI_JPEG_NO_MEMORY:
            throw WebImageError(
                .tooManyPixels, "There is no memory for decoding the JPEG picture; ask for a smaller size.",
                underlying: words)
        case WI_JPEG_TOO_MANY_SCANS:
            throw WebImageError(
                .tooManyPixels, "The JPEG picture has more scans than a picture needs and would take too long.",
                underlying: words)
        default:
            if wi_jpeg_decoder_ended_early(decoder) {
                throw WebImageError(.truncated, "The JPEG data ends before the picture begins.", underlying: words)
            }
            throw WebImageError(.corruptImage, "The JPEG data is damaged.", underlying: words)
        }
    }
}
