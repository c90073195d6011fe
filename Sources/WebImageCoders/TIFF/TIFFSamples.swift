#if TIFF
    internal import CWebImagePixels
    internal import CWebImageTIFF
    internal import FoundationEssentials
    internal import WebImageCore

    /// Pages that are read as they are stored: Lab, inks with a profile or of 16 bits, deep gray with alpha, 32 bits.
    ///
    /// libtiff's own way to RGB takes no profile and knows no more than 16 bits.
    struct TIFFSamples {
        private enum Kind {
            case inks(bytes: Int)
            /// Whole numbers, or floating-point values of which 1 is white.
            case numbers(format: wi_sample_format, colors: Int)
            /// L*a*b*; `signed`: a and b lie around 0, not around 128.
            case lab(LabConverter, signed: Bool)
        }

        private let file: TIFFFile
        private let page: TIFFPage
        private let kind: Kind

        /// Nil where the page is none of these.
        init?(_ file: TIFFFile, _ page: TIFFPage) {
            guard !page.isTiled, !page.isPlanar else { return nil }
            self.file = file
            self.page = page
            let colors = page.colorModel == .gray ? 1 : 3
            switch (page.photometric, page.bitsPerSample, page.sampleFormat) {
            case (PHOTOMETRIC_SEPARATED, 8, SAMPLEFORMAT_UINT) where page.profile != nil && page.samplesPerPixel == 4:
                kind = .inks(bytes: 1)
            case (PHOTOMETRIC_SEPARATED, 16, SAMPLEFORMAT_UINT) where page.samplesPerPixel == 4:
                kind = .inks(bytes: 2)
            case (PHOTOMETRIC_MINISBLACK, 32, let format), (PHOTOMETRIC_RGB, 32, let format):
                guard page.samplesPerPixel >= colors else { return nil }
                switch format {
                case SAMPLEFORMAT_UINT: kind = .numbers(format: WI_SAMPLE_UINT32, colors: colors)
                case SAMPLEFORMAT_IEEEFP: kind = .numbers(format: WI_SAMPLE_FLOAT32, colors: colors)
                default: return nil
                }
            // libtiff shows D50's white yellow.
            case (PHOTOMETRIC_CIELAB, 8, _) where page.samplesPerPixel == 3,
                (PHOTOMETRIC_ICCLAB, 8, _) where page.samplesPerPixel == 3:
                guard let converter = LabConverter.shared else { return nil }
                kind = .lab(converter, signed: page.photometric == PHOTOMETRIC_CIELAB)
            // libtiff drops the alpha of deep gray.
            case (PHOTOMETRIC_MINISBLACK, 16, SAMPLEFORMAT_UINT) where page.alpha != .none:
                kind = .numbers(format: WI_SAMPLE_UINT16, colors: 1)
            default: return nil
            }
        }

        var layout: RowFeed.Layout {
            switch kind {
            case .inks: .cmyk8
            case .numbers: .rgba16
            case .lab: .bgra8
            }
        }

        var alpha: RowFeed.Alpha {
            guard case .numbers(_, let colors) = kind, page.samplesPerPixel > colors else { return .none }
            return page.alpha
        }

        var converter: ColorConverter? {
            guard case .inks = kind, let profile = page.profile else { return page.converter }
            return ColorConverter.make(profile: profile, model: .cmyk(inverted: false))
        }

        /// Calls `body` with every row, nil for the first that can't be read; ends where it returns false.
        func forEachRow(_ body: (UnsafeRawPointer?, Int) throws -> Bool) throws {
            let width = page.storedSize.width
            let lineBytes = Int(file.tiff.TIFFScanlineSize(file.pointer))
            let bytes = page.bitsPerSample / 8
            guard lineBytes >= width * page.samplesPerPixel * bytes, lineBytes <= 1 << 32 else {
                throw WebImageError(.corruptImage, "The TIFF's rows are too short.", underlying: file.message)
            }
            let line = UnsafeMutableRawPointer.allocate(byteCount: lineBytes, alignment: 16)
            let row = UnsafeMutableRawPointer.allocate(byteCount: width * 8, alignment: 16)
            defer {
                line.deallocate()
                row.deallocate()
            }
            for y in 0..<page.storedSize.height {
                guard file.tiff.TIFFReadScanline(file.pointer, line, UInt32(y), 0) == 1 else {
                    _ = try body(nil, y)
                    return
                }
                var result = UnsafeRawPointer(line)
                switch kind {
                case .inks(bytes: 1): break
                case .inks:
                    wi_narrow_row(
                        line.assumingMemoryBound(to: UInt16.self), row.assumingMemoryBound(to: UInt8.self), width * 4)
                    result = UnsafeRawPointer(row)
                case .numbers(let format, let colors):
                    wi_samples_to_rgba16_row(
                        line, row.assumingMemoryBound(to: UInt16.self), width, format, Int32(colors),
                        Int32(page.samplesPerPixel))
                    result = UnsafeRawPointer(row)
                case .lab(let converter, let signed):
                    let bytes = line.assumingMemoryBound(to: UInt8.self)
                    if signed {
                        for index in 0..<width {
                            bytes[index * 3 + 1] ^= 0x80
                            bytes[index * 3 + 2] ^= 0x80
                        }
                    }
                    converter.convert(line, to: row, count: width)
                    result = UnsafeRawPointer(row)
                }
                guard try body(result, y) else { return }
            }
        }
    }
#endif
