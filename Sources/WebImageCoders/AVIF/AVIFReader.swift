#if AVIF
    internal import CWebImageAVIF
    internal import FoundationEssentials
    internal import Glibc
    internal import WebImageCore

    /// An AVIF file whose boxes have been read: the one owner of a libavif decoder.
    ///
    /// The bytes must stay where they are while this object lives.
    final class AVIFReader {
        let avif: wi_avif_functions
        private let decoder: UnsafeMutablePointer<avifDecoder>
        private let byteCount: Int

        /// Reads the boxes, no pixels.
        ///
        /// - Throws: ``WebImageError/Code/truncated``, ``WebImageError/Code/corruptImage``,
        ///   ``WebImageError/Code/tooManyPixels``, ``WebImageError/Code/unsupportedFormat``.
        init(_ bytes: UnsafeRawBufferPointer, options: DecodeOptions, threads: Int32) throws {
            let avif = try AVIFLibrary.functions()
            guard let decoder = avif.avifDecoderCreate() else {
                throw WebImageError(.tooManyPixels, "There is no memory for an AVIF decoder.")
            }
            self.avif = avif
            self.decoder = decoder
            byteCount = bytes.count
            decoder.pointee.maxThreads = threads
            decoder.pointee.ignoreXMP = AVIF_TRUE
            decoder.pointee.ignoreExif = options.keepsMetadata ? AVIF_FALSE : AVIF_TRUE
            // Files of early encoders lack `pixi` or have a bad `clap`; browsers show them.
            decoder.pointee.strictFlags = avifStrictFlags(AVIF_STRICT_DISABLED.rawValue)
            try check(
                avif.avifDecoderSetIOMemory(
                    decoder, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count))
            // Without a known size, frames behind the end of the data don't make the whole file unreadable.
            decoder.pointee.io.pointee.sizeHint = 0
            try check(avif.avifDecoderParse(decoder))
            try options.limits.check(storedSize)
            try options.limits.check(frames: frameCount)
        }

        deinit { avif.avifDecoderDestroy(decoder) }

        /// How many threads decode one picture: other pictures are decoded at the same time.
        static let stillThreads = Int32(max(1, min(4, sysconf(Int32(_SC_NPROCESSORS_ONLN)))))

        private var image: avifImage { decoder.pointee.image.pointee }

        var storedSize: PixelSize { PixelSize(width: Int(image.width), height: Int(image.height)) }

        var frameCount: Int { max(1, Int(decoder.pointee.imageCount)) }

        var hasAlpha: Bool { decoder.pointee.alphaPresent != AVIF_FALSE }

        var bitDepth: Int { Int(image.depth) }

        var colorModel: ImageInfo.ColorModel {
            if image.yuvFormat == AVIF_PIXEL_FORMAT_YUV400 { return .gray }
            return Int(image.matrixCoefficients) == AVIF_MATRIX_COEFFICIENTS_IDENTITY ? .rgb : .ycbcr
        }

        /// The embedded ICC profile.
        var profile: [UInt8]? {
            guard let bytes = image.icc.data, image.icc.size > 0 else { return nil }
            return Array(UnsafeBufferPointer(start: bytes, count: image.icc.size))
        }

        /// The color by code points (ITU-T H.273), used where there is no profile.
        var codePoints: CodePoints {
            CodePoints(primaries: Int(image.colorPrimaries), transfer: Int(image.transferCharacteristics))
        }

        /// The EXIF block, where it was asked for.
        var exif: Data? {
            guard let bytes = image.exif.data, image.exif.size > 0 else { return nil }
            return Data(bytes: bytes, count: image.exif.size)
        }

        /// How the cropped pixels are turned: first `irot`, anticlockwise, then `imir` (ISO 23000-22, 7.3.6.7).
        ///
        /// EXIF's orientation says nothing in a HEIF container (ISO 23008-12, 6.5.1).
        var orientation: ImageOrientation {
            let flags = image.transformFlags
            let turns = flags & AVIF_TRANSFORM_IROT.rawValue != 0 ? Int(image.irot.angle & 3) : 0
            guard flags & AVIF_TRANSFORM_IMIR.rawValue != 0 else { return [.up, .left, .down, .right][turns] }
            return image.imir.mode == 0
                ? [.downMirrored, .leftMirrored, .upMirrored, .rightMirrored][turns]
                : [.upMirrored, .rightMirrored, .downMirrored, .leftMirrored][turns]
        }

        /// The part of the stored pixels that is shown: `clap` (ISO 14496-12, 12.1.4); all where there is no good one.
        var crop: PixelRect {
            let whole = PixelRect(storedSize)
            guard image.transformFlags & AVIF_TRANSFORM_CLAP.rawValue != 0 else { return whole }
            var clap = image.clap
            var rect = avifCropRect()
            var diagnostics = avifDiagnostics()
            guard
                avif.avifCropRectConvertCleanApertureBox(
                    &rect, &clap, image.width, image.height, image.yuvFormat, &diagnostics) == AVIF_TRUE
            else { return whole }
            let crop = PixelRect(x: Int(rect.x), y: Int(rect.y), width: Int(rect.width), height: Int(rect.height))
            return crop.isEmpty || crop.clipped(to: storedSize) != crop ? whole : crop
        }

        /// How long frame `index` is shown, as the file says.
        func duration(of index: Int) -> Duration {
            var timing = avifImageTiming()
            guard avif.avifDecoderNthImageTiming(decoder, UInt32(index), &timing) == AVIF_RESULT_OK,
                timing.duration.isFinite
            else { return .zero }
            return .seconds(max(0, min(timing.duration, 86_400)))
        }

        /// How many frames, from the first, lie wholly inside of the data.
        func wholeFrameCount() -> Int {
            (0..<frameCount).first { index in
                var extent = avifExtent()
                let result = avif.avifDecoderNthImageMaxExtent(decoder, UInt32(index), &extent)
                guard result == AVIF_RESULT_OK else { return true }
                return extent.offset > UInt64(byteCount) || UInt64(extent.size) > UInt64(byteCount) - extent.offset
            } ?? frameCount
        }

        /// Decodes frame `index` and hands the planes to `body`, cropped as `crop` says.
        func withFrame<Result>(
            _ index: Int, _ body: (UnsafePointer<avifImage>) throws -> Result
        ) throws -> Result {
            try check(avif.avifDecoderNthImage(decoder, UInt32(index)))
            guard let image = decoder.pointee.image else { throw failure(AVIF_RESULT_UNKNOWN_ERROR) }
            let crop = crop
            guard crop != PixelRect(storedSize) else { return try body(image) }
            guard let view = avif.avifImageCreateEmpty() else { throw failure(AVIF_RESULT_OUT_OF_MEMORY) }
            defer { avif.avifImageDestroy(view) }
            var rect = avifCropRect(
                x: UInt32(crop.x), y: UInt32(crop.y), width: UInt32(crop.width), height: UInt32(crop.height))
            try check(avif.avifImageSetViewRect(view, image, &rect))
            view.pointee.alphaPremultiplied = image.pointee.alphaPremultiplied
            return try body(view)
        }

        func check(_ result: avifResult) throws(WebImageError) {
            guard result == AVIF_RESULT_OK else { throw failure(result) }
        }

        private func failure(_ result: avifResult) -> WebImageError {
            var words = avif.avifResultToString(result).map { String(cString: $0) } ?? ""
            let detail = withUnsafeBytes(of: decoder.pointee.diag.error) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !detail.isEmpty { words += ": " + detail }
            switch result {
            case AVIF_RESULT_TRUNCATED_DATA, AVIF_RESULT_IO_ERROR:
                return WebImageError(
                    .truncated, "The AVIF ends before its pixels do; load it again.", underlying: words)
            case AVIF_RESULT_NOT_IMPLEMENTED, AVIF_RESULT_NO_CODEC_AVAILABLE, AVIF_RESULT_UNSUPPORTED_DEPTH:
                return WebImageError(
                    .unsupportedFormat, "This kind of AVIF can't be read here.", underlying: words)
            case AVIF_RESULT_OUT_OF_MEMORY:
                return WebImageError(.tooManyPixels, "There is no memory for this AVIF.", underlying: words)
            default:
                if detail.contains("truncated data") {
                    return WebImageError(
                        .truncated, "The AVIF ends before its pixels do; load it again.", underlying: words)
                }
                let isLarge = detail.contains("too large") || detail.contains("limit")
                return isLarge
                    ? WebImageError(.tooManyPixels, "The AVIF is larger than libavif reads.", underlying: words)
                    : WebImageError(.corruptImage, "The AVIF is damaged.", underlying: words)
            }
        }
    }
#endif
