#if AVIF
    public import FoundationEssentials
    public import WebImageCore

    /// Reads and writes AVIF: stills and sequences, 8 to 12 bits, alpha, grids.
    ///
    /// The container's own crop, turn and mirror are applied; EXIF's orientation isn't (ISO 23008-12, 6.5.1). Animated
    /// where the file's major brand is `avis`.
    public struct AVIFCoder: ImageCoder {
        /// Makes a coder; it has no state.
        public init() {}

        public func canDecode(_ format: ImageFormat?, head: Data) -> Bool { format == .avif }

        public func info(of data: Data, context: DecodeContext) throws -> ImageInfo {
            try data.withUnsafeBytes { bytes in
                let reader = try AVIFReader(bytes, options: context.options, threads: 1)
                return withExtendedLifetime(reader) { Self.info(reader, context.options) }
            }
        }

        public func decode(_ data: Data, context: DecodeContext) throws -> DecodedImage {
            let options = context.options
            return try data.withUnsafeBytes { bytes in
                let reader = try AVIFReader(bytes, options: options, threads: AVIFReader.stillThreads)
                return try withExtendedLifetime(reader) {
                    var info = Self.info(reader, options)
                    let isAnimated = info.frameCount > 1 && !options.firstFrameOnly
                    let whole = isAnimated ? reader.wholeFrameCount() : 1
                    if whole < info.frameCount, isAnimated, !options.allowsTruncated {
                        throw WebImageError(
                            .truncated,
                            "The AVIF ends after \(whole) of \(info.frameCount) frames; load it again.")
                    }
                    let bitmap = try reader.bitmap(0, options: options, token: context.token)
                    guard isAnimated, whole > 1 else {
                        info.reduceToStill()
                        return DecodedImage(
                            bitmap: bitmap, info: info, isTruncated: isAnimated, data: options.keepsData ? data : nil)
                    }
                    let isTruncated = whole < info.frameCount
                    info.frameCount = whole
                    info.durations = Array(info.durations.prefix(whole))
                    let bytes = StableBytes(data)
                    let source = try AVIFFrameSource(bytes, options: options, size: bitmap.size, info: info)
                    return DecodedImage(
                        bitmap: bitmap, animation: source, info: info, isTruncated: isTruncated, data: bytes.data)
                }
            }
        }

        public func canEncode(_ format: ImageFormat) -> Bool { format == .avif }

        public func encode(_ image: DecodedImage, context: EncodeContext) throws -> Data {
            if !context.options.firstFrameOnly, let animation = image.animation, animation.frameCount > 1 {
                return try AVIFWriter(quality: nil, context: context).write(animation, hasAlpha: image.info.hasAlpha)
            }
            let budget = EncodeBudget(context)
            return try budget.encode(image.bitmap, usualQuality: AVIFWriter.usualQuality) { bitmap, quality in
                try AVIFWriter(quality: quality, context: context).write(bitmap)
            }
        }

        private static func info(_ reader: AVIFReader, _ options: DecodeOptions) -> ImageInfo {
            let orientation = reader.orientation
            var info = ImageInfo(format: .avif, size: orientation.displayed(reader.crop.size))
            info.storedSize = reader.storedSize
            info.orientation = orientation
            info.scale = options.scale
            info.frameCount = reader.frameCount
            if info.frameCount > 1 {
                // libavif 0.11 doesn't tell the number of plays; browsers play sequences for ever.
                info.loopCount = 0
                info.durations = (0..<info.frameCount).map(reader.duration(of:))
            }
            info.hasAlpha = reader.hasAlpha
            info.bitDepth = reader.bitDepth
            info.colorModel = reader.colorModel
            info.profile = reader.profile.map { LCMSProfile.name(of: Data($0)) ?? "ICC" } ?? reader.codePoints.name
            info.exif = options.keepsMetadata ? reader.exif : nil
            return info
        }
    }
#endif
