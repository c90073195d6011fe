#if JXL
    public import FoundationEssentials
    public import WebImageCore

    /// Reads and writes JPEG XL by libjxl: stills and animations, partial pictures while the bytes arrive.
    ///
    /// The codestream's orientation is applied; EXIF's isn't (ISO 18181-2, 9.4).
    public struct JXLCoder: ImageCoder {
        /// Makes a coder; it has no state.
        public init() {}

        public func canDecode(_ format: ImageFormat?, head: Data) -> Bool { format == .jxl }

        public func info(of data: Data, context: DecodeContext) throws -> ImageInfo {
            let scan = try JXLScan(data, context: context)
            var info = scan.header.info(durations: scan.durations, context.options)
            info.exif = context.options.keepsMetadata ? JXLContainer.exif(in: data) : nil
            return info
        }

        public func decode(_ data: Data, context: DecodeContext) throws -> DecodedImage {
            let options = context.options
            let scan = try JXLScan(data, context: context)
            var info = scan.header.info(durations: scan.durations, options)
            info.exif = options.keepsMetadata ? JXLContainer.exif(in: data) : nil
            guard info.isAnimated, !options.firstFrameOnly else {
                info.reduceToStill()
                let (bitmap, isTruncated) = try Self.poster(data, context)
                return DecodedImage(
                    bitmap: bitmap, info: info, isTruncated: isTruncated, data: options.keepsData ? data : nil)
            }
            if scan.isCut, !options.allowsTruncated { throw JXLScan.truncated }
            let bytes = StableBytes(data)
            let source = JXLFrameSource(bytes, options: options, size: scan.header.size, info: info)
            let poster = try source.frame(at: 0, token: context.token)
            return DecodedImage(
                bitmap: poster, animation: source, info: info, isTruncated: scan.isCut, data: bytes.data)
        }

        public func makeProgressiveDecoder(context: DecodeContext) -> (any ProgressiveDecoder)? {
            JXLProgressiveDecoder(context: context)
        }

        public func canEncode(_ format: ImageFormat) -> Bool { format == .jxl }

        public func encode(_ image: DecodedImage, context: EncodeContext) throws -> Data {
            if !context.options.firstFrameOnly, let animation = image.animation, animation.frameCount > 1 {
                return try JXLWriter(quality: nil, context: context).write(animation, hasAlpha: image.info.hasAlpha)
            }
            let budget = EncodeBudget(context)
            return try budget.encode(image.bitmap, usualQuality: JXLWriter.usualQuality) { bitmap, quality in
                try JXLWriter(quality: quality, context: context).write(bitmap)
            }
        }

        /// The first frame, and whether a part of it is missing.
        private static func poster(_ data: Data, _ context: DecodeContext) throws -> (Bitmap, isTruncated: Bool) {
            let reader = try JXLReader(.pixels, options: context.options)
            return try data.withUnsafeBytes { bytes in
                try reader.withInput(bytes) {
                    while true {
                        try context.token.check()
                        switch try reader.step() {
                        case .header, .frame: continue
                        case .needsRoom: try reader.prepareFrame(isLast: true)
                        case .picture: return (try reader.bitmap(token: context.token), false)
                        case .needsBytes, .end:
                            guard context.options.allowsTruncated, reader.flush() else { throw JXLScan.truncated }
                            return (try reader.bitmap(token: context.token), true)
                        }
                    }
                }.0
            }
        }
    }
#endif
