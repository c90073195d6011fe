import FoundationEssentials
import Testing
import WebImageCore

@testable import WebImageCoders

@Suite(.timeLimit(.minutes(5)))
struct ColorConverterTests {
    private func converted(_ converter: ColorConverter, _ color: PixelColor) -> PixelColor {
        var pixel = [color.blue, color.green, color.red, color.alpha]
        pixel.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            converter.convert(base, count: 1)
        }
        return PixelColor(red: pixel[2], green: pixel[1], blue: pixel[0], alpha: pixel[3])
    }

    @Test("sRGB by its numbers needs no converter")
    func identity() {
        #expect(ColorConverter.make(primaries: 1, transfer: 13) == nil)
        #expect(ColorConverter.make(primaries: 1, transfer: 1) == nil)
        #expect(ColorConverter.make(.sRGB) == nil)
        #expect(ColorConverter.make(primaries: 2, transfer: 2) == nil)
        #expect(ColorConverter.make(profile: Data(count: 300), model: .rgb) == nil)
    }

    /// Values by the matrices of BT.2087 and IEC 61966-2-1.
    @Test("Display P3 becomes sRGB, alpha stays")
    func wide() throws {
        let converter = try #require(ColorConverter.make(primaries: 12, transfer: 13))
        let color = converted(converter, PixelColor(red: 180, green: 90, blue: 60, alpha: 77))
        #expect(color.distance(to: PixelColor(red: 192, green: 85, blue: 51, alpha: 77)) <= 3)
        #expect(converted(converter, .white) == .white)
    }

    @Test("the brightness of BT.2100 is brought to the screen's white", arguments: [16, 18])
    func highDynamicRange(transfer: Int) throws {
        let converter = try #require(ColorConverter.make(primaries: 9, transfer: transfer))
        let levels = stride(from: 0, through: 255, by: 15).map {
            Int(converted(converter, PixelColor(red: UInt8($0), green: UInt8($0), blue: UInt8($0))).green)
        }
        #expect(levels == levels.sorted() && levels[0] == 0 && levels[levels.count - 1] >= 235)
        // 58 % of PQ and 75 % of HLG are 203 cd/m²: nearly white.
        let white = UInt8(transfer == 16 ? 148 : 191)
        #expect((225...255).contains(converted(converter, PixelColor(red: white, green: white, blue: white)).green))
    }

    @Test("the same profile is made into a converter once")
    func cache() throws {
        let first = try #require(ColorConverter.make(primaries: 12, transfer: 13))
        #expect(ColorConverter.make(primaries: 12, transfer: 13) === first)
    }
}
