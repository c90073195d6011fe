#if HEIF
    internal import CWebImagePixels
    public import FoundationEssentials
    public import WebImageCore

    /// Reads and writes HEIC by libheif: the primary picture, grids, 8 to 12 bits, alpha.
    ///
    /// libheif 1.15 reads no picture tracks: of an animation the still is shown. The container's turns are applied,
    /// EXIF's isn't (ISO 23008-12, 6.5.1).
    public struct HEIFCoder: ImageCoder {
        /// Makes a coder; it has no state.
        public init() {}

        public func canDecode(_ format: ImageFormat?, head: Data) -> Bool { format == .heic }

        public func info(of data: Data, context: DecodeContext) throws -> ImageInfo {
            try data.withUnsafeBytes { bytes in
                let reader = try HEIFReader(bytes, options: context.options)
                return withExtendedLifetime(reader) { Self.info(reader, context.options) }
            }
        }

        public func decode(_ data: Data, context: DecodeContext) throws -> DecodedImage {
            let options = context.options
            return try data.withUnsafeBytes { bytes in
                let reader = try HEIFReader(bytes, options: options)
                return try withExtendedLifetime(reader) {
                    try context.token.check()
                    let bitmap = try Self.bitmap(reader, context)
                    return DecodedImage(
                        bitmap: bitmap, info: Self.info(reader, options), data: options.keepsData ? data : nil)
                }
            }
        }

        public func canEncode(_ format: ImageFormat) -> Bool { format == .heic }

        public func encode(_ image: DecodedImage, context: EncodeContext) throws -> Data {
            try EncodeBudget(context).encode(image.bitmap, usualQuality: HEIFWriter.usualQuality) { bitmap, quality in
                try HEIFWriter(bitmap, quality: quality, context: context).write()
            }
        }

        private static func bitmap(_ reader: HEIFReader, _ context: DecodeContext) throws -> Bitmap {
            let options = context.options
            let bits = reader.bitDepth
            let isDeep = bits > 8
            let converter =
                reader.profile.map { ColorConverter.make(profile: Data($0), model: .rgb) }
                ?? ColorConverter.make(primaries: reader.codePoints.primaries, transfer: reader.codePoints.transfer)
            return try reader.withPixels(isDeep: isDeep) { rows, stride, size in
                try options.limits.check(size)
                let feed = try RowFeed(
                    storedSize: size, orientation: .up, layout: isDeep ? .rgba16 : .rgba8,
                    alpha: !reader.hasAlpha ? .none : reader.isPremultiplied ? .premultiplied : .straight,
                    converter: converter, plan: options.plan(for: size), background: options.background)
                var wide = [UInt16](repeating: 0, count: isDeep ? size.width * 4 : 1)
                for y in 0..<size.height {
                    if y.isMultiple(of: 64) { try context.token.check() }
                    let row = UnsafeRawPointer(rows + y * stride)
                    guard isDeep else {
                        feed.push(row)
                        continue
                    }
                    wide.withUnsafeMutableBufferPointer { wide in
                        guard let target = wide.baseAddress else { return }
                        wi_widen_row(row.assumingMemoryBound(to: UInt16.self), target, wide.count, Int32(bits))
                        feed.push(UnsafeRawPointer(target))
                    }
                }
                return try feed.finish()
            }
        }

        private static func info(_ reader: HEIFReader, _ options: DecodeOptions) -> ImageInfo {
            var info = ImageInfo(format: .heic, size: reader.size)
            info.storedSize = reader.storedSize
            info.scale = options.scale
            info.hasAlpha = reader.hasAlpha
            info.bitDepth = reader.bitDepth
            info.colorModel = .ycbcr
            info.profile = reader.profile.map { LCMSProfile.name(of: Data($0)) ?? "ICC" } ?? reader.codePoints.name
            info.exif = options.keepsMetadata ? reader.exif : nil
            return info
        }
    }
#endif
