#if JXL
    internal import CWebImageJXL
    internal import CWebImagePixels
    internal import FoundationEssentials
    internal import WebImageCore

    /// What a JPEG XL says before its pixels, and in which form they are asked for.
    struct JXLHeader {
        let storedSize: PixelSize
        let orientation: ImageOrientation
        let hasAlpha: Bool
        let isPremultiplied: Bool
        let bitDepth: Int
        let isGray: Bool
        let isXYB: Bool
        let isAnimated: Bool
        /// How often an animation plays; 0 is for ever.
        let loopCount: Int
        let profile: String?
        /// Turns the pixels, as they are asked for, to sRGB.
        let converter: ColorConverter?
        /// Whether 16 bits a channel are asked for.
        let isDeep: Bool

        /// Reads the colors and chooses those of the output.
        ///
        /// - Throws: ``WebImageError/Code/unsupportedFormat`` for inks.
        init(_ jxl: wi_jxl_functions, _ decoder: OpaquePointer, _ basic: JxlBasicInfo) throws(WebImageError) {
            storedSize = PixelSize(width: Int(basic.xsize), height: Int(basic.ysize))
            orientation = ImageOrientation(rawValue: Int(basic.orientation.rawValue)) ?? .up
            hasAlpha = basic.alpha_bits > 0
            isPremultiplied = hasAlpha && basic.alpha_premultiplied != 0
            bitDepth = Int(basic.bits_per_sample)
            isGray = basic.num_color_channels == 1
            isXYB = basic.uses_original_profile == 0
            isAnimated = basic.have_animation != 0
            loopCount = Int(basic.animation.num_loops)
            for index in 0..<Int(basic.num_extra_channels) {
                var channel = JxlExtraChannelInfo()
                if jxl.JxlDecoderGetExtraChannelInfo(decoder, index, &channel) == JXL_DEC_SUCCESS,
                    channel.type == JXL_CHANNEL_BLACK
                {
                    throw WebImageError(.unsupportedFormat, "JPEG XL with inks (CMYK) can't be read here.")
                }
            }
            let original = JXLColor(jxl, decoder, JXL_COLOR_PROFILE_TARGET_ORIGINAL)
            profile = original.name
            if isXYB {
                // libjxl turns XYB to what is asked for by itself; but it doesn't fit bright light into sRGB.
                var wanted = JxlColorEncoding()
                if let encoding = original.encoding, original.isHDR {
                    wanted = encoding
                } else {
                    jxl.JxlColorEncodingSetToSRGB(&wanted, isGray ? JXL_TRUE : JXL_FALSE)
                }
                _ = jxl.JxlDecoderSetPreferredColorProfile(decoder, &wanted)
            }
            converter = JXLColor(jxl, decoder, JXL_COLOR_PROFILE_TARGET_DATA).converter(isGray: isGray)
            isDeep = converter != nil && (bitDepth > 8 || isXYB)
        }

        var size: PixelSize { orientation.displayed(storedSize) }

        /// Red, green, blue and alpha, of 8 or 16 bits.
        var pixelFormat: JxlPixelFormat {
            JxlPixelFormat(
                num_channels: 4, data_type: isDeep ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8, endianness: JXL_NATIVE_ENDIAN,
                align: 0)
        }

        var bytesPerRow: Int { storedSize.width * (isDeep ? 8 : 4) }

        var byteCount: Int { bytesPerRow * storedSize.height }

        /// Whether the pixels stay where libjxl writes them: none is scaled, turned or of 16 bits.
        func isInPlace(_ options: DecodeOptions) -> Bool {
            !isDeep && orientation == .up && options.plan(for: size) == nil
        }

        private var alpha: RowFeed.Alpha { !hasAlpha ? .none : isPremultiplied ? .premultiplied : .straight }

        /// - Parameter frames: How many frames share the limit of bytes.
        func makeFeed(_ options: DecodeOptions, frames: Int) throws(WebImageError) -> RowFeed {
            try RowFeed(
                storedSize: storedSize, orientation: orientation, layout: isDeep ? .rgba16 : .rgba8,
                alpha: alpha, converter: converter,
                plan: options.plan(for: size, frames: frames), background: options.background)
        }

        /// Makes what libjxl wrote there, red first, to a picture; only where ``isInPlace(_:)``.
        func finish(_ buffer: consuming BitmapBuffer, background: PixelColor?) -> Bitmap {
            let finishing = RowFinishing(source: alpha.source, converter: converter)
            for y in 0..<storedSize.height {
                let row = buffer.row(y).assumingMemoryBound(to: UInt8.self)
                wi_swap_red_blue_row(row, row, storedSize.width)
                if !hasAlpha { wi_make_opaque_row(row, storedSize.width) }
            }
            return buffer.finished(by: finishing, background: background)
        }

        /// - Parameter durations: Those of the frames; empty or one for a still.
        func info(durations: [Duration], _ options: DecodeOptions) -> ImageInfo {
            var info = ImageInfo(format: .jxl, size: size)
            info.storedSize = storedSize
            info.orientation = orientation
            info.scale = options.scale
            if isAnimated, durations.count > 1 {
                info.frameCount = durations.count
                info.durations = durations
                info.loopCount = loopCount
            }
            info.hasAlpha = hasAlpha
            info.bitDepth = bitDepth
            info.colorModel = isXYB ? .xyb : isGray ? .gray : .rgb
            info.profile = profile
            return info
        }
    }
#endif
