#if JXL
    internal import CWebImageJXL
    internal import CWebImagePixels
    internal import FoundationEssentials
    internal import Glibc
    internal import WebImageCore

    /// Writes JPEG XL stills and animations: 8 bits, sRGB, alpha where the picture has some.
    struct JXLWriter {
        static let usualQuality = 0.9

        private let jxl: wi_jxl_functions
        private let quality: Double
        private let context: EncodeContext

        /// - Parameter quality: From 0 to 1; nil is that of the options. No loss where the options say so.
        init(quality: Double?, context: EncodeContext) throws(WebImageError) {
            jxl = try JXLLibrary.functions()
            self.quality = min(1, max(0, quality ?? context.options.quality ?? Self.usualQuality))
            self.context = context
        }

        func write(_ bitmap: Bitmap) throws -> Data {
            let hasAlpha = !bitmap.isOpaque
            return try write(bitmap.size, hasAlpha: hasAlpha, loopCount: nil) { encoder, settings, output in
                try add(bitmap, settings, encoder, hasAlpha: hasAlpha)
                jxl.JxlEncoderCloseInput(encoder)
                try drain(encoder, into: &output)
            }
        }

        /// - Parameter hasAlpha: Of any frame: an animation either has alpha or hasn't.
        func write(_ animation: any AnimationFrameSource, hasAlpha: Bool) throws -> Data {
            let box = context.options.maximumPixelSize
            let size = try animation.frame(at: 0, token: context.token).fitted(into: box).size
            let loopCount = context.options.loopCount ?? animation.loopCount
            return try write(size, hasAlpha: hasAlpha, loopCount: loopCount) { encoder, settings, output in
                let durations = animation.storedDurations
                for index in 0..<animation.frameCount {
                    var header = JxlFrameHeader()
                    jxl.JxlEncoderInitFrameHeader(&header)
                    // A frame of no time isn't shown but drawn below the next one (ISO 18181-1, F.2).
                    header.duration = UInt32(clamping: max(1, Int(durations[index] / .milliseconds(1))))
                    try check(jxl.JxlEncoderSetFrameHeader(settings, &header), encoder)
                    let frame = try animation.frame(at: index, token: context.token).fitted(into: box)
                    try add(frame, settings, encoder, hasAlpha: hasAlpha)
                    if index == animation.frameCount - 1 { jxl.JxlEncoderCloseInput(encoder) }
                    try drain(encoder, into: &output)
                }
            }
        }

        /// - Parameter loopCount: How often an animation plays; nil for a still.
        private func write(
            _ size: PixelSize, hasAlpha: Bool, loopCount: Int?,
            _ addAll: (OpaquePointer, OpaquePointer, inout Data) throws -> Void
        ) throws -> Data {
            guard let encoder = jxl.JxlEncoderCreate(nil) else { throw failure(nil) }
            defer { jxl.JxlEncoderDestroy(encoder) }
            guard let runner = jxl.JxlResizableParallelRunnerCreate(nil) else { throw failure(nil) }
            defer { jxl.JxlResizableParallelRunnerDestroy(runner) }
            let threads = jxl.JxlResizableParallelRunnerSuggestThreads(UInt64(size.width), UInt64(size.height))
            jxl.JxlResizableParallelRunnerSetThreads(runner, Int(min(4, threads)))
            try check(jxl.JxlEncoderSetParallelRunner(encoder, jxl.JxlResizableParallelRunner, runner), encoder)
            try begin(encoder, size, hasAlpha: hasAlpha, loopCount: loopCount)
            var output = Data()
            try addAll(encoder, makeSettings(encoder), &output)
            return output
        }

        private func begin(_ encoder: OpaquePointer, _ size: PixelSize, hasAlpha: Bool, loopCount: Int?) throws {
            var basic = JxlBasicInfo()
            jxl.JxlEncoderInitBasicInfo(&basic)
            basic.xsize = UInt32(size.width)
            basic.ysize = UInt32(size.height)
            basic.bits_per_sample = 8
            basic.num_color_channels = 3
            basic.uses_original_profile = context.options.isLossless ? JXL_TRUE : JXL_FALSE
            if hasAlpha {
                basic.num_extra_channels = 1
                basic.alpha_bits = 8
            }
            if let loopCount {
                basic.have_animation = JXL_TRUE
                basic.animation.tps_numerator = 1000
                basic.animation.tps_denominator = 1
                basic.animation.num_loops = UInt32(clamping: loopCount)
            }
            try check(jxl.JxlEncoderSetBasicInfo(encoder, &basic), encoder)
            var color = JxlColorEncoding()
            jxl.JxlColorEncodingSetToSRGB(&color, JXL_FALSE)
            try check(jxl.JxlEncoderSetColorEncoding(encoder, &color), encoder)
        }

        private func makeSettings(_ encoder: OpaquePointer) throws -> OpaquePointer {
            guard let settings = jxl.JxlEncoderFrameSettingsCreate(encoder, nil) else { throw failure(encoder) }
            if context.options.isLossless {
                try check(jxl.JxlEncoderSetFrameLossless(settings, JXL_TRUE), encoder)
            } else {
                try check(jxl.JxlEncoderSetFrameDistance(settings, distance), encoder)
            }
            if let effort = context.options.effort {
                let value = 1 + Int64((min(1, max(0, effort)) * 8).rounded())
                try check(jxl.JxlEncoderFrameSettingsSetOption(settings, JXL_ENC_FRAME_SETTING_EFFORT, value), encoder)
            }
            return settings
        }

        /// The quality as a Butteraugli distance: cjxl's own scale, close to libjpeg's.
        private var distance: Float {
            let quality = quality * 100
            if quality >= 100 { return 0.05 }
            return Float(quality >= 30 ? 0.1 + (100 - quality) * 0.09 : 6.4 + pow(2.5, (30 - quality) / 5) / 6.25)
        }

        private func add(
            _ bitmap: Bitmap, _ settings: OpaquePointer, _ encoder: OpaquePointer, hasAlpha: Bool
        ) throws {
            try context.token.check()
            let channels = hasAlpha ? 4 : 3
            let rowBytes = bitmap.width * channels
            let pixels = UnsafeMutablePointer<UInt8>.allocate(capacity: rowBytes * bitmap.height)
            defer { pixels.deallocate() }
            bitmap.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress else { return }
                for y in 0..<bitmap.height {
                    let row = (base + y * bitmap.bytesPerRow).assumingMemoryBound(to: UInt8.self)
                    let target = pixels + y * rowBytes
                    if hasAlpha {
                        wi_unpremultiply_row(row, target, bitmap.width)
                        wi_swap_red_blue_row(target, target, bitmap.width)
                    } else {
                        wi_bgra_to_rgb_row(row, target, bitmap.width)
                    }
                }
            }
            var format = JxlPixelFormat(
                num_channels: UInt32(channels), data_type: JXL_TYPE_UINT8, endianness: JXL_NATIVE_ENDIAN, align: 0)
            try check(
                jxl.JxlEncoderAddImageFrame(settings, &format, pixels, rowBytes * bitmap.height), encoder)
        }

        private func drain(_ encoder: OpaquePointer, into output: inout Data) throws {
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                try context.token.check()
                let capacity = chunk.count
                let (status, count) = chunk.withUnsafeMutableBufferPointer { chunk in
                    var next = chunk.baseAddress
                    var room = capacity
                    let status = jxl.JxlEncoderProcessOutput(encoder, &next, &room)
                    return (status, capacity - room)
                }
                output.append(contentsOf: chunk[..<count])
                if status == JXL_ENC_SUCCESS { return }
                guard status == JXL_ENC_NEED_MORE_OUTPUT else { throw failure(encoder) }
            }
        }

        private func check(_ status: JxlEncoderStatus, _ encoder: OpaquePointer) throws(WebImageError) {
            guard status == JXL_ENC_SUCCESS else { throw failure(encoder) }
        }

        private func failure(_ encoder: OpaquePointer?) -> WebImageError {
            WebImageError(
                .encodeFailed, "The picture could not be written as JPEG XL.",
                underlying: encoder.map { "libjxl error \(jxl.JxlEncoderGetError($0).rawValue)" })
        }
    }
#endif
