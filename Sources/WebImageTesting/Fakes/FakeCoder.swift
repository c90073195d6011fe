public import FoundationEssentials
public import WebImageCore

/// A coder for a format of one line: `fake 4x3 #ff0000 2` is a picture of 4 × 3 red pixels with two frames.
///
/// Counts what it does, and can be told to fail.
public final class FakeCoder: ImageCoder {
    private struct State {
        var decodes = 0
        var encodes = 0
        var failure: (any Error)?
        var ignoresThumbnails = false
    }

    public let identifier: String
    private let state = Lock(State())
    private let start: Semaphore?

    /// Makes a coder that has done nothing yet.
    ///
    /// - Parameter start: Waited for by each decoding, on its worker thread; nil decodes at once.
    public init(identifier: String = "FakeCoder", start: Semaphore? = nil) {
        self.identifier = identifier
        self.start = start
    }

    /// How many pictures were decoded, by ``decode(_:context:)`` alone.
    public var decodeCount: Int { state.withLock { $0.decodes } }

    /// How many pictures were encoded.
    public var encodeCount: Int { state.withLock { $0.encodes } }

    /// Thrown by the next decodings.
    public var failure: (any Error)? {
        get { state.withLock { $0.failure } }
        set { state.withLock { $0.failure = newValue } }
    }

    /// Whether pictures are decoded in full whatever is asked for, as by a coder that knows nothing of thumbnails.
    public var ignoresThumbnails: Bool {
        get { state.withLock { $0.ignoresThumbnails } }
        set { state.withLock { $0.ignoresThumbnails = newValue } }
    }

    /// The file of a picture in one color.
    public static func file(_ size: PixelSize, _ color: PixelColor, frames: Int = 1) -> Data {
        Data("fake \(size.width)x\(size.height) \(color) \(frames)".utf8)
    }

    public func canDecode(_ format: ImageFormat?, head: Data) -> Bool { head.starts(with: Data("fake ".utf8)) }

    public func info(of data: Data, context: DecodeContext) throws -> ImageInfo {
        let (size, _, frames) = try parse(data)
        var info = ImageInfo(format: ImageFormat(rawValue: "fake"), size: size)
        info.frameCount = frames
        info.durations = frames > 1 ? Array(repeating: .milliseconds(100), count: frames) : []
        return info
    }

    public func decode(_ data: Data, context: DecodeContext) throws -> DecodedImage {
        start?.wait()
        let failure = state.withLock { state -> (any Error)? in
            state.decodes += 1
            return state.failure
        }
        if let failure { throw failure }
        try context.token.check()
        let (stored, color, frames) = try parse(data)
        try context.options.limits.check(stored)
        let thumbnail = ignoresThumbnails ? nil : context.options.thumbnail
        let size = thumbnail?.plan(for: stored).size ?? stored
        var info = try info(of: data, context: context)
        info.size = size
        if frames > 1, !context.options.firstFrameOnly {
            let source = try FakeFrameSource(size: size, colors: (0..<frames).map { color.fading($0) })
            return DecodedImage(bitmap: try Bitmap(size, color: color), animation: source, info: info)
        }
        info.frameCount = 1
        return DecodedImage(bitmap: try Bitmap(size, color: color), info: info)
    }

    public func makeProgressiveDecoder(context: DecodeContext) -> (any ProgressiveDecoder)? {
        FakeProgressiveDecoder(coder: self, context: context)
    }

    public func canEncode(_ format: ImageFormat) -> Bool { true }

    public func encode(_ image: DecodedImage, context: EncodeContext) throws -> Data {
        state.withLock { $0.encodes += 1 }
        return Self.file(image.size, image.bitmap[0, 0], frames: image.animation?.frameCount ?? 1)
    }

    private func parse(_ data: Data) throws(WebImageError) -> (PixelSize, PixelColor, Int) {
        let words = String(decoding: data, as: UTF8.self).split(separator: " ")
        let sides = words.count > 1 ? words[1].split(separator: "x").compactMap { Int($0) } : []
        guard words.count >= 3, words[0] == "fake", sides.count == 2, words[2].utf8.count == 9,
            let value = UInt32(words[2].dropFirst(), radix: 16)
        else { throw WebImageError(.corruptImage, "This is no file of the fake format.") }
        let color = PixelColor(
            red: UInt8(value >> 24), green: UInt8(value >> 16 & 255), blue: UInt8(value >> 8 & 255),
            alpha: UInt8(value & 255))
        return (PixelSize(width: sides[0], height: sides[1]), color, words.count > 3 ? Int(words[3]) ?? 1 : 1)
    }
}

extension PixelColor {
    fileprivate func fading(_ step: Int) -> PixelColor {
        var color = self
        color.green = UInt8(min(255, step))
        return color
    }
}
