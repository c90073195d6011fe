internal import CWebImageWebP
internal import FoundationEssentials
internal import WebImageCore

/// What a WebP file holds and where, found without decoding (RFC 9649).
struct WebPIndex: Sendable {
    struct Frame: Sendable {
        /// The bytes of the frame's chunks, from the beginning of the file.
        var data: Range<Int>
        var rect: PixelRect
        var duration: Duration
        var clearsAfterwards: Bool
        var blends: Bool
        var hasAlpha: Bool
        /// Whether all of its bytes are there.
        var isComplete: Bool
    }

    var canvas: PixelSize
    /// The frames of an animation, or the one picture; empty where the bytes end before its header.
    var frames: [Frame] = []
    var isAnimated: Bool
    /// How often the animation plays in total; 0 is for ever.
    var loopCount = 1
    var hasAlpha: Bool
    var isLossless = false
    var profile: Range<Int>?
    var exif: Range<Int>?
    var xmp: Range<Int>?
    /// Whether the file is whole.
    var isComplete: Bool

    /// Reads the chunks of `bytes`; nil where more bytes are needed before anything is known.
    ///
    /// - Throws: ``WebImageError/Code/corruptImage``, ``WebImageError/Code/tooManyPixels``.
    init?(_ bytes: UnsafeRawBufferPointer, limits: DecodeLimits) throws(WebImageError) {
        var data = WebPData(bytes: bytes.bindMemory(to: UInt8.self).baseAddress, size: bytes.count)
        var state = WEBP_DEMUX_PARSING_HEADER
        guard let demuxer = WebPDemuxPartial(&data, &state) else {
            if state == WEBP_DEMUX_PARSE_ERROR { throw Self.damaged }
            return nil
        }
        defer { WebPDemuxDelete(demuxer) }
        guard state != WEBP_DEMUX_PARSE_ERROR else { throw Self.damaged }
        canvas = PixelSize(
            width: Int(Int32(bitPattern: WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_WIDTH))),
            height: Int(Int32(bitPattern: WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_HEIGHT))))
        // -1 as long as the header isn't there.
        guard !canvas.isEmpty else { return nil }
        try limits.check(canvas)
        let frameCount = Int(WebPDemuxGetI(demuxer, WEBP_FF_FRAME_COUNT))
        try limits.check(frames: frameCount)
        let flags = WebPDemuxGetI(demuxer, WEBP_FF_FORMAT_FLAGS)
        isAnimated = flags & ANIMATION_FLAG.rawValue != 0
        hasAlpha = flags & ALPHA_FLAG.rawValue != 0
        isComplete = state == WEBP_DEMUX_DONE
        if isAnimated { loopCount = Int(WebPDemuxGetI(demuxer, WEBP_FF_LOOP_COUNT)) }
        readFrames(demuxer, bytes)
        for frame in frames { try limits.check(frame.rect.size) }
        profile = Self.chunk("ICCP", demuxer, bytes)
        exif = Self.chunk("EXIF", demuxer, bytes)
        xmp = Self.chunk("XMP ", demuxer, bytes)
    }

    static let damaged = WebImageError(.corruptImage, "The chunks of the WebP file are damaged.")

    static let truncated = WebImageError(
        .truncated, "The WebP file ends before its picture does; load it again, or allow truncated pictures.")

    private mutating func readFrames(_ demuxer: OpaquePointer, _ bytes: UnsafeRawBufferPointer) {
        var iterator = WebPIterator()
        guard WebPDemuxGetFrame(demuxer, 1, &iterator) != 0 else { return }
        defer { WebPDemuxReleaseIterator(&iterator) }
        repeat {
            // A frame whose alpha has come but not its header has no size yet.
            guard iterator.width > 0, iterator.height > 0, let range = Self.range(iterator.fragment, in: bytes) else {
                continue
            }
            frames.append(
                Frame(
                    data: range,
                    rect: PixelRect(
                        x: Int(iterator.x_offset), y: Int(iterator.y_offset), width: Int(iterator.width),
                        height: Int(iterator.height)),
                    duration: .milliseconds(Int(iterator.duration)),
                    clearsAfterwards: iterator.dispose_method == WEBP_MUX_DISPOSE_BACKGROUND,
                    blends: iterator.blend_method == WEBP_MUX_BLEND, hasAlpha: iterator.has_alpha != 0,
                    isComplete: iterator.complete != 0))
        } while WebPDemuxNextFrame(&iterator) != 0
        guard let first = frames.first, let base = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
        var features = WebPBitstreamFeatures()
        guard WebPGetFeatures(base + first.data.lowerBound, first.data.count, &features) == VP8_STATUS_OK else {
            return
        }
        isLossless = features.format == 2
        hasAlpha = hasAlpha || features.has_alpha != 0 || frames.contains(where: \.hasAlpha)
    }

    private static func range(_ data: WebPData, in bytes: UnsafeRawBufferPointer) -> Range<Int>? {
        guard let start = data.bytes, let base = bytes.baseAddress else { return nil }
        let offset = UnsafeRawPointer(start) - base
        return offset..<offset + data.size
    }

    private static func chunk(
        _ name: String, _ demuxer: OpaquePointer, _ bytes: UnsafeRawBufferPointer
    ) -> Range<Int>? {
        var iterator = WebPChunkIterator()
        guard WebPDemuxGetChunk(demuxer, name, 1, &iterator) != 0 else { return nil }
        defer { WebPDemuxReleaseChunkIterator(&iterator) }
        return range(iterator.chunk, in: bytes)
    }
}
