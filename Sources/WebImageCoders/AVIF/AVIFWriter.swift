#if AVIF
    internal import CWebImageAVIF
    internal import CWebImagePixels
    internal import FoundationEssentials
    internal import WebImageCore

    /// Writes AVIF stills and sequences: 8 bits, sRGB, alpha where the picture has some.
    struct AVIFWriter {
        static let usualQuality = 0.75
        /// libavif's scale from 0, slowest, to 10.
        private static let usualSpeed = Int32(6)
        /// Sequences count time in milliseconds.
        private static let timescale = UInt64(1000)

        private let avif: wi_avif_functions
        private let quality: Double
        private let context: EncodeContext

        /// - Parameter quality: From 0 to 1; nil is that of the options. No loss where the options say so.
        init(quality: Double?, context: EncodeContext) throws(WebImageError) {
            avif = try AVIFLibrary.functions()
            self.quality = min(1, max(0, quality ?? context.options.quality ?? Self.usualQuality))
            self.context = context
        }

        func write(_ bitmap: Bitmap) throws -> Data {
            try write { encoder in
                try add(
                    bitmap, to: encoder, hasAlpha: !bitmap.isOpaque, duration: 1,
                    flags: AVIF_ADD_IMAGE_FLAG_SINGLE.rawValue)
            }
        }

        /// - Parameter hasAlpha: Of any frame: a sequence either has alpha or hasn't.
        func write(_ animation: any AnimationFrameSource, hasAlpha: Bool) throws -> Data {
            try write { encoder in
                encoder.pointee.timescale = Self.timescale
                let durations = animation.storedDurations
                for index in 0..<animation.frameCount {
                    let frame = try animation.frame(at: index, token: context.token)
                        .fitted(into: context.options.maximumPixelSize)
                    let time = max(1, UInt64(durations[index] / .milliseconds(1)))
                    try add(frame, to: encoder, hasAlpha: hasAlpha, duration: time, flags: 0)
                }
            }
        }

        private func write(_ addAll: (UnsafeMutablePointer<avifEncoder>) throws -> Void) throws -> Data {
            guard let encoder = avif.avifEncoderCreate() else { throw Self.failure("no memory") }
            defer { avif.avifEncoderDestroy(encoder) }
            configure(encoder)
            try addAll(encoder)
            var output = avifRWData()
            defer { avif.avifRWDataFree(&output) }
            try check(avif.avifEncoderFinish(encoder, &output), encoder)
            guard let bytes = output.data, output.size > 0 else { throw Self.failure("empty") }
            return Data(bytes: bytes, count: output.size)
        }

        private func configure(_ encoder: UnsafeMutablePointer<avifEncoder>) {
            encoder.pointee.maxThreads = AVIFReader.stillThreads
            let effort = context.options.effort.map { min(1, max(0, $0)) }
            encoder.pointee.speed = effort.map { 10 - Int32(($0 * 10).rounded()) } ?? Self.usualSpeed
            let quantizer = context.options.isLossless ? 0 : Int32(((1 - quality) * 63).rounded())
            encoder.pointee.minQuantizerAlpha = 0
            encoder.pointee.maxQuantizerAlpha = context.options.isLossless ? 0 : 63
            let hasAOM = avif.avifCodecName(AVIF_CODEC_CHOICE_AOM, AVIF_CODEC_FLAG_CAN_ENCODE.rawValue) != nil
            guard hasAOM, !context.options.isLossless else {
                encoder.pointee.codecChoice = hasAOM ? AVIF_CODEC_CHOICE_AOM : AVIF_CODEC_CHOICE_AUTO
                encoder.pointee.minQuantizer = quantizer
                encoder.pointee.maxQuantizer = quantizer
                return
            }
            encoder.pointee.codecChoice = AVIF_CODEC_CHOICE_AOM
            encoder.pointee.minQuantizer = 0
            encoder.pointee.maxQuantizer = 63
            // Constant quality; otherwise aom aims at a bit rate that nobody gave.
            avif.avifEncoderSetCodecSpecificOption(encoder, "end-usage", "q")
            avif.avifEncoderSetCodecSpecificOption(encoder, "cq-level", "\(quantizer)")
        }

        private func add(
            _ bitmap: Bitmap, to encoder: UnsafeMutablePointer<avifEncoder>, hasAlpha: Bool, duration: UInt64,
            flags: avifAddImageFlags
        ) throws {
            try context.token.check()
            guard bitmap.width <= 65_536, bitmap.height <= 65_536,
                let image = avif.avifImageCreate(UInt32(bitmap.width), UInt32(bitmap.height), 8, pixelFormat)
            else { throw Self.failure("a side is over 65536 pixels, or there is no memory") }
            defer { avif.avifImageDestroy(image) }
            image.pointee.yuvRange = AVIF_RANGE_FULL
            image.pointee.colorPrimaries = avifColorPrimaries(AVIF_COLOR_PRIMARIES_BT709)
            image.pointee.transferCharacteristics = avifTransferCharacteristics(AVIF_TRANSFER_CHARACTERISTICS_SRGB)
            image.pointee.matrixCoefficients = avifMatrixCoefficients(
                context.options.isLossless ? AVIF_MATRIX_COEFFICIENTS_IDENTITY : AVIF_MATRIX_COEFFICIENTS_BT601)
            var source = avifRGBImage()
            avif.avifRGBImageSetDefaults(&source, image)
            source.format = AVIF_RGB_FORMAT_BGRA
            source.ignoreAlpha = hasAlpha ? AVIF_FALSE : AVIF_TRUE
            let rowBytes = bitmap.width * 4
            let straight = UnsafeMutablePointer<UInt8>.allocate(capacity: rowBytes * bitmap.height)
            defer { straight.deallocate() }
            bitmap.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress else { return }
                for y in 0..<bitmap.height {
                    wi_unpremultiply_row(
                        (base + y * bitmap.bytesPerRow).assumingMemoryBound(to: UInt8.self), straight + y * rowBytes,
                        bitmap.width)
                }
            }
            source.pixels = straight
            source.rowBytes = UInt32(rowBytes)
            try check(avif.avifImageRGBToYUV(image, &source), encoder)
            try context.token.check()
            try check(avif.avifEncoderAddImage(encoder, image, duration, flags), encoder)
        }

        private var pixelFormat: avifPixelFormat {
            if context.options.isLossless { return AVIF_PIXEL_FORMAT_YUV444 }
            switch context.options.subsampling {
            case .full444: return AVIF_PIXEL_FORMAT_YUV444
            case .half422: return AVIF_PIXEL_FORMAT_YUV422
            case .quarter420: return AVIF_PIXEL_FORMAT_YUV420
            }
        }

        private func check(_ result: avifResult, _ encoder: UnsafeMutablePointer<avifEncoder>) throws(WebImageError) {
            guard result != AVIF_RESULT_OK else { return }
            let detail = withUnsafeBytes(of: encoder.pointee.diag.error) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            let words = avif.avifResultToString(result).map { String(cString: $0) } ?? ""
            throw Self.failure(words + (detail.isEmpty ? "" : ": " + detail))
        }

        private static func failure(_ words: String) -> WebImageError {
            WebImageError(.encodeFailed, "The picture could not be written as an AVIF.", underlying: words)
        }
    }
#endif
