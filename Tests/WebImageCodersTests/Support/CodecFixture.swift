import FoundationEssentials
import WebImageCore

@testable import WebImageCoders

/// A picture in `Tests/Fixtures/Codecs`, and what other programs say it shows.
struct CodecFixture: CustomStringConvertible, Sendable {
    let name: String

    init(_ name: String) { self.name = name }

    var description: String { name }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures/Codecs")

    var data: Data {
        get throws { try Data(contentsOf: Self.folder.appending(path: name)) }
    }

    /// The expected rows of premultiplied BGRA without padding; of an animation or a file of pages, those of one.
    func expected(_ index: Int? = nil) throws -> [UInt8] {
        let suffix = index.map { ".\($0).bgra" } ?? ".bgra"
        return [UInt8](try Data(contentsOf: Self.folder.appending(path: name + suffix)))
    }

    func decoded(_ options: DecodeOptions = DecodeOptions()) throws -> DecodedImage {
        try CoderManager.standard.decode(data, context: DecodeContext(options: options))
    }

    var info: ImageInfo {
        get throws { try CoderManager.standard.info(of: data, context: DecodeContext()) }
    }
}

/// How far pixels are from those that are expected.
struct PixelDifference: CustomStringConvertible {
    /// Of any channel of any pixel; the largest number there is where the sizes differ.
    let largest: Int
    /// Over all channels.
    let mean: Double

    init(_ bitmap: Bitmap, _ expected: [UInt8]) {
        let bytes = bitmap.packedBytes
        guard bytes.count == expected.count else {
            largest = .max
            mean = .infinity
            return
        }
        let differences = zip(bytes, expected).map { abs(Int($0) - Int($1)) }
        largest = differences.max() ?? 0
        mean = Double(differences.reduce(0, +)) / Double(max(1, differences.count))
    }

    var description: String { "largest \(largest), mean \(mean)" }
}

extension Bitmap {
    /// The rows of premultiplied BGRA without padding.
    var packedBytes: [UInt8] {
        withUnsafeBytes { bytes in
            (0..<height).flatMap { y in Array(bytes[y * bytesPerRow..<y * bytesPerRow + width * 4]) }
        }
    }
}
