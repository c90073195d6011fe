internal import CWebImageWebP
internal import FoundationEssentials
internal import WebImageCore

/// Puts frames together to an animated file; each is stored as the part that differs from the one before.
final class WebPAnimationWriter {
    private let encoder: OpaquePointer
    private let settings: WebPSettings
    /// From the beginning of the animation.
    private var end = Duration.zero
    private var hasAlpha = false

    /// - Parameter loopCount: How often the animation plays in total; 0 is for ever.
    init(_ size: PixelSize, _ settings: WebPSettings, loopCount: Int) throws(WebImageError) {
        var options = WebPAnimEncoderOptions()
        guard WebPAnimEncoderOptionsInit(&options) != 0 else { throw Self.failed("") }
        options.anim_params.loop_count = Int32(min(0xFFFF, max(0, loopCount)))
        options.anim_params.bgcolor = 0
        guard let encoder = WebPAnimEncoderNew(Int32(size.width), Int32(size.height), &options) else {
            throw Self.failed("")
        }
        self.encoder = encoder
        self.settings = settings
    }

    deinit { WebPAnimEncoderDelete(encoder) }

    func append(_ bitmap: Bitmap, duration: Duration, token: CancellationToken) throws(WebImageError) {
        let canvas = try WebPCanvas(bitmap)
        canvas.watch(token)
        var config = settings.config
        let added = withExtendedLifetime(token) {
            WebPAnimEncoderAdd(encoder, canvas.picture, Self.milliseconds(end), &config) != 0
        }
        end += duration
        hasAlpha = hasAlpha || !bitmap.isOpaque
        guard added else { throw token.isCancelled ? canvas.error(token) : failure }
    }

    func finish() throws(WebImageError) -> Data {
        var data = WebPData()
        WebPDataInit(&data)
        defer { WebPDataClear(&data) }
        guard WebPAnimEncoderAdd(encoder, nil, Self.milliseconds(end), nil) != 0,
            WebPAnimEncoderAssemble(encoder, &data) != 0, let bytes = data.bytes
        else { throw failure }
        var file = Data(bytes: bytes, count: data.size)
        // The library sets the flag only where a frame has alpha; a canvas that no frame covers is clear too.
        if hasAlpha, file.count > 20, file[12..<16].elementsEqual("VP8X".utf8) {
            file[20] |= UInt8(truncatingIfNeeded: ALPHA_FLAG.rawValue)
        }
        return file
    }

    /// Times are counted from the beginning, so that rounding never adds up.
    private static func milliseconds(_ time: Duration) -> Int32 {
        let (seconds, attoseconds) = time.components
        let value = Double(seconds) * 1000 + Double(attoseconds) / 1e15
        return Int32(min(Double(Int32.max), value.rounded()))
    }

    private var failure: WebImageError {
        Self.failed(WebPAnimEncoderGetError(encoder).map { String(cString: $0) } ?? "")
    }

    private static func failed(_ reason: String) -> WebImageError {
        WebImageError(
            .encodeFailed, "The animation can't be written as WebP.", underlying: reason.isEmpty ? nil : reason)
    }
}
