#if JXL
    internal import CWebImageJXL
    internal import FoundationEssentials
    internal import WebImageCore

    /// A color space of libjxl: by name and numbers, or as an ICC profile.
    struct JXLColor {
        let encoding: JxlColorEncoding?
        private let profile: Data?

        init(_ jxl: wi_jxl_functions, _ decoder: OpaquePointer, _ target: JxlColorProfileTarget) {
            var encoding = JxlColorEncoding()
            if jxl.JxlDecoderGetColorAsEncodedProfile(decoder, nil, target, &encoding) == JXL_DEC_SUCCESS {
                self.encoding = encoding
                profile = nil
                return
            }
            self.encoding = nil
            var count = 0
            guard jxl.JxlDecoderGetICCProfileSize(decoder, nil, target, &count) == JXL_DEC_SUCCESS, count > 0,
                count < 1 << 26
            else {
                profile = nil
                return
            }
            var bytes = [UInt8](repeating: 0, count: count)
            let status = jxl.JxlDecoderGetColorAsICCProfile(decoder, nil, target, &bytes, count)
            profile = status == JXL_DEC_SUCCESS ? Data(bytes) : nil
        }

        /// Whether white of the picture isn't white of the screen.
        var isHDR: Bool {
            guard let transfer = encoding?.transfer_function else { return false }
            return transfer == JXL_TRANSFER_FUNCTION_PQ || transfer == JXL_TRANSFER_FUNCTION_HLG
        }

        /// What turns this into sRGB; nil where nothing has to be done.
        func converter(isGray: Bool) -> ColorConverter? {
            if let profile { return ColorConverter.make(profile: profile, model: isGray ? .gray : .rgb) }
            return space.flatMap { ColorConverter.make($0) }
        }

        /// A name for people.
        var name: String? {
            if let profile { return LCMSProfile.name(of: profile) ?? "ICC" }
            guard let encoding else { return nil }
            switch (encoding.primaries, encoding.transfer_function) {
            case (JXL_PRIMARIES_SRGB, JXL_TRANSFER_FUNCTION_SRGB): return "sRGB"
            case (JXL_PRIMARIES_SRGB, JXL_TRANSFER_FUNCTION_LINEAR): return "linear sRGB"
            case (JXL_PRIMARIES_P3, JXL_TRANSFER_FUNCTION_SRGB): return "Display P3"
            case (JXL_PRIMARIES_2100, JXL_TRANSFER_FUNCTION_PQ): return "BT.2100 PQ"
            case (JXL_PRIMARIES_2100, JXL_TRANSFER_FUNCTION_HLG): return "BT.2100 HLG"
            case (JXL_PRIMARIES_2100, _): return "BT.2020"
            default: return "RGB"
            }
        }

        private var space: ColorSpaceDescription? {
            guard let encoding, let curve = Self.curve(encoding) else { return nil }
            typealias Point = ColorSpaceDescription.Chromaticity
            func point(_ xy: (Double, Double)) -> Point { Point(xy.0, xy.1) }
            // libjxl fills in the numbers of named spaces too (color_encoding.h).
            let isGray = encoding.color_space == JXL_COLOR_SPACE_GRAY
            let base = ColorSpaceDescription.sRGB
            let space = ColorSpaceDescription(
                red: isGray ? base.red : point(encoding.primaries_red_xy),
                green: isGray ? base.green : point(encoding.primaries_green_xy),
                blue: isGray ? base.blue : point(encoding.primaries_blue_xy),
                white: point(encoding.white_point_xy), curve: curve)
            return space.isValid ? space : nil
        }

        private static func curve(_ encoding: JxlColorEncoding) -> TransferCurve? {
            switch encoding.transfer_function {
            case JXL_TRANSFER_FUNCTION_GAMMA:
                return encoding.gamma > 0 && encoding.gamma <= 1 ? .power(1 / encoding.gamma) : nil
            default: return TransferCurve(codePoint: Int(encoding.transfer_function.rawValue))
            }
        }
    }
#endif
