internal import FoundationEssentials
internal import WebImageCore

/// An indexed WebP file, made into a picture by the options.
struct WebPFile {
    private let index: WebPIndex
    private let data: Data
    private let context: DecodeContext
    let orientation: ImageOrientation
    private let converter: ColorConverter?

    init(_ index: WebPIndex, data: Data, context: DecodeContext) {
        self.index = index
        self.data = data
        self.context = context
        orientation =
            index.isAnimated ? .up : ImageOrientation(exif: data.part(index.exif), xmp: data.part(index.xmp))
        converter = data.part(index.profile).flatMap { ColorConverter.make(profile: $0, model: .rgb) }
    }

    var info: ImageInfo {
        var info = ImageInfo(format: .webp, size: orientation.displayed(index.canvas))
        info.storedSize = index.canvas
        info.orientation = orientation
        info.scale = context.options.scale
        info.frameCount = max(1, index.frames.count)
        info.loopCount = index.loopCount
        info.durations = index.frames.count > 1 ? index.frames.map(\.duration) : []
        info.hasAlpha = index.hasAlpha
        info.colorModel = index.isLossless ? .rgb : .ycbcr
        info.profile = data.part(index.profile).flatMap(LCMSProfile.name)
        if context.options.keepsMetadata { info.exif = data.part(index.exif) }
        return info
    }

    // MARK: Stills

    /// How large the bitstream is decoded: for a thumbnail about twice its size, and the resampler does the last step.
    ///
    /// The library scales colors without regard to their alpha, so a lossy picture that has some is decoded in full.
    var decodedSize: PixelSize {
        guard let plan = plan?.stored(orientation), index.isLossless || !index.hasAlpha else { return index.canvas }
        let double = PixelSize(width: plan.scaled.width * 2, height: plan.scaled.height * 2)
        return double.width < index.canvas.width && double.height < index.canvas.height ? double : index.canvas
    }

    private var plan: ThumbnailSize.Plan? { context.options.plan(for: orientation.displayed(index.canvas)) }

    private var finishing: RowFinishing {
        RowFinishing(source: index.hasAlpha ? .straight : .opaque, converter: converter)
    }

    /// The memory that a still is decoded into.
    func makePicture() throws(WebImageError) -> WholePicture {
        try WholePicture(
            storedSize: decodedSize, orientation: orientation, plan: plan, finishing: finishing,
            background: context.options.background, zeroed: false)
    }

    func makeDecoder(
        into picture: borrowing WholePicture, byteCount: Int = 0
    ) throws(WebImageError) -> WebPFrameDecoder {
        try WebPFrameDecoder(source: index.canvas, into: picture.pixels, byteCount: byteCount)
    }

    func decodeStill() throws -> DecodedImage {
        guard let frame = index.frames.first else { throw WebPIndex.truncated }
        if !context.options.allowsTruncated, !frame.isComplete { throw WebPIndex.truncated }
        let picture = try makePicture()
        let decoder = try makeDecoder(into: picture, byteCount: frame.data.count)
        let outcome = try data.withUnsafeBytes { bytes in
            try decoder.decode(UnsafeRawBufferPointer(rebasing: bytes[frame.data]), token: context.token)
        }
        return try finish(picture, outcome)
    }

    /// The still that has been decoded into `picture`.
    func finish(
        _ picture: consuming WholePicture, _ outcome: WebPFrameDecoder.Outcome
    ) throws(WebImageError) -> DecodedImage {
        var validRows = picture.pixels.size.height
        var isTruncated = false
        if case .truncated(let rows) = outcome {
            guard context.options.allowsTruncated else { throw WebPIndex.truncated }
            isTruncated = true
            validRows = rows
        }
        return still(try picture.finish(validRows: validRows), isTruncated: isTruncated)
    }

    func still(_ bitmap: Bitmap, isTruncated: Bool) -> DecodedImage {
        DecodedImage(
            bitmap: bitmap, info: info, isTruncated: isTruncated, data: context.options.keepsData ? data : nil)
    }

    // MARK: Animations

    func decodeAnimation() throws -> DecodedImage {
        let complete = Array(index.frames.prefix(while: \.isComplete))
        let isTruncated = !index.isComplete || complete.count < index.frames.count
        let isEnough = context.options.allowsTruncated || context.options.firstFrameOnly || !isTruncated
        guard isEnough, !complete.isEmpty else { throw WebPIndex.truncated }
        let plan = context.options.plan(
            for: index.canvas, frames: context.options.firstFrameOnly ? 1 : complete.count)
        let source = CompositedFrameSource(
            WebPPartDecoder(data, frames: complete, canvas: index.canvas, finishing: finishing),
            loopCount: index.loopCount, plan: plan, background: context.options.background)
        let poster = try source.frame(at: 0, token: context.token)
        var shown = index
        shown.frames = complete
        var info = WebPFile(shown, data: data, context: context).info
        if context.options.firstFrameOnly { info.reduceToStill() }
        let isAnimated = info.isAnimated
        return DecodedImage(
            bitmap: poster, animation: isAnimated ? source : nil, info: info,
            isTruncated: isTruncated && !context.options.firstFrameOnly,
            data: isAnimated || context.options.keepsData ? data : nil)
    }
}

extension Data {
    /// The bytes of a range that counts from the beginning.
    fileprivate func part(_ range: Range<Int>?) -> Data? {
        range.map { Data(self[startIndex + $0.lowerBound..<startIndex + $0.upperBound]) }
    }
}
