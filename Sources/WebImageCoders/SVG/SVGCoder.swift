#if SVG
    public import FoundationEssentials
    public import WebImageCore

    /// Draws SVG at the size that is asked for, by librsvg.
    ///
    /// A drawing has no pixels of its own: with a thumbnail size it is drawn to fit the box, larger too unless
    /// ``ThumbnailSize/enlargesDrawings`` is off. Without one it takes the size in CSS pixels that it says, else that of
    /// its view box, else 300×150. Nothing outside of the file is loaded.
    public struct SVGCoder: ImageCoder {
        /// Makes a coder; it has no state.
        public init() {}

        public func canDecode(_ format: ImageFormat?, head: Data) -> Bool {
            format == .svg || format == nil && SVGRoot.isFirstElement(of: head)
        }

        public func info(of data: Data, context: DecodeContext) throws -> ImageInfo {
            Self.info(try Self.size(SVGDocument(data)), context.options)
        }

        public func decode(_ data: Data, context: DecodeContext) throws -> DecodedImage {
            let options = context.options
            let document = try SVGDocument(data)
            try context.token.check()
            let natural = try Self.size(document)
            var vector = options
            if options.thumbnail?.enlargesDrawings == true { vector.thumbnail?.enlarges = true }
            let plan = vector.plan(for: natural) ?? ThumbnailSize.Plan(scaled: natural, crop: PixelRect(natural))
            try options.limits.check(plan.size)
            let bitmap = try document.draw(plan, background: options.background)
            try context.token.check()
            return DecodedImage(
                bitmap: bitmap, info: Self.info(natural, options), data: options.keepsData ? data : nil)
        }

        /// The size in whole pixels, rounded to the nearest, at least 1.
        private static func size(_ document: SVGDocument) throws(WebImageError) -> PixelSize {
            let size = document.size
            func side(_ length: Double) -> Int { Int(min(Double(1 << 40), max(1, length.rounded()))) }
            guard size.width.isFinite, size.height.isFinite else {
                throw WebImageError(.corruptImage, "The SVG's size is no number.")
            }
            return PixelSize(width: side(size.width), height: side(size.height))
        }

        private static func info(_ size: PixelSize, _ options: DecodeOptions) -> ImageInfo {
            var info = ImageInfo(format: .svg, size: size)
            info.scale = options.scale
            info.hasAlpha = true
            return info
        }
    }
#endif
