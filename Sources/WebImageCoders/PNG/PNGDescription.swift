internal import FoundationEssentials
internal import WebImageCore

/// What a PNG file says besides its pixels, read from its chunks without decoding.
struct PNGDescription: Sendable {
    let storedSize: PixelSize
    let bitDepth: Int
    let colorType: Int
    let isInterlaced: Bool
    private(set) var hasTransparency = false
    private(set) var color = PNGColor()
    private(set) var exif: Data?
    private(set) var orientation = ImageOrientation.up
    private(set) var animation: PNGAnimation?
    /// Whether the still that viewers without animation show is no frame; known once its pixels begin.
    private(set) var hidesDefaultImage = false
    /// The contents of `PLTE` and `tRNS`, which every frame of an animation needs.
    private(set) var palette: Range<Int>?
    private(set) var transparency: Range<Int>?

    /// A text of metadata is not larger; more is left alone.
    private static let largestText = 1 << 20

    /// - Parameters:
    ///   - file: The file, or its beginning.
    ///   - limits: The size is checked against them.
    /// - Throws: ``WebImageError/Code/corruptImage``, ``WebImageError/Code/truncated``,
    ///   ``WebImageError/Code/tooManyPixels``.
    init(_ file: PNGBytes, limits: DecodeLimits) throws(WebImageError) {
        guard file.count >= 33 else { throw .truncatedPNG }
        guard (0..<8).allSatisfy({ file[$0] == PNGChunk.signature[$0] }),
            file.unsigned32(at: 8) == 13, file.unsigned32(at: 12) == PNGChunk.Kind.header.code,
            let width = file.unsigned32(at: 16), let height = file.unsigned32(at: 20)
        else { throw WebImageError(.corruptImage, "The PNG data is damaged: it does not begin with a header.") }
        storedSize = PixelSize(width: Int(width), height: Int(height))
        try limits.check(storedSize)
        bitDepth = Int(file[24])
        colorType = Int(file[25])
        isInterlaced = file[28] == 1
        var animation = PNGAnimation.Collector(canvas: storedSize)
        var xmp: Data?
        var rawExif: Data?
        PNGChunk.forEach(in: file) { chunk in
            let isBeforePixels = !animation.hasSeenPixels
            switch chunk.kind {
            case .palette where chunk.isWhole: palette = chunk.content
            case .transparency where chunk.isWhole && isBeforePixels:
                transparency = chunk.content
                hasTransparency = true
            case .exif where chunk.isWhole: exif = file.data(chunk.content)
            case .internationalText where chunk.isWhole && xmp == nil: xmp = Self.packet(chunk.content, file)
            case .text, .compressedText:
                if chunk.isWhole, rawExif == nil {
                    rawExif = Self.rawProfile(chunk.content, isCompressed: chunk.kind == .compressedText, file)
                }
            default:
                if chunk.isWhole, isBeforePixels { color.take(chunk, file) }
            }
            animation.take(chunk, file)
            return chunk.kind != .end
        }
        self.animation = animation.result
        hidesDefaultImage = animation.hidesDefaultImage
        if exif == nil { exif = rawExif }
        orientation = ImageOrientation(exif: exif, xmp: xmp)
        if let frames = self.animation?.frames.count { try limits.check(frames: frames) }
    }

    var hasAlpha: Bool { colorType & 4 != 0 || hasTransparency }

    func info(_ options: DecodeOptions) -> ImageInfo {
        var info = ImageInfo(format: animation == nil ? .png : .apng, size: orientation.displayed(storedSize))
        info.storedSize = storedSize
        info.orientation = orientation
        info.scale = options.scale
        info.hasAlpha = hasAlpha
        info.bitDepth = bitDepth
        info.colorModel = colorType == 3 ? .indexed : colorType & 2 != 0 ? .rgb : .gray
        info.profile = color.name
        info.isProgressive = isInterlaced
        info.exif = options.keepsMetadata ? exif : nil
        if let animation, !options.firstFrameOnly {
            info.frameCount = animation.frames.count
            info.loopCount = animation.loopCount
            info.durations = info.frameCount > 1 ? animation.frames.map(\.part.duration) : []
        }
        return info
    }

    /// How decoded rows become premultiplied sRGB.
    ///
    /// - Parameter hasAlpha: Whether rows have alpha.
    func finishing(hasAlpha: Bool) -> RowFinishing {
        RowFinishing(
            source: hasAlpha ? .straight : .opaque, converter: color.converter(isGray: colorType & 2 == 0))
    }

    /// The XMP packet of an iTXt chunk; nil for other texts (XMP specification, part 3, 1.1.5).
    private static func packet(_ content: Range<Int>, _ file: PNGBytes) -> Data? {
        guard let keyword = file.string(from: content.lowerBound, before: content.upperBound),
            file.data(keyword.text) == Data("XML:com.adobe.xmp".utf8), keyword.next + 2 <= content.upperBound,
            let language = file.string(from: keyword.next + 2, before: content.upperBound),
            let translated = file.string(from: language.next, before: content.upperBound)
        else { return nil }
        let text = translated.next..<content.upperBound
        return file[keyword.next] == 1 ? file.inflated(text, maximum: largestText) : file.data(text)
    }

    /// EXIF in the hexadecimal text that ImageMagick wrote before eXIf existed.
    private static func rawProfile(_ content: Range<Int>, isCompressed: Bool, _ file: PNGBytes) -> Data? {
        guard let keyword = file.string(from: content.lowerBound, before: content.upperBound) else { return nil }
        let name = String(decoding: file.data(keyword.text), as: UTF8.self)
        guard name == "Raw profile type exif" || name == "Raw profile type APP1" else { return nil }
        let start = keyword.next + (isCompressed ? 1 : 0)
        guard start < content.upperBound else { return nil }
        let range = start..<content.upperBound
        guard let text = isCompressed ? file.inflated(range, maximum: largestText) : file.data(range) else {
            return nil
        }
        // A line with the name, one with the length, then digits.
        let lines = text.split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: true)
        guard let digits = lines.last, lines.count == 3 else { return nil }
        let values = digits.compactMap { Character(UnicodeScalar($0)).hexDigitValue.map { UInt8($0) } }
        return Data(stride(from: 0, to: values.count - 1, by: 2).map { values[$0] << 4 | values[$0 + 1] })
    }
}
