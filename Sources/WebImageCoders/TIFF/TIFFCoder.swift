#if TIFF
    public import FoundationEssentials
    public import WebImageCore

    /// Reads and writes TIFF by libtiff: strips and tiles, every compression that libtiff has, 1 to 16 bits, CMYK, Lab.
    ///
    /// ``DecodeOptions/page`` chooses the page; pages are no animation.
    public struct TIFFCoder: ImageCoder {
        /// Makes a coder; it has no state.
        public init() {}

        public func canDecode(_ format: ImageFormat?, head: Data) -> Bool { format == .tiff }

        public func info(of data: Data, context: DecodeContext) throws -> ImageInfo {
            let options = context.options
            return try TIFFFile.withFile(data, limits: options.limits) { file in
                let pages = file.pageCount
                try file.select(page: options.page)
                return Self.info(try TIFFPage(file, limits: options.limits), pages: pages, options)
            }
        }

        public func decode(_ data: Data, context: DecodeContext) throws -> DecodedImage {
            let options = context.options
            return try TIFFFile.withFile(data, limits: options.limits) { file in
                let pages = file.pageCount
                try file.select(page: options.page)
                let page = try TIFFPage(file, limits: options.limits)
                let (bitmap, isTruncated) = try TIFFDecoder(file, page, context: context).decode()
                return DecodedImage(
                    bitmap: bitmap, info: Self.info(page, pages: pages, options), isTruncated: isTruncated,
                    data: options.keepsData ? data : nil)
            }
        }

        public func canEncode(_ format: ImageFormat) -> Bool { format == .tiff }

        public func encode(_ image: DecodedImage, context: EncodeContext) throws -> Data {
            try EncodeBudget(context).encode(image.bitmap, usualQuality: nil) { bitmap, _ in
                try TIFFWriter(bitmap, context: context).write()
            }
        }

        private static func info(_ page: TIFFPage, pages: Int, _ options: DecodeOptions) -> ImageInfo {
            var info = ImageInfo(format: .tiff, size: page.orientation.displayed(page.storedSize))
            info.storedSize = page.storedSize
            info.orientation = page.orientation
            info.scale = options.scale
            info.hasAlpha = page.alpha != .none
            info.bitDepth = page.bitsPerSample
            info.colorModel = page.colorModel
            info.profile = page.profile.map { LCMSProfile.name(of: $0) ?? "ICC" }
            info.pageCount = pages
            return info
        }
    }
#endif
