#if TIFF
    internal import CWebImageTIFF
    internal import FoundationEssentials
    internal import WebImageCore

    /// What one page of a TIFF says about itself (TIFF 6.0, sections 8 and 18).
    struct TIFFPage {
        let storedSize: PixelSize
        let orientation: ImageOrientation
        let bitsPerSample: Int
        let samplesPerPixel: Int
        let photometric: Int32
        let compression: Int32
        let sampleFormat: Int32
        let isPlanar: Bool
        let isTiled: Bool
        /// The rows that libtiff decodes at once: those of a strip or of a row of tiles.
        let rowsPerChunk: Int
        let alpha: RowFeed.Alpha
        let profile: Data?

        /// Reads the tags of the current page.
        ///
        /// - Throws: ``WebImageError/Code/tooManyPixels``, ``WebImageError/Code/corruptImage``.
        init(_ file: TIFFFile, limits: DecodeLimits) throws(WebImageError) {
            storedSize = PixelSize(
                width: Int(file.long(TIFFTAG_IMAGEWIDTH)), height: Int(file.long(TIFFTAG_IMAGELENGTH)))
            try limits.check(storedSize)
            orientation = ImageOrientation(rawValue: Int(file.short(TIFFTAG_ORIENTATION, or: 1))) ?? .up
            bitsPerSample = Int(file.short(TIFFTAG_BITSPERSAMPLE, or: 1))
            samplesPerPixel = Int(file.short(TIFFTAG_SAMPLESPERPIXEL, or: 1))
            compression = Int32(file.short(TIFFTAG_COMPRESSION, or: 1))
            sampleFormat = Int32(file.short(TIFFTAG_SAMPLEFORMAT, or: UInt16(SAMPLEFORMAT_UINT)))
            isPlanar = Int32(file.short(TIFFTAG_PLANARCONFIG, or: 1)) == PLANARCONFIG_SEPARATE
            isTiled = file.isTiled
            let rows = isTiled ? file.long(TIFFTAG_TILELENGTH) : file.long(TIFFTAG_ROWSPERSTRIP, or: .max)
            rowsPerChunk = max(1, min(Int(rows), storedSize.height))
            switch file.extraSample {
            case EXTRASAMPLE_ASSOCALPHA: alpha = .premultiplied
            case EXTRASAMPLE_UNASSALPHA: alpha = .straight
            default: alpha = .none
            }
            profile = file.profile.map { Data($0) }
            let missing = samplesPerPixel == 1 ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB
            photometric = Int32(file.short(TIFFTAG_PHOTOMETRIC, or: UInt16(missing)))
        }

        var colorModel: ImageInfo.ColorModel {
            switch photometric {
            case PHOTOMETRIC_MINISWHITE, PHOTOMETRIC_MINISBLACK: .gray
            case PHOTOMETRIC_PALETTE: .indexed
            case PHOTOMETRIC_SEPARATED: .cmyk
            case PHOTOMETRIC_YCBCR: .ycbcr
            case PHOTOMETRIC_CIELAB, PHOTOMETRIC_ICCLAB, PHOTOMETRIC_ITULAB: .lab
            default: .rgb
            }
        }

        /// What turns the pixels, as they come out of libtiff, to sRGB.
        var converter: ColorConverter? {
            guard let profile else { return nil }
            switch colorModel {
            case .gray: return ColorConverter.make(profile: profile, model: .gray)
            // Lab is turned to sRGB elsewhere; inks take a path of their own.
            case .lab, .cmyk: return nil
            default: return ColorConverter.make(profile: profile, model: .rgb)
            }
        }
    }
#endif
