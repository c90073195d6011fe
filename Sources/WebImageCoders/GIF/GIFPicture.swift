internal import FoundationEssentials
internal import WebImageCore

/// What has been found of a GIF, made into a picture by the options.
struct GIFPicture {
    let canvas: PixelSize
    /// The frames that are shown; at least one.
    let frames: [GIFFrame]
    let plan: ThumbnailSize.Plan?
    let isTruncated: Bool
    private let loopCount: Int
    private let data: Data
    private let context: DecodeContext

    /// - Throws: ``WebImageError/Code/truncated`` where a frame isn't whole and the options don't allow that, and where
    ///   not even the first one begins.
    init(_ parser: GIFParser, data: Data, context: DecodeContext) throws(WebImageError) {
        guard let canvas = parser.canvas, let first = parser.frames.first else { throw Self.truncated }
        let looked = context.options.firstFrameOnly ? [first] : parser.frames
        isTruncated = looked.contains { !$0.isComplete }
        guard context.options.allowsTruncated || !isTruncated else { throw Self.truncated }
        let whole = looked.filter(\.isComplete)
        frames = whole.isEmpty ? [first] : whole
        self.canvas = canvas
        loopCount = parser.loopCount
        plan = context.options.plan(for: canvas, frames: frames.count)
        self.data = data
        self.context = context
    }

    var isAnimated: Bool { frames.count > 1 }

    func still(_ poster: GIFPoster) -> DecodedImage {
        DecodedImage(
            bitmap: poster.bitmap, info: info, isTruncated: isTruncated || !poster.isWhole,
            data: context.options.keepsData ? data : nil)
    }

    /// The animation; its first frame is the poster.
    func animation() throws -> DecodedImage {
        let source = CompositedFrameSource(
            GIFPartDecoder(data, frames: frames, canvas: canvas), loopCount: loopCount, plan: plan,
            background: context.options.background)
        return DecodedImage(
            bitmap: try source.frame(at: 0, token: context.token), animation: source, info: info,
            isTruncated: isTruncated, data: data)
    }

    private var info: ImageInfo {
        var info = Self.info(canvas, frames, loopCount: loopCount, options: context.options)
        if context.options.firstFrameOnly { info.reduceToStill() }
        return info
    }

    static func info(_ canvas: PixelSize, _ frames: [GIFFrame], loopCount: Int, options: DecodeOptions) -> ImageInfo {
        var info = ImageInfo(format: .gif, size: canvas)
        info.scale = options.scale
        info.frameCount = max(1, frames.count)
        info.loopCount = loopCount
        info.durations = frames.count > 1 ? frames.map(\.duration) : []
        info.hasAlpha =
            frames.contains { !$0.isOpaque || $0.disposal == .background }
            || frames.first.map { $0.rect.clipped(to: canvas) != PixelRect(canvas) } ?? false
        info.colorModel = .indexed
        info.isProgressive = frames.first?.isInterlaced ?? false
        return info
    }

    static let truncated = WebImageError(
        .truncated, "The GIF ends in the middle of a frame; load it again, or allow truncated pictures.")
}
