import Testing
import WebImageCore
import WebImageEditing
import WebImageTesting

@Suite(.timeLimit(.minutes(5)))
struct CommonEditorTests {
    /// 90 × 60: each third of a third has its own color, blue counting columns and green counting rows.
    static func picture() throws -> Bitmap {
        try Bitmap.drawn(90, 60) { x, y in 0xFF00_0000 | UInt32(y / 20) * 0x5000 | UInt32(x / 30) * 0x50 }
    }

    /// Column and row of the third that is seen in the middle of the result.
    static func middle(_ bitmap: Bitmap) -> [Int] {
        let color = bitmap[bitmap.width / 2, bitmap.height / 2]
        return [Int(color.blue) / 0x4F, Int(color.green) / 0x4F]
    }

    @Test("A3-42 B-57 filling shows the part that the anchor says, in the view's shape")
    func filling() throws {
        let cases: [(Anchor, [Int])] = [
            (.topLeft, [0, 0]), (.top, [1, 0]), (.topRight, [2, 0]), (.left, [0, 1]), (.center, [1, 1]),
            (.right, [2, 1]), (.bottomLeft, [0, 2]), (.bottom, [1, 2]), (.bottomRight, [2, 2]),
        ]
        for (anchor, third) in cases {
            let tall = try Self.picture().edited(
                by: .common(viewSize: (20, 60), contentMode: .aspectFill(anchor)))
            #expect(tall.size == PixelSize(width: 20, height: 60))
            #expect(Self.middle(tall)[0] == third[0])
            let wide = try Self.picture().edited(by: .common(viewSize: (90, 20), contentMode: .aspectFill(anchor)))
            #expect(wide.size == PixelSize(width: 90, height: 20))
            #expect(Self.middle(wide)[1] == third[1])
            let own = try Self.picture().edited(by: .common(viewSize: (20, 10), contentMode: .unscaled(anchor)))
            #expect(own.size == PixelSize(width: 20, height: 10))
            #expect(Self.middle(own) == third)
        }
    }

    @Test("B-56 the modes that show the whole keep the whole")
    func whole() throws {
        let fit = try Self.picture().edited(by: .common(viewSize: (30, 10), contentMode: .aspectFit))
        #expect(fit.size == PixelSize(width: 90, height: 60))
        let stretched = try Self.picture().edited(by: .common(viewSize: (180, 10), contentMode: .scaleToFill))
        #expect(stretched.size == PixelSize(width: 180, height: 10))
        let enlarged = try Self.picture().edited(by: .common(viewSize: (180, 180), contentMode: .aspectFit))
        #expect(enlarged.size == PixelSize(width: 180, height: 120))
    }

    @Test("A3-43 B-64 only pictures over the threshold are made smaller, narrow ones as wide as the view")
    func threshold() throws {
        func size(_ width: Double, _ height: Double, _ most: Int, _ scale: Double = 1) throws -> PixelSize {
            try Self.picture().edited(
                by: .common(viewSize: (width, height), maximumResolution: most, scale: scale)
            ).size
        }
        #expect(try size(30, 20, 0) == PixelSize(width: 90, height: 60))
        #expect(try size(30, 20, 600) == PixelSize(width: 30, height: 20))
        #expect(try size(30, 20, 1) == PixelSize(width: 30, height: 20))
        #expect(try size(30, 20, 1350) == PixelSize(width: 45, height: 30))
        #expect(try size(30, 20, 1_000_000) == PixelSize(width: 90, height: 60))
        #expect(try size(60, 40, 1, 3) == PixelSize(width: 180, height: 120))
    }

    @Test("A3-41 A3-44 corners, border and background are drawn into the pixels, scaled with the picture")
    func drawing() throws {
        let white = try Bitmap.drawn(200, 200) { _, _ in .max }
        let red = PixelColor(red: 255, green: 0, blue: 0)
        let result = try white.edited(
            by: .common(
                viewSize: (100, 100), corners: .all, cornerRadius: 20, borderWidth: 2, borderColor: red,
                backgroundColor: PixelColor(red: 0, green: 0, blue: 255)))
        #expect(result.size == white.size && result.isOpaque)
        #expect(result[0, 0] == PixelColor(red: 0, green: 0, blue: 255))
        #expect(result[100, 0] == red && result[100, 3] == red && result[100, 4] == .white)
        #expect(result[39, 0].red > 200 && result[25, 0].blue > 200)
        let clear = try white.edited(by: .common(viewSize: (100, 100), corners: .topLeft, cornerRadius: 20))
        #expect(clear[0, 0].alpha == 0 && clear[199, 0] == .white)
    }

    @Test("views and lengths that make no sense are errors")
    func badInput() throws {
        let picture = try Self.picture()
        for size in [(0.0, 10.0), (-1, 10), (.nan, 1), (1, .infinity), (1e300, 1)] {
            #expect(picture.editError(.common(viewSize: size)) == .editFailed)
        }
        #expect(picture.editError(.common(viewSize: (1, 1), scale: 0)) == .editFailed)
        #expect(picture.editError(.common(viewSize: (1, 1), corners: .all, cornerRadius: -1)) == .editFailed)
        #expect(picture.editError(.common(viewSize: (1, 1), borderWidth: .nan, borderColor: .black)) == .editFailed)
        let dot = try Bitmap.drawn(1, 1) { _, _ in .max }
        #expect(try dot.edited(by: .common(viewSize: (5, 3))).size == PixelSize(width: 5, height: 3))
    }
}
