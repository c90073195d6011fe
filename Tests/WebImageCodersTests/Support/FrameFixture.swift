import FoundationEssentials
import WebImageCore

/// A small file in `Tests/Fixtures` and the frames that a script says it shows, as straight RGBA.
struct FrameFixture: CustomStringConvertible, Sendable {
    let path: String
    let data: Data
    private let expected: [UInt8]

    var description: String { path }

    /// - Parameter path: Such as `GIF/plain.gif`.
    init(_ path: String) throws {
        self.path = path
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Fixtures")
        data = try Data(contentsOf: folder.appending(path: path))
        let frames = path.split(separator: ".")[0] + ".rgba"
        expected = [UInt8](try Data(contentsOf: folder.appending(path: String(frames))))
    }

    /// How many frames of `size` there are.
    func frameCount(_ size: PixelSize) -> Int { expected.count / (size.width * size.height * 4) }

    /// The largest difference of any channel, colors weighted by their alpha.
    func largestDifference(_ bitmap: Bitmap, frame: Int = 0) -> Int {
        let count = bitmap.width * bitmap.height * 4
        guard expected.count >= (frame + 1) * count else { return .max }
        var largest = 0
        bitmap.withUnsafeBytes { bytes in
            for y in 0..<bitmap.height {
                for x in 0..<bitmap.width {
                    let got = y * bitmap.bytesPerRow + x * 4
                    let want = frame * count + (y * bitmap.width + x) * 4
                    let alpha = Int(expected[want + 3])
                    largest = max(largest, abs(Int(bytes[got + 3]) - alpha))
                    for channel in 0..<3 {
                        let color = (Int(expected[want + 2 - channel]) * alpha + 127) / 255
                        largest = max(largest, abs(Int(bytes[got + channel]) - color))
                    }
                }
            }
        }
        return largest
    }
}

extension ImageCoder {
    /// Decodes by the coder's progressive decoder, in pieces of `size` bytes.
    func decodeProgressively(
        _ data: Data, pieces size: Int, context: DecodeContext = DecodeContext(),
        partial: (DecodedImage) throws -> Void = { _ in }
    ) throws -> DecodedImage {
        guard let decoder = makeProgressiveDecoder(context: context) else {
            throw WebImageError(.unsupportedFormat, "There is no progressive decoder.")
        }
        var rest = data[...]
        while !rest.isEmpty {
            try decoder.append(Data(rest.prefix(size)))
            rest = rest.dropFirst(size)
            if let image = try decoder.partialImage() { try partial(image) }
        }
        return try decoder.finish()
    }
}

/// Random numbers that are the same in every run.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 2 &+ 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}

extension Data {
    /// A copy with some bits turned between two places, and in every third round without its end.
    func damaged(_ round: Int, from start: Int, to end: Int = .max, using random: inout SeededGenerator) -> Data {
        var bytes = [UInt8](self)
        for _ in 0...round % 5 {
            let place = Int.random(in: start..<Swift.min(end, bytes.count), using: &random)
            bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        }
        if round.isMultiple(of: 3) { bytes.removeLast(Int.random(in: 0..<bytes.count - start, using: &random)) }
        return Data(bytes)
    }
}
