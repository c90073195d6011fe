#if TIFF
    internal import CWebImageTIFF
    internal import FoundationEssentials
    internal import WebImageCore

    /// Decodes one page, a chunk of rows at a time.
    struct TIFFDecoder {
        /// Strips of few rows are read together, so that the work per call doesn't count.
        private static let fewRows = 64

        private let file: TIFFFile
        private let page: TIFFPage
        private let context: DecodeContext

        init(_ file: TIFFFile, _ page: TIFFPage, context: DecodeContext) {
            self.file = file
            self.page = page
            self.context = context
        }

        /// The picture, and whether its end is missing.
        ///
        /// - Throws: ``WebImageError/Code/truncated`` and ``WebImageError/Code/corruptImage`` where the options don't
        ///   allow a part, ``WebImageError/Code/unsupportedFormat``, ``WebImageError/Code/cancelled``.
        func decode() throws -> (Bitmap, isTruncated: Bool) {
            if let samples = TIFFSamples(file, page) { return try decode(samples) }
            return try decodeByLibrary()
        }

        private func makeFeed(
            _ layout: RowFeed.Layout, _ alpha: RowFeed.Alpha, _ converter: ColorConverter?
        ) throws(WebImageError) -> RowFeed {
            let options = context.options
            return try RowFeed(
                storedSize: page.storedSize, orientation: page.orientation, layout: layout, alpha: alpha,
                converter: converter, plan: options.plan(for: page.orientation.displayed(page.storedSize)),
                background: options.background)
        }

        /// Rows that are read as they are stored: inks with a profile, and depths that libtiff doesn't turn to RGB.
        private func decode(_ samples: TIFFSamples) throws -> (Bitmap, isTruncated: Bool) {
            let feed = try makeFeed(samples.layout, samples.alpha, samples.converter)
            var isTruncated = false
            try samples.forEachRow { row, index in
                if index.isMultiple(of: 64) { try context.token.check() }
                guard let row else {
                    try endEarly(feed.rowCount)
                    isTruncated = true
                    return false
                }
                feed.push(row)
                return true
            }
            return (try feed.finish(), isTruncated)
        }

        /// libtiff turns everything to RGBA: palettes, gray, YCbCr, inks without a profile; 16 bits to 8 with rounding.
        private func decodeByLibrary() throws -> (Bitmap, isTruncated: Bool) {
            let image = UnsafeMutablePointer<TIFFRGBAImage>.allocate(capacity: 1)
            image.initialize(to: TIFFRGBAImage())
            defer { image.deallocate() }
            var words = [CChar](repeating: 0, count: 1024)
            guard file.tiff.TIFFRGBAImageBegin(image, file.pointer, 1, &words) == 1 else {
                let text = String(decoding: words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
                throw WebImageError(
                    .unsupportedFormat, "This kind of TIFF can't be read here.",
                    underlying: text.isEmpty ? file.message : text)
            }
            defer { file.tiff.TIFFRGBAImageEnd(image) }
            // The turn is made here, with all others; libtiff's knows four of the eight.
            image.pointee.req_orientation = image.pointee.orientation
            let feed = try makeFeed(.rgba8, alpha(image.pointee), page.converter)
            let size = page.storedSize
            let chunk = page.rowsPerChunk
            let step = chunk >= Self.fewRows ? chunk : min(size.height, Self.fewRows / chunk * chunk)
            let (pixels, overflow) = size.width.multipliedReportingOverflow(by: step)
            guard !overflow, pixels <= context.options.limits.maximumPixels else {
                throw WebImageError(.tooManyPixels, "The TIFF's strips are larger than allowed.")
            }
            let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: pixels)
            defer { memory.deallocate() }
            for top in stride(from: 0, to: size.height, by: step) {
                try context.token.check()
                let rows = min(step, size.height - top)
                image.pointee.row_offset = Int32(top)
                guard file.tiff.TIFFRGBAImageGet(image, memory, UInt32(size.width), UInt32(rows)) == 1 else {
                    try endEarly(top)
                    return (try feed.finish(), true)
                }
                feed.push(memory, stride: size.width * 4, count: rows)
            }
            return (try feed.finish(), false)
        }

        /// What libtiff leaves in the fourth byte. It multiplies straight alpha into colors but not into gray, and
        /// takes samples for alpha that the file doesn't call so.
        private func alpha(_ image: TIFFRGBAImage) -> RowFeed.Alpha {
            guard page.alpha != .none, image.alpha != 0 else { return .none }
            return page.colorModel == .gray ? page.alpha : .premultiplied
        }

        /// Throws where the part so far isn't wanted, or there is none.
        private func endEarly(_ rows: Int) throws(WebImageError) {
            if context.options.allowsTruncated, rows > 0 { return }
            let isCut = file.isCut
            throw WebImageError(
                isCut ? .truncated : .corruptImage,
                isCut
                    ? "The TIFF ends before its pixels do: \(rows) of \(page.storedSize.height) rows are there."
                    : "The TIFF is damaged after \(rows) of \(page.storedSize.height) rows.",
                underlying: file.message)
        }
    }
#endif
