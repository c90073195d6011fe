internal import FoundationEssentials
internal import WebImageCore

/// Decodes the frames of an animated PNG: each becomes a PNG stream of its own, which libpng reads.
struct PNGPartDecoder: AnimationPartDecoder {
    private let data: Data
    private let description: PNGDescription
    private let frames: [PNGAnimation.Frame]

    init(_ data: Data, _ description: PNGDescription, _ animation: PNGAnimation) {
        self.data = data
        self.description = description
        frames = animation.frames
        parts = frames.map(\.part)
    }

    let parts: [AnimationPart]

    var canvasSize: PixelSize { description.storedSize }

    func decodePart(at index: Int, token: CancellationToken) throws -> Bitmap {
        let stream = stream(of: frames[index])
        return try PNGStill(
            stream, description, size: parts[index].rect.size, orientation: .up, plan: nil, background: nil,
            ignoresChecksums: true
        ).decode(token: token, allowsTruncated: true).bitmap
    }

    /// A file of one still: the header with the frame's size, then what the pixels need. Checksums of the parts that
    /// are made up are left zero.
    private func stream(of frame: PNGAnimation.Frame) -> Data {
        let start = data.startIndex
        func stored(_ range: Range<Int>) -> Data { data[start + range.lowerBound..<start + range.upperBound] }
        let count = frame.pixels.reduce(0) { $0 + $1.count }
        var stream = Data(capacity: count + 1024)
        func append(_ kind: PNGChunk.Kind, _ length: Int, _ contents: [Data]) {
            stream.appendBigEndian(UInt32(length))
            stream.appendBigEndian(kind.code)
            for content in contents { stream.append(content) }
            stream.appendBigEndian(UInt32(0))
        }
        var header = Data()
        header.appendBigEndian(UInt32(frame.part.rect.width))
        header.appendBigEndian(UInt32(frame.part.rect.height))
        header.append(stored(24..<29))
        stream.append(contentsOf: PNGChunk.signature)
        append(.header, header.count, [header])
        if let palette = description.palette { append(.palette, palette.count, [stored(palette)]) }
        if let transparency = description.transparency {
            append(.transparency, transparency.count, [stored(transparency)])
        }
        for range in frame.pixels { append(.pixels, range.count, [stored(range)]) }
        append(.end, 0, [])
        return stream
    }
}
