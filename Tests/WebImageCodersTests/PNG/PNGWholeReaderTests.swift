import FoundationEssentials
import Testing
import WebImageCore

@testable import WebImageCoders

/// The quick way for ordinary PNGs against libpng, which the progressive decoder always uses.
@Suite(.timeLimit(.minutes(5)))
struct PNGWholeReaderTests {
    /// A PNG with the given filter in every row, or all of them in turn; its bytes are random.
    private func file(
        _ width: Int, _ height: Int, channels: Int, filter: UInt8?, pieces: Int = 1, seed: UInt64 = 3
    ) -> Data {
        var random = SeededGenerator(seed: seed)
        var rows: [UInt8] = []
        for y in 0..<height {
            rows.append(filter ?? UInt8(y % 5))
            rows += (0..<width * channels).map { _ in UInt8.random(in: 0...255, using: &random) }
        }
        var header = Data()
        header.appendBigEndian(UInt32(width))
        header.appendBigEndian(UInt32(height))
        header.append(contentsOf: [8, channels == 3 ? 2 : 6, 0, 0, 0])
        var result = Data(PNGChunk.signature) + PNGChunk.make(.header, header)
        let stream = stored(rows)
        let size = (stream.count + pieces - 1) / pieces
        for start in stride(from: 0, to: stream.count, by: size) {
            result += PNGChunk.make(.pixels, Data(stream[start..<min(stream.count, start + size)]))
        }
        return result + PNGChunk.make(.end, Data())
    }

    /// A zlib stream of stored blocks (RFC 1950, RFC 1951 3.2.4).
    private func stored(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            a = (a + UInt32(byte)) % 65521
            b = (b + a) % 65521
        }
        for start in stride(from: 0, to: bytes.count, by: 65535) {
            let block = bytes[start..<min(bytes.count, start + 65535)]
            let count = UInt16(block.count)
            stream.append(start + 65535 >= bytes.count ? 1 : 0)
            stream += [UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8)]
            stream += block
        }
        let sum = b << 16 | a
        return stream + [UInt8(sum >> 24), UInt8(sum >> 16 & 255), UInt8(sum >> 8 & 255), UInt8(sum & 255)]
    }

    /// The picture by the quick way; nil where it leaves the file to libpng.
    private func read(_ data: Data) throws -> Bitmap? {
        try data.withUnsafeBytes { bytes -> Bitmap? in
            let size = try PNGCoder().info(of: data, context: DecodeContext()).size
            guard let reader = PNGWholeReader(bytes, size: size) else { return nil }
            let buffer = try BitmapBuffer(size)
            guard reader.readRows(buffer.baseAddress, bytesPerRow: buffer.bytesPerRow, rows: size.height) else {
                return nil
            }
            let isOpaque = RowFinishing(source: reader.hasAlpha ? .straight : .opaque, converter: nil).finish(
                buffer.baseAddress, bytesPerRow: buffer.bytesPerRow, width: size.width, rows: size.height,
                convertsColors: false)
            return buffer.finish(isOpaque: isOpaque)
        }
    }

    /// libdeflate is no requirement; without it there is no quick way to test.
    private static let isThere: Bool = PNGWholeReaderTests().isAvailable
    private var isAvailable: Bool { (try? read(file(1, 1, channels: 3, filter: 0))).flatMap { $0 } != nil }

    @Test(
        "every filter, for every width that vectors end in, gives libpng's pixels", .enabled(if: isThere),
        arguments: [3, 4], [0, 1, 2, 3, 4, nil] as [UInt8?])
    func filters(channels: Int, filter: UInt8?) throws {
        for width in [1, 2, 3, 4, 5, 6, 7, 8, 15, 16, 17, 61] {
            for pieces in [1, 3] {
                let data = file(width, 11, channels: channels, filter: filter, pieces: pieces, seed: UInt64(width))
                let bitmap = try #require(try read(data))
                let other = try PNGCoder().decodeProgressively(data, pieces: data.count).bitmap
                #expect(bitmap.hasSamePixels(as: other), "\(width) pixels, \(pieces) chunks")
                #expect(bitmap.isOpaque == (channels == 3))
            }
        }
    }

    @Test("what isn't ordinary or isn't whole is libpng's business", .enabled(if: isThere))
    func others() throws {
        for path in ["type0-8", "type3-8", "type4-8", "type2-16", "type6-8-adam7", "clear2-8"] {
            #expect(try read(FrameFixture("PNG/\(path).png").data) == nil)
        }
        #expect(try read(FrameFixture("PNG/type6-8.png").data) != nil)
        let whole = file(9, 9, channels: 4, filter: nil)
        for filter in [5, 255] as [UInt8] { #expect(try read(file(9, 9, channels: 3, filter: filter)) == nil) }
        let pixels = try #require(whole.firstRange(of: Data("IDAT".utf8))).upperBound
        // Any bit of the pixels, their checksums, and every length.
        for place in pixels..<whole.count - 12 {
            var broken = whole
            broken[place] ^= 16
            #expect(try read(broken) == nil, "byte \(place)")
        }
        for count in pixels..<whole.count - 12 { #expect(try read(whole.prefix(count)) == nil, "\(count) bytes") }
    }
}
