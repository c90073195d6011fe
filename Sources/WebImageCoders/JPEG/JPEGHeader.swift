internal import CWebImageJPEG
internal import FoundationEssentials
internal import WebImageCore

/// What a JPEG file says before its pixels.
struct JPEGHeader: Sendable {
    /// An APP1 or APP2 segment.
    struct Segment: Sendable {
        let marker: UInt8
        let content: Data
    }

    let storedSize: PixelSize
    let bitDepth: Int
    let isProgressive: Bool
    let hasManyScans: Bool
    let colorModel: ImageInfo.ColorModel
    /// Whether 255 stands for no ink. Adobe's programs write inks so and leave their marker.
    let hasInvertedInks: Bool
    let exif: Data?
    let profile: Data?
    let orientation: ImageOrientation

    init(_ header: wi_jpeg_header, segments: [Segment]) {
        storedSize = PixelSize(width: Int(header.width), height: Int(header.height))
        bitDepth = Int(header.precision)
        isProgressive = header.is_progressive
        hasManyScans = header.has_many_scans
        colorModel =
            switch header.color_space {
            case 1: .gray
            case 2: .rgb
            case 4: .cmyk
            case 5: .ycck
            default: .ycbcr
            }
        hasInvertedInks = header.has_adobe_marker
        let applicationOne = segments.filter { $0.marker == 0xE1 }.map(\.content)
        exif = applicationOne.first { $0.starts(with: ExifBlock.signature) }?.dropFirst(ExifBlock.signature.count)
        let xmp = applicationOne.first { $0.starts(with: Self.xmpSignature) }
        orientation = ImageOrientation(exif: exif, xmp: xmp)
        profile = Self.profile(of: segments)
    }

    private static let xmpSignature = Data("http://ns.adobe.com/xap/1.0/\0".utf8)
    private static let profileSignature = Data("ICC_PROFILE\0".utf8)

    /// The profile put together from its segments, each of which says its number and how many there are (ICC.1, B.4);
    /// nil where one is missing.
    private static func profile(of segments: [Segment]) -> Data? {
        var parts: [UInt8: Data] = [:]
        var total: UInt8 = 0
        for segment in segments where segment.marker == 0xE2 && segment.content.starts(with: profileSignature) {
            let content = segment.content.dropFirst(profileSignature.count)
            guard content.count > 2, let number = content.first else { return nil }
            total = content[content.startIndex + 1]
            parts[number] = content.dropFirst(2)
        }
        guard total > 0, parts.count >= Int(total) else { return nil }
        var profile = Data()
        for number in 1...total {
            guard let part = parts[number] else { return nil }
            profile.append(part)
        }
        return profile
    }

    /// How rows become premultiplied sRGB.
    var finishing: RowFinishing {
        switch colorModel {
        case .cmyk, .ycck:
            let converter = profile.flatMap {
                ColorConverter.make(profile: $0, model: .cmyk(inverted: hasInvertedInks))
            }
            return RowFinishing(source: .inks(inverted: hasInvertedInks), converter: converter)
        default:
            let model: ColorConverter.Model = colorModel == .gray ? .gray : .rgb
            return RowFinishing(
                source: .opaque, converter: profile.flatMap { ColorConverter.make(profile: $0, model: model) })
        }
    }

    func info(_ options: DecodeOptions) -> ImageInfo {
        var info = ImageInfo(format: .jpeg, size: orientation.displayed(storedSize))
        info.storedSize = storedSize
        info.orientation = orientation
        info.scale = options.scale
        info.bitDepth = bitDepth
        info.colorModel = colorModel
        info.profile = profile.flatMap { LCMSProfile.name(of: $0) }
        info.isProgressive = isProgressive
        info.exif = options.keepsMetadata ? exif.map { Data($0) } : nil
        return info
    }

    /// In how many eighths of its size the picture is decoded, so that it is no smaller than the plan scales it to.
    ///
    /// Only halves: for these the library has fast transforms, and the resampler does the rest.
    func eighths(for plan: ThumbnailSize.Plan?) -> Int {
        guard let wanted = plan?.stored(orientation).scaled else { return 8 }
        return [1, 2, 4].first { eighths in
            (storedSize.width * eighths + 7) / 8 >= wanted.width
                && (storedSize.height * eighths + 7) / 8 >= wanted.height
        } ?? 8
    }
}
