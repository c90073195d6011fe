internal import CWebImageWebP
internal import WebImageCore

/// Decodes one lossy or lossless bitstream into memory of ours, as BGRA with straight alpha.
///
/// The library's own premultiplying cuts fractions off; ours rounds.
///
/// Large pictures are fed piece by piece, so that a cancelled decode ends soon.
final class WebPFrameDecoder {
    enum Outcome {
        case finished
        /// The bytes ended before; so many rows from the top are there.
        case truncated(rows: Int)
    }

    /// Below this many pixels a decode takes a few milliseconds and isn't worth interrupting.
    private static let smallPicture = 1 << 20
    /// How many pieces a large picture is fed in.
    private static let pieces = 32

    /// Of its own place in memory, since libwebp keeps pointers into it.
    private let config = UnsafeMutablePointer<WebPDecoderConfig>.allocate(capacity: 1)
    private var incremental: OpaquePointer?
    private let size: PixelSize

    /// - Parameters:
    ///   - target: Must outlive the decoder; where its size differs from `source`, the picture is scaled to it.
    ///   - byteCount: How many bytes there will be; 0 where that isn't known.
    init(source: PixelSize, into target: borrowing BitmapBuffer, byteCount: Int = 0) throws(WebImageError) {
        size = target.size
        guard WebPInitDecoderConfig(config) != 0 else {
            throw WebImageError(.unsupportedFormat, "The WebP library here is another one than this was built for.")
        }
        config.pointee.output.colorspace = MODE_BGRA
        config.pointee.output.is_external_memory = 1
        config.pointee.output.u.RGBA = WebPRGBABuffer(
            rgba: target.baseAddress.assumingMemoryBound(to: UInt8.self), stride: Int32(target.bytesPerRow),
            size: target.bytesPerRow * target.size.height)
        // A second thread reads ahead. Measured, it saves a tenth of the time of pictures with many bytes a pixel, and
        // costs others as much.
        config.pointee.options.use_threads = byteCount > source.width * source.height / 10 ? 1 : 0
        if target.size != source {
            config.pointee.options.use_scaling = 1
            config.pointee.options.scaled_width = Int32(target.size.width)
            config.pointee.options.scaled_height = Int32(target.size.height)
        }
    }

    deinit {
        if let incremental { WebPIDelete(incremental) }
        config.deallocate()
    }

    /// Decodes all of `bytes`.
    ///
    /// - Throws: ``WebImageError/Code/corruptImage``, ``WebImageError/Code/cancelled``.
    func decode(_ bytes: UnsafeRawBufferPointer, token: CancellationToken) throws(WebImageError) -> Outcome {
        guard let base = bytes.bindMemory(to: UInt8.self).baseAddress else { return .truncated(rows: 0) }
        try token.check()
        if size.width * size.height <= Self.smallPicture {
            switch WebPDecode(base, bytes.count, config) {
            case VP8_STATUS_OK: return .finished
            // The other way tells how many rows there are.
            case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED: break
            case let status: throw Self.damaged(status)
            }
        }
        let step = max(1 << 14, bytes.count / Self.pieces)
        for end in stride(from: step, to: bytes.count, by: step) {
            if case .finished = try feed(UnsafeRawBufferPointer(rebasing: bytes[..<end])) { return .finished }
            try token.check()
        }
        return try feed(bytes)
    }

    /// Goes on over `bytes`, which begin with those given before; their place may have changed.
    func feed(_ bytes: UnsafeRawBufferPointer) throws(WebImageError) -> Outcome {
        if incremental == nil { incremental = WebPIDecode(nil, 0, config) }
        guard let incremental else {
            throw WebImageError(.tooManyPixels, "There is no memory for a WebP picture of \(size) pixels.")
        }
        guard let base = bytes.bindMemory(to: UInt8.self).baseAddress else { return .truncated(rows: 0) }
        switch WebPIUpdate(incremental, base, bytes.count) {
        case VP8_STATUS_OK: return .finished
        case VP8_STATUS_SUSPENDED, VP8_STATUS_NOT_ENOUGH_DATA:
            var rows: Int32 = 0
            _ = WebPIDecGetRGB(incremental, &rows, nil, nil, nil)
            return .truncated(rows: Int(rows))
        case let status: throw Self.damaged(status)
        }
    }

    private static func damaged(_ status: VP8StatusCode) -> WebImageError {
        if status == VP8_STATUS_OUT_OF_MEMORY {
            return WebImageError(
                .tooManyPixels, "There is no memory to decode the WebP picture; ask for a smaller one.")
        }
        return WebImageError(
            .corruptImage, "The compressed data of the WebP picture is damaged.",
            underlying: "libwebp \(status.rawValue)")
    }
}
