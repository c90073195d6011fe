import FoundationEssentials
import Glibc
import Testing
import WebImageCoders
import WebImageCore

/// Photographs in wide color spaces, which LittleCMS (through Pillow) converted to sRGB for the fixtures.
@Suite(.timeLimit(.minutes(5)))
struct WideColorTests {
    private typealias Lab = (l: Double, a: Double, b: Double)

    @Test(
        "XFORM-07 colors don't drift: resized once and three times, each time written and read again",
        arguments: ["prophoto", "display-p3"])
    func chain(_ name: String) throws {
        let fixture = try FrameFixture("PNG/\(name).png")
        let manager = CoderManager.standard
        let whole = try manager.decode(fixture.data, context: DecodeContext(format: .png))
        #expect(fixture.largestDifference(whole.bitmap) <= 2)
        for widths in [[48], [80, 64, 48]] {
            var data = fixture.data
            for width in widths {
                var options = DecodeOptions()
                options.thumbnail = ThumbnailSize(PixelSize(width: width, height: width))
                let image = try manager.decode(data, context: DecodeContext(options: options, format: .png))
                data = try manager.encode(image, context: EncodeContext(format: .png))
            }
            let last = try manager.decode(data, context: DecodeContext(format: .png)).bitmap
            #expect(last.size == PixelSize(width: 48, height: 32))
            // Each pixel against the mean of the four that lie there.
            var sum = 0.0
            for y in 0..<32 {
                for x in 0..<48 {
                    let mean = (0..<4).map { lab(whole.bitmap[2 * x + $0 % 2, 2 * y + $0 / 2]) }
                    let want = (
                        mean.reduce(0) { $0 + $1.l } / 4, mean.reduce(0) { $0 + $1.a } / 4,
                        mean.reduce(0) { $0 + $1.b } / 4
                    )
                    let got = lab(last[x, y])
                    sum +=
                        ((got.l - want.0) * (got.l - want.0) + (got.a - want.1) * (got.a - want.1)
                        + (got.b - want.2) * (got.b - want.2)).squareRoot()
                }
            }
            #expect(sum / Double(48 * 32) < 1)
        }
    }

    /// CIE 1976 L*a*b* of an sRGB color, against D65.
    private func lab(_ color: PixelColor) -> Lab {
        func linear(_ value: UInt8) -> Double {
            let value = Double(value) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        func curve(_ value: Double) -> Double { value > 0.008856 ? pow(value, 1 / 3) : 7.787 * value + 16 / 116 }
        let (r, g, b) = (linear(color.red), linear(color.green), linear(color.blue))
        let x = curve((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505)
        let y = curve(0.2126 * r + 0.7152 * g + 0.0722 * b)
        let z = curve((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089)
        return (116 * y - 16, 500 * (x - y), 200 * (y - z))
    }
}
