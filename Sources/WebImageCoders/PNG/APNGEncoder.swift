internal import FoundationEssentials
internal import WebImageCore

/// Writes an animation as an animated PNG: of each frame the rectangle that differs from the one before.
struct APNGEncoder {
    let options: EncodeOptions
    let token: CancellationToken

    func encode(_ animation: any AnimationFrameSource) throws -> Data {
        // All frames share the color type: alpha is left out until a frame has some.
        try encode(animation, kind: .rgb) ?? encode(animation, kind: .rgba) ?? Data()
    }

    /// Nil where a frame has alpha and `kind` doesn't.
    private func encode(_ animation: any AnimationFrameSource, kind: PNGWriter.Kind) throws -> Data? {
        let writer = PNGWriter(
            kind: kind, isInterlaced: false, level: PNGEncoder.level(options.effort), token: token)
        var file = Data()
        var sequence: UInt32 = 0
        var previous: Bitmap?
        let durations = animation.storedDurations
        for index in 0..<animation.frameCount {
            let frame = try animation.frame(at: index, token: token).fitted(into: options.maximumPixelSize)
            if case .rgb = kind, !frame.isOpaque, !frame.hasOnlyOpaquePixels { return nil }
            let rect = previous.map { frame.changes(from: $0) } ?? PixelRect(frame.size)
            let part = try writer.write(frame.cropped(to: rect))
            if index == 0 {
                file = Self.head(of: part)
                var control = Data()
                control.appendBigEndian(UInt32(animation.frameCount))
                control.appendBigEndian(UInt32(clamping: options.loopCount ?? animation.loopCount))
                file.append(PNGChunk.make(.animation, control))
            }
            append(part, rect, durations[index], isFirst: index == 0, sequence: &sequence, to: &file)
            previous = frame
        }
        file.append(PNGChunk.make(.end, Data()))
        return file
    }

    /// Everything before the pixels.
    private static func head(of part: Data) -> Data {
        var end = PNGChunk.signature.count
        part.withUnsafeBytes { bytes in
            PNGChunk.forEach(in: PNGBytes(bytes)) { chunk in
                guard chunk.kind != .pixels else { return false }
                end = chunk.content.upperBound + 4
                return true
            }
        }
        return part.prefix(end)
    }

    private func append(
        _ part: Data, _ rect: PixelRect, _ duration: Duration, isFirst: Bool, sequence: inout UInt32,
        to file: inout Data
    ) {
        file.append(PNGChunk.make(.frame, Self.control(rect, duration, sequence)))
        sequence += 1
        var contents: [Data] = []
        part.withUnsafeBytes { bytes in
            let bytes = PNGBytes(bytes)
            PNGChunk.forEach(in: bytes) { chunk in
                if chunk.kind == .pixels { contents.append(bytes.data(chunk.content)) }
                return true
            }
        }
        for content in contents {
            if isFirst {
                file.append(PNGChunk.make(.pixels, content))
            } else {
                var numbered = Data(capacity: content.count + 4)
                numbered.appendBigEndian(sequence)
                numbered.append(content)
                file.append(PNGChunk.make(.framePixels, numbered))
                sequence += 1
            }
        }
    }

    /// The content of a frame control: nothing is disposed of, and the part replaces what is below.
    private static func control(_ rect: PixelRect, _ duration: Duration, _ sequence: UInt32) -> Data {
        let (seconds, attoseconds) = duration.components
        let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
        var data = Data()
        data.appendBigEndian(sequence)
        for value in [rect.width, rect.height, rect.x, rect.y] { data.appendBigEndian(UInt32(value)) }
        // The fields hold 16 bits: beyond a minute in hundredths, then in seconds.
        let (value, unit): (Int64, UInt16) =
            milliseconds <= 65_535
            ? (milliseconds, 1000) : milliseconds <= 655_350 ? (milliseconds / 10, 100) : (seconds, 1)
        data.appendBigEndian(UInt16(clamping: value))
        data.appendBigEndian(unit)
        data.append(contentsOf: [0, 0])
        return data
    }
}
