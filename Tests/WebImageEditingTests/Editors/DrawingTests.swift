import Testing
import WebImageCore
import WebImageEditing
import WebImageTesting

@Suite(.timeLimit(.minutes(5)))
struct DrawingTests {
    static let red = PixelColor(red: 255, green: 0, blue: 0)

    @Test("a border lies inside of the bounds and leaves the inside as it is")
    func border() throws {
        let base = try PixelFixture.bitmap("base")
        let result = try base.edited(by: .border(width: 4, color: Self.red))
        #expect(result.size == base.size && result.isOpaque)
        let inner = PixelRect(x: 4, y: 4, width: 52, height: 32)
        #expect(try result.cropped(to: inner).hasSamePixels(as: try base.cropped(to: inner)))
        for (x, y) in [(0, 0), (30, 3), (30, 36), (3, 20), (56, 20), (59, 39)] { #expect(result[x, y] == Self.red) }
        let all = try base.edited(by: .border(width: 5000, color: Self.red))
        #expect(all.pixels.allSatisfy { $0 == 0xFFFF_0000 })
        #expect(base.editError(.border(width: -1, color: Self.red)) == .editFailed)
        #expect(base.editError(.border(width: .nan, color: Self.red)) == .editFailed)
    }

    @Test("XFORM-01 only the chosen corners are round, and of the same radius in both directions")
    func corners() throws {
        let picture = try Bitmap.drawn(300, 200) { _, _ in .max }
        let result = try picture.edited(by: .roundedCorners(50, corners: [.topLeft, .bottomRight]))
        #expect(result[0, 0].alpha == 0 && result[299, 199].alpha == 0)
        #expect(result[299, 0].alpha == 255 && result[0, 199].alpha == 255)
        #expect(result[49, 0].alpha > 200 && result[0, 49].alpha > 200 && result[30, 0].alpha < 20)
        // The smoothing has 15 steps downward and more to the right.
        #expect((0..<50).allSatisfy { abs(Int(result[$0, 0].alpha) - Int(result[0, $0].alpha)) <= 20 })
        #expect(result[150, 100] == .white)
    }

    @Test("a radius over half of the shorter side is half of it")
    func largeRadius() throws {
        let picture = try Bitmap.drawn(30, 20) { _, _ in .max }
        let half = try picture.edited(by: .roundedCorners(10))
        #expect(try picture.edited(by: .roundedCorners(5000)).hasSamePixels(as: half))
        #expect(try picture.edited(by: .roundedCorners(.fraction(0.5))).hasSamePixels(as: half))
        #expect(try picture.edited(by: .roundedCorners(.fraction(9))).hasSamePixels(as: half))
        let line = try Bitmap.drawn(1, 40) { _, _ in .max }
        #expect(try line.edited(by: .roundedCorners(3, border: Border(width: 1, color: Self.red))).height == 40)
        for radius in [-1.0, .nan, .infinity] {
            #expect(picture.editError(.roundedCorners(.pixels(radius))) == .editFailed)
        }
    }

    @Test("TRF:test03 the border follows the rounded edge, and nothing of the picture shines through")
    func roundedBorder() throws {
        let picture = try Bitmap.drawn(300, 300) { _, _ in 0xFF00_FF00 }
        let result = try picture.edited(by: .roundedCorners(50, border: Border(width: 3, color: Self.red)))
        #expect(result[0, 0].alpha == 0)
        #expect(result[1, 150] == Self.red && result[150, 298] == Self.red)
        #expect(result[150, 20] == PixelColor(red: 0, green: 255, blue: 0))
        for x in 0..<300 where (1..<255).contains(result[x, 0].alpha) { #expect(result[x, 0].green == 0) }
    }

    @Test("a circle is cut out of the middle square")
    func circle() throws {
        let picture = try Bitmap.drawn(40, 21) { x, _ in x < 9 || x >= 30 ? 0xFFFF_0000 : 0xFF00_FF00 }
        let result = try picture.edited(by: .circle())
        #expect(result.size == PixelSize(width: 21, height: 21))
        #expect(result[0, 0].alpha == 0 && result[10, 10].green == 255)
        #expect(!result.pixels.contains { $0 >> 16 & 255 > 0 })
    }

    @Test("B-61 a gradient goes from the start to the end")
    func gradient() throws {
        let picture = try Bitmap.drawn(10, 100) { _, _ in 0xFF80_8080 }
        let result = try picture.edited(by: .gradientTint([.black, .white]))
        #expect(result[5, 0].red < 6 && result[5, 99].red > 249 && abs(Int(result[5, 50].red) - 128) <= 3)
        let across = try picture.edited(by: .gradientTint([.black, .white], start: .left, end: .right))
        #expect(across[0, 50].red < across[9, 50].red)
        #expect(picture.editError(.gradientTint([])) == .editFailed)
        #expect(picture.editError(.gradientTint([.black, .white], locations: [1, 0])) == .editFailed)
        #expect(picture.editError(.gradientTint([.black], locations: [.nan])) == .editFailed)
    }

    @Test("B-62 a picture is drawn over another one")
    func overlay() throws {
        let picture = try Bitmap.drawn(20, 20) { _, _ in 0xFF00_00FF }
        let mark = try Bitmap.drawn(2, 2) { _, _ in 0xFFFF_0000 }
        let frame = PixelRect(x: 15, y: 15, width: 10, height: 10)
        let result = try picture.edited(by: .overlay(mark, key: "mark", frame: frame))
        #expect(result[14, 15] == PixelColor(red: 0, green: 0, blue: 255) && result[15, 15] == Self.red)
        let faint = try picture.edited(by: .overlay(mark, key: "mark", alpha: 0.5))
        #expect(abs(Int(faint[3, 3].red) - 128) <= 1 && faint.isOpaque)
        let masked = try picture.edited(by: .overlay(mark, key: "mark", frame: frame, blendMode: .destinationOut))
        #expect(masked[16, 16].alpha == 0 && masked[2, 2].alpha == 255)
        #expect(picture.editError(.overlay(mark, key: "mark", alpha: 2)) == .editFailed)
    }

    @Test("a vignette darkens the corners and leaves the middle")
    func vignette() throws {
        let picture = try Bitmap.drawn(90, 60) { _, _ in .max }
        let result = try picture.edited(by: .vignette(intensity: 0.5, radius: 0.5))
        #expect(result[45, 30] == .white && result[60, 30] == .white)
        #expect(result[0, 0].red < 140 && result.isOpaque)
        #expect(result[0, 0] == result[89, 59])
        #expect(picture.editError(.vignette(intensity: 2)) == .editFailed)
    }

    @Test("cairo's limit is an error with a way out")
    func longSides() throws {
        let picture = try Bitmap.drawn(40_000, 1) { _, _ in .max }
        #expect(picture.editError(.roundedCorners(4)) == .editFailed)
        #expect(try picture.edited(by: .thumbnail(100) + .roundedCorners(4)).width == 100)
    }
}
