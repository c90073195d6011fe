#if JXL
    internal import CWebImageJXL
    internal import FoundationEssentials
    internal import Glibc
    internal import WebImageCore

    /// A JPEG XL decoder of libjxl and its threads: the one owner of both.
    ///
    /// Bytes come through ``withInput(_:_:)``; between calls nothing is read from them, so they may move.
    final class JXLReader {
        /// What is to be found out.
        enum Purpose {
            /// Header, colors and the times of all frames, no pixels.
            case info
            case pixels
        }

        /// Where decoding has come to.
        enum Step {
            /// The header and the colors are known.
            case header
            case frame(duration: Duration)
            /// Room for a frame's pixels is needed: ``prepareFrame()``.
            case needsRoom
            /// A frame's pixels are whole.
            case picture
            /// The bytes so far are used up.
            case needsBytes
            case end
        }

        private let jxl: wi_jxl_functions
        private let decoder: OpaquePointer
        private let runner: UnsafeMutableRawPointer
        private let options: DecodeOptions
        private let purpose: Purpose
        private(set) var header: JXLHeader?
        private var basic = JxlBasicInfo()
        /// Room for one frame; from `calloc`, so that pages that nothing is written to take no memory.
        private var pixels: UnsafeMutableRawPointer?
        /// The picture itself, where the one frame is written straight into it.
        private var picture: BitmapBuffer?

        init(_ purpose: Purpose, options: DecodeOptions) throws(WebImageError) {
            let jxl = try JXLLibrary.functions()
            guard let decoder = jxl.JxlDecoderCreate(nil) else { throw Self.outOfMemory }
            guard let runner = jxl.JxlResizableParallelRunnerCreate(nil) else {
                jxl.JxlDecoderDestroy(decoder)
                throw Self.outOfMemory
            }
            self.jxl = jxl
            self.decoder = decoder
            self.runner = runner
            self.options = options
            self.purpose = purpose
            _ = jxl.JxlDecoderSetParallelRunner(decoder, jxl.JxlResizableParallelRunner, runner)
            try begin()
        }

        deinit {
            jxl.JxlDecoderDestroy(decoder)
            jxl.JxlResizableParallelRunnerDestroy(runner)
            free(pixels)
        }

        private static var outOfMemory: WebImageError {
            WebImageError(.tooManyPixels, "There is no memory for a JPEG XL decoder.")
        }

        private func begin() throws(WebImageError) {
            var events = JXL_DEC_BASIC_INFO.rawValue | JXL_DEC_COLOR_ENCODING.rawValue | JXL_DEC_FRAME.rawValue
            if purpose == .pixels { events |= JXL_DEC_FULL_IMAGE.rawValue }
            // The turn is made here, with all others; libjxl 0.7 gives no partial pictures when it makes it.
            guard jxl.JxlDecoderSubscribeEvents(decoder, Int32(events)) == JXL_DEC_SUCCESS,
                jxl.JxlDecoderSetKeepOrientation(decoder, JXL_TRUE) == JXL_DEC_SUCCESS
            else { throw failure }
        }

        /// Goes back to the beginning and passes over `frames` frames; then the input must come from its beginning.
        func rewind(skipping frames: Int) throws(WebImageError) {
            jxl.JxlDecoderRewind(decoder)
            try begin()
            jxl.JxlDecoderSkipFrames(decoder, frames)
        }

        /// Passes over the next `frames` frames.
        func skip(_ frames: Int) { jxl.JxlDecoderSkipFrames(decoder, frames) }

        /// Makes `bytes` the input inside of `body`.
        ///
        /// - Returns: What `body` returns, and how many bytes at the end weren't used.
        func withInput<Result>(
            _ bytes: UnsafeRawBufferPointer, _ body: () throws -> Result
        ) throws -> (Result, unused: Int) {
            let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
            guard jxl.JxlDecoderSetInput(decoder, base, bytes.count) == JXL_DEC_SUCCESS else { throw failure }
            let result: Result
            do { result = try body() } catch {
                _ = jxl.JxlDecoderReleaseInput(decoder)
                throw error
            }
            return (result, jxl.JxlDecoderReleaseInput(decoder))
        }

        /// Decodes until something has happened.
        ///
        /// - Throws: ``WebImageError/Code/corruptImage``, ``WebImageError/Code/tooManyPixels``,
        ///   ``WebImageError/Code/unsupportedFormat``.
        func step() throws(WebImageError) -> Step {
            while true {
                switch jxl.JxlDecoderProcessInput(decoder) {
                case JXL_DEC_BASIC_INFO: try readBasicInfo()
                case JXL_DEC_COLOR_ENCODING:
                    header = try JXLHeader(jxl, decoder, basic)
                    return .header
                case JXL_DEC_FRAME: return try frameStep()
                case JXL_DEC_NEED_IMAGE_OUT_BUFFER: return .needsRoom
                case JXL_DEC_FULL_IMAGE: return .picture
                case JXL_DEC_NEED_MORE_INPUT: return .needsBytes
                case JXL_DEC_SUCCESS: return .end
                default: throw failure
                }
            }
        }

        private func readBasicInfo() throws(WebImageError) {
            guard jxl.JxlDecoderGetBasicInfo(decoder, &basic) == JXL_DEC_SUCCESS else { throw failure }
            try options.limits.check(PixelSize(width: Int(basic.xsize), height: Int(basic.ysize)))
            let threads = jxl.JxlResizableParallelRunnerSuggestThreads(UInt64(basic.xsize), UInt64(basic.ysize))
            // Other pictures are decoded at the same time.
            jxl.JxlResizableParallelRunnerSetThreads(runner, Int(min(4, threads)))
        }

        private func frameStep() throws(WebImageError) -> Step {
            var frame = JxlFrameHeader()
            guard jxl.JxlDecoderGetFrameHeader(decoder, &frame) == JXL_DEC_SUCCESS else { throw failure }
            let ticks = basic.animation
            guard basic.have_animation != 0, ticks.tps_numerator > 0 else {
                return .frame(duration: .zero)
            }
            let seconds = Double(frame.duration) * Double(ticks.tps_denominator) / Double(ticks.tps_numerator)
            return .frame(duration: .seconds(min(seconds, 86_400)))
        }

        /// Gives libjxl room for a frame.
        ///
        /// - Parameter isLast: Whether ``bitmap(frames:token:)`` is called for this frame once and for no other.
        func prepareFrame(isLast: Bool = false) throws(WebImageError) {
            guard let header else { throw failure }
            var format = header.pixelFormat
            var count = 0
            if isLast, header.isInPlace(options) {
                let buffer = try BitmapBuffer(header.storedSize)
                // Rows begin on its boundaries.
                format.align = 64
                guard jxl.JxlDecoderImageOutBufferSize(decoder, &format, &count) == JXL_DEC_SUCCESS,
                    count <= buffer.bytes.count,
                    jxl.JxlDecoderSetImageOutBuffer(decoder, &format, buffer.baseAddress, buffer.bytes.count)
                        == JXL_DEC_SUCCESS
                else { throw failure }
                picture = consume buffer
                return
            }
            guard jxl.JxlDecoderImageOutBufferSize(decoder, &format, &count) == JXL_DEC_SUCCESS,
                count == header.byteCount
            else { throw failure }
            if pixels == nil { pixels = calloc(1, count) }
            guard let pixels else { throw Self.outOfMemory }
            guard jxl.JxlDecoderSetImageOutBuffer(decoder, &format, pixels, count) == JXL_DEC_SUCCESS else {
                throw failure
            }
        }

        /// Writes what is known of the current frame into its room. False where nothing is known yet.
        func flush() -> Bool { jxl.JxlDecoderFlushImage(decoder) == JXL_DEC_SUCCESS }

        /// The current frame in sRGB, turned and sized as the options ask.
        ///
        /// - Parameter frames: How many frames share the limit of bytes.
        func bitmap(frames: Int = 1, token: CancellationToken) throws(WebImageError) -> Bitmap {
            guard let header else { throw failure }
            if let buffer = picture.take() { return header.finish(buffer, background: options.background) }
            guard let base = pixels else { throw failure }
            let feed = try header.makeFeed(options, frames: frames)
            let stride = header.bytesPerRow
            for y in 0..<header.storedSize.height {
                if y.isMultiple(of: 64) { try token.check() }
                feed.push(base + y * stride)
            }
            return try feed.finish()
        }

        private var failure: WebImageError { WebImageError(.corruptImage, "The JPEG XL is damaged.") }
    }
#endif
