#if AVIF
    internal import CWebImageAVIF
    internal import FoundationEssentials
    internal import WebImageCore

    extension AVIFReader {
        /// Rows that are turned to RGB at once: few enough to stay in the processor's cache.
        private static let bandHeight = 64

        /// Rows above and below a band that its chroma is interpolated from.
        private static let margin = 2

        /// Frame `index` in sRGB, turned and sized as the options ask.
        func bitmap(_ index: Int, options: DecodeOptions, token: CancellationToken) throws -> Bitmap {
            try token.check()
            let converter = converter
            let orientation = orientation
            return try withFrame(index) { image in
                try token.check()
                let size = PixelSize(width: Int(image.pointee.width), height: Int(image.pointee.height))
                let isDeep = converter != nil && image.pointee.depth > 8
                let alpha: RowFeed.Alpha =
                    image.pointee.alphaPlane == nil
                    ? .none : image.pointee.alphaPremultiplied != AVIF_FALSE ? .premultiplied : .straight
                let plan = options.plan(
                    for: orientation.displayed(size), frames: options.firstFrameOnly ? 1 : frameCount)
                if plan == nil, orientation == .up, !isDeep {
                    return try convertInPlace(image, size).finished(
                        by: RowFinishing(source: alpha.source, converter: converter), background: options.background)
                }
                let feed = try RowFeed(
                    storedSize: size, orientation: orientation, layout: isDeep ? .rgba16 : .bgra8, alpha: alpha,
                    converter: converter, plan: plan, background: options.background)
                try convert(image, size, isDeep: isDeep) { rows, stride, count in
                    try token.check()
                    feed.push(rows, stride: stride, count: count)
                }
                return try feed.finish()
            }
        }

        private var converter: ColorConverter? {
            if let profile { return ColorConverter.make(profile: Data(profile), model: .rgb) }
            return ColorConverter.make(primaries: codePoints.primaries, transfer: codePoints.transfer)
        }

        /// Turns the planes to RGB where they are to stay.
        private func convertInPlace(_ image: UnsafePointer<avifImage>, _ size: PixelSize) throws -> BitmapBuffer {
            let buffer = try BitmapBuffer(size, zeroed: false)
            var target = avifRGBImage()
            avif.avifRGBImageSetDefaults(&target, image)
            target.depth = 8
            target.format = AVIF_RGB_FORMAT_BGRA
            target.alphaPremultiplied = image.pointee.alphaPremultiplied
            target.pixels = buffer.baseAddress.assumingMemoryBound(to: UInt8.self)
            target.rowBytes = UInt32(buffer.bytesPerRow)
            try check(avif.avifImageYUVToRGB(image, &target))
            return buffer
        }

        /// Turns the planes to RGB band by band, so that the picture exists once only.
        private func convert(
            _ image: UnsafePointer<avifImage>, _ size: PixelSize, isDeep: Bool,
            _ body: (UnsafeRawPointer, Int, Int) throws -> Void
        ) throws {
            let bytesPerPixel = isDeep ? 8 : 4
            let stride = size.width * bytesPerPixel
            let memory = UnsafeMutableRawPointer.allocate(
                byteCount: stride * (Self.bandHeight + 2 * Self.margin), alignment: 64)
            defer { memory.deallocate() }
            guard let band = avif.avifImageCreateEmpty() else {
                throw WebImageError(.tooManyPixels, "There is no memory for this AVIF.")
            }
            defer { avif.avifImageDestroy(band) }
            for top in Swift.stride(from: 0, to: size.height, by: Self.bandHeight) {
                let first = max(0, top - Self.margin)
                let count = min(Self.bandHeight, size.height - top)
                let last = min(size.height, top + count + Self.margin)
                var rect = avifCropRect(
                    x: 0, y: UInt32(first), width: UInt32(size.width), height: UInt32(last - first))
                try check(avif.avifImageSetViewRect(band, image, &rect))
                band.pointee.alphaPremultiplied = image.pointee.alphaPremultiplied
                var target = avifRGBImage()
                avif.avifRGBImageSetDefaults(&target, band)
                target.depth = isDeep ? 16 : 8
                target.format = isDeep ? AVIF_RGB_FORMAT_RGBA : AVIF_RGB_FORMAT_BGRA
                target.alphaPremultiplied = image.pointee.alphaPremultiplied
                target.pixels = memory.assumingMemoryBound(to: UInt8.self)
                target.rowBytes = UInt32(stride)
                try check(avif.avifImageYUVToRGB(band, &target))
                try body(memory + (top - first) * stride, stride, count)
            }
        }
    }
#endif
