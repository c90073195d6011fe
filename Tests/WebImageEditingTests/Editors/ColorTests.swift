import Testing
import WebImageCore
import WebImageEditing
import WebImageTesting

@Suite(.timeLimit(.minutes(5)))
struct ColorTests {
    @Test("colors as people write them")
    func parsing() {
        let cases: [(String, PixelColor?)] = [
            ("#f80", PixelColor(red: 255, green: 136, blue: 0)),
            ("#F808", PixelColor(red: 255, green: 136, blue: 0, alpha: 136)),
            ("#102030", PixelColor(red: 16, green: 32, blue: 48)),
            ("#10203040", PixelColor(red: 16, green: 32, blue: 48, alpha: 64)),
            ("rebeccapurple", PixelColor(red: 102, green: 51, blue: 153)),
            ("RED", PixelColor(red: 255, green: 0, blue: 0)),
            ("aliceblue", PixelColor(red: 240, green: 248, blue: 255)), ("transparent", .clear), ("", nil), ("#", nil),
            ("#12", nil), ("#12345", nil), ("#1234567", nil), ("#ggg", nil), ("notacolor", nil), ("#+1+1+1", nil),
            ("102030", nil), ("#äää", nil), (" red", nil),
        ]
        for (text, color) in cases { #expect(PixelColor(parsing: text) == color, "\(text)") }
        #expect(PixelColor(parsing: "\(PixelColor.white)") == .white)
    }

    @Test("B-67 the identity table changes nothing, whatever its size", arguments: [2, 4, 8])
    func identityTable(_ tiles: Int) throws {
        let steps = tiles * tiles
        func level(_ index: Int) -> UInt32 { UInt32((Double(index) * 255 / Double(steps - 1)).rounded()) }
        let cube = try Bitmap.drawn(tiles * steps, tiles * steps) { x, y in
            0xFF00_0000 | level(x % steps) << 16 | level(y % steps) << 8 | level(y / steps * tiles + x / steps)
        }
        for name in ["base", "disc"] {
            let picture = try PixelFixture.bitmap(name)
            #expect(try picture.edited(by: .lookup(cube, key: "same")).difference(to: picture).largest <= 1)
        }
        let wrong = try Bitmap.drawn(10, 10) { _, _ in .max }
        #expect(wrong.editError(.lookup(wrong, key: "wrong")) == .editFailed)
    }

    @Test("matrices need twenty finite factors")
    func matrices() throws {
        #expect(ColorMatrix([1, 2, 3]) == nil)
        #expect(ColorMatrix(Array(repeating: .nan, count: 20)) == nil)
        let swap = try #require(ColorMatrix([0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0.5, 0]))
        let pixel = try Bitmap.drawn(1, 1) { _, _ in 0xFF64_3214 }.edited(by: .colorMatrix(swap))
        #expect(!pixel.isOpaque && pixel[0, 0].alpha == 128)
        #expect(abs(Int(pixel[0, 0].red) - 0x14) <= 1 && abs(Int(pixel[0, 0].blue) - 0x64) <= 1)
    }

    @Test("numbers that make no sense are errors")
    func badNumbers() throws {
        let picture = try PixelFixture.bitmap("base")
        for editor: ImageEditor in [
            .blur(sigma: -1), .blur(sigma: .nan), .blur(sigma: .infinity), .sharpen(amount: .nan), .sharpen(sigma: -1),
            .sepia(2), .sepia(.nan), .adjust(saturation: -1), .adjust(gamma: 0), .adjust(exposure: .infinity),
        ] {
            #expect(picture.editError(editor) == .editFailed)
        }
    }

    @Test("a blur over the picture's size gives its mean color")
    func hugeBlur() throws {
        let picture = try Bitmap.drawn(50, 30) { x, _ in x < 25 ? 0xFFFF_FFFF : 0xFF00_0000 }
        for sigma in [5000.0, 1e9, .greatestFiniteMagnitude] {
            let result = try picture.edited(by: .blur(sigma: sigma))
            #expect(result.pixels.allSatisfy { abs(Int($0 & 255) - 127) <= 1 })
        }
        let dot = try Bitmap.drawn(1, 1) { _, _ in 0xFF11_2233 }
        #expect(try dot.edited(by: .blur(sigma: 3)).pixels == [0xFF11_2233])
        let line = try Bitmap.drawn(1, 300) { _, _ in 0xFF11_2233 }
        #expect(try line.edited(by: .blur(sigma: 30)).pixels.allSatisfy { $0 == 0xFF11_2233 })
    }
}
