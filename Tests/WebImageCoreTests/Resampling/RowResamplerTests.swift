import Testing
import WebImageCore
import WebImageTesting

@Suite(.timeLimit(.minutes(5)))
struct RowResamplerTests {
    static let source = PixelSize(width: 61, height: 47)
    static let sizes = [(20, 15), (67, 49), (7, 40), (61, 10), (1, 1)].map { PixelSize(width: $0.0, height: $0.1) }
    static let pillowFilters: [ResampleFilter] = [.nearest, .box, .triangle, .catmullRom, .lanczos3]

    @Test("pixels are Pillow's within 2", arguments: ["opaque", "disc"], pillowFilters)
    func pillow(_ name: String, _ filter: ResampleFilter) throws {
        let picture = try PixelFixture.bitmap(name, Self.source)
        for size in Self.sizes {
            let expected = try PixelFixture.bitmap("\(name)-\(filter.rawValue)", size)
            let result = try picture.resized(to: size, filter: filter)
            #expect(result.difference(to: expected).largest <= 2, "\(size)")
            #expect(result.isOpaque == picture.isOpaque)
        }
    }

    @Test("a flat picture stays flat at every size", arguments: ResampleFilter.allCases)
    func flat(_ filter: ResampleFilter) throws {
        let color = PixelColor(red: 255, green: 128, blue: 1, alpha: 255).premultipliedBGRA
        for (width, height) in [(1, 1), (2, 3), (3, 2), (5, 9), (16, 17), (97, 31), (4097, 2)] {
            let picture = try Bitmap.drawn(width, height) { _, _ in color }
            for (newWidth, newHeight) in [(1, 1), (2, 1), (3, 5), (8, 8), (31, 64), (97, 31)] {
                let result = try picture.resized(to: PixelSize(width: newWidth, height: newHeight), filter: filter)
                #expect(result.pixels.allSatisfy { $0 == color }, "\(width)×\(height) to \(newWidth)×\(newHeight)")
            }
        }
    }

    @Test("THUMB-03 extreme shapes keep at least one pixel a side")
    func extremeShapes() throws {
        for (width, height) in [(550, 5), (1000, 4), (1, 150), (1, 1), (30_000, 1), (200_000, 1)] {
            let picture = try Bitmap.drawn(width, height) { _, _ in 0xFF40_8020 }
            for side in [80, 1] {
                let plan = ThumbnailSize(side).plan(for: picture.size)
                let result = try picture.resampled(plan)
                #expect(max(result.width, result.height) == min(side, max(width, height)))
                #expect(min(result.width, result.height) >= 1)
                #expect(result.pixels.allSatisfy { $0 == 0xFF40_8020 })
            }
        }
    }

    @Test("only the part inside of the crop is made, and it is the same as in the whole")
    func crop() throws {
        let picture = try PixelFixture.bitmap("disc", Self.source)
        for scaled in Self.sizes.dropLast() {
            let whole = try picture.resized(to: scaled)
            for crop in [
                PixelRect(x: 1, y: 3, width: 5, height: 4), PixelRect(x: 6, y: 9, width: 1, height: 1),
                PixelRect(x: 2, y: 0, width: 5, height: 10),
            ] {
                let part = try picture.resampled(ThumbnailSize.Plan(scaled: scaled, crop: crop))
                #expect(part.hasSamePixels(as: try whole.cropped(to: crop)), "\(crop) of \(scaled)")
            }
        }
    }

    @Test("color is never more than alpha", arguments: ResampleFilter.allCases)
    func premultiplied(_ filter: ResampleFilter) throws {
        let picture = try Bitmap.drawn(40, 40) { x, y in (x / 3 + y / 5) % 2 == 0 ? 0xFFFF_FFFF : 0x0400_0000 }
        for side in [9, 17, 40, 83] {
            let result = try picture.resized(to: PixelSize(width: side, height: side + 1), filter: filter)
            #expect(result.pixels.allSatisfy { pixel in (0..<3).allSatisfy { pixel >> ($0 * 8) & 255 <= pixel >> 24 } })
        }
    }

    @Test("XFORM-02 shrinking leaves no rim around clear areas")
    func halo() throws {
        func disc(_ x: Int, _ y: Int) -> Bool { (x - 64) * (x - 64) + (y - 64) * (y - 64) < 50 * 50 }
        let white = try Bitmap.drawn(128, 128) { disc($0, $1) ? 0xFFFF_FFFF : 0 }
        let black = try Bitmap.drawn(128, 128) { disc($0, $1) ? 0xFF00_0000 : 0 }
        let size = PixelSize(width: 32, height: 32)
        for pixel in try white.resized(to: size).pixels {
            #expect(pixel & 255 + (255 - pixel >> 24) >= 253)  // on white
        }
        #expect(try black.resized(to: size).pixels.allSatisfy { $0 & 0xFF_FFFF == 0 })
    }

    @Test("XFORM-03 a fine pattern becomes an even gray: the mean of the stored values")
    func checkerboard() throws {
        let picture = try Bitmap.drawn(512, 512) { x, y in (x + y) % 2 == 0 ? 0xFFFF_FFFF : 0xFF00_0000 }
        for filter in [ResampleFilter.box, .triangle, .catmullRom, .lanczos3] {
            let pixels = try picture.resized(to: PixelSize(width: 256, height: 256), filter: filter).pixels
            // In the corners the window is cut off on two sides.
            for (index, pixel) in pixels.enumerated() where ![0, 255, 65_280, 65_535].contains(index) {
                guard !(127...128).contains(pixel & 255) else { continue }
                Issue.record("\(filter): \(pixel & 255) at \(index % 256), \(index / 256)")
                break
            }
            #expect(abs(Int(pixels[0] & 255) - 128) <= 4)
        }
    }

    @Test("where rows are missing, the rest is clear")
    func missingRows() throws {
        let picture = try PixelFixture.bitmap("opaque", Self.source)
        let size = PixelSize(width: 20, height: 15)
        let whole = try picture.resized(to: size)
        for received in [0, 1, 20, 21, 46] {
            var resampler = try RowResampler(
                source: Self.source, plan: ThumbnailSize.Plan(scaled: size, crop: PixelRect(size)))
            picture.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress else { return }
                for y in 0..<received { resampler.push(base + y * picture.bytesPerRow) }
            }
            let result = resampler.finish(isOpaque: true)
            #expect(!result.isOpaque)
            // A result row stands on 9.4 rows above and below its middle.
            let ready = max(0, (received * 15 - 15 * 10) / 47)
            #expect(result.pixels.prefix(ready * 20).elementsEqual(whole.pixels.prefix(ready * 20)))
            let clear = (received * 15 + 15 * 10) / 47 + 1
            #expect(result.pixels.dropFirst(clear * 20).allSatisfy { $0 == 0 })
        }
    }

    @Test("rows after the last are ignored")
    func tooManyRows() throws {
        var resampler = try RowResampler(
            source: PixelSize(width: 1, height: 1),
            plan: ThumbnailSize(PixelSize(width: 3, height: 3), enlarges: true).plan(
                for: PixelSize(width: 1, height: 1)))
        var pixel: UInt32 = 0xFF01_0203
        for _ in 0..<5 { resampler.push(&pixel) }
        #expect(resampler.finish(isOpaque: true).pixels == Array(repeating: 0xFF01_0203, count: 9))
    }

    @Test("sizes that make no sense are errors")
    func badSizes() throws {
        let picture = try Bitmap.drawn(4, 4) { _, _ in 0 }
        for (width, height) in [(0, 4), (-1, 4), (4, 0), (1 << 40, 1), (.max, .max)] {
            #expect(throws: WebImageError.self) { try picture.resized(to: PixelSize(width: width, height: height)) }
        }
        let outside = ThumbnailSize.Plan(
            scaled: PixelSize(width: 2, height: 2), crop: PixelRect(x: 1, y: 1, width: 2, height: 1))
        #expect(throws: WebImageError.self) { try picture.resampled(outside) }
    }

    @Test("crops are clipped; where nothing is left it is an error")
    func cropping() throws {
        let picture = try Bitmap.drawn(4, 3) { x, y in UInt32(x + 10 * y) | 0xFF00_0000 }
        let part = try picture.cropped(to: PixelRect(x: 2, y: -1, width: .max, height: 3))
        #expect(part.pixels == [2, 3, 12, 13].map { $0 | 0xFF00_0000 })
        #expect(try picture.cropped(to: PixelRect(x: -5, y: -5, width: 50, height: 50)).sharesMemory(with: picture))
        for rect in [PixelRect(x: 4, y: 0, width: 1, height: 1), PixelRect(x: 0, y: 0, width: 0, height: 3)] {
            #expect { try picture.cropped(to: rect) } throws: { ($0 as? WebImageError)?.code == .editFailed }
        }
    }

    @Test("a cancelled token ends the work")
    func cancellation() throws {
        let token = CancellationToken()
        token.cancel()
        let picture = try Bitmap.drawn(100, 100) { _, _ in 0 }
        #expect { try picture.resized(to: PixelSize(width: 10, height: 10), token: token) } throws: {
            ($0 as? WebImageError)?.code == .cancelled
        }
    }
}
