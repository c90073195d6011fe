import Testing
import WebImageCore
import WebImageEditing
import WebImageTesting

/// No color of clear pixels comes through anywhere, and no edge turns dark or light.
@Suite(.timeLimit(.minutes(5)))
struct AlphaTests {
    static let editors: [ImageEditor] = [
        .thumbnail(32), .rotate(degrees: 30), .blur(sigma: 2), .blur(sigma: 20), .sharpen(amount: 2),
        .resize(PixelSize(width: 200, height: 200), enlarges: true), .roundedCorners(.fraction(0.4)), .circle(),
        .padding(3), .flip(horizontally: true), .adjust(contrast: 1, gamma: 1),
    ]

    static func disc(_ color: UInt32) throws -> Bitmap {
        try Bitmap.drawn(128, 128) { x, y in (x - 64) * (x - 64) + (y - 64) * (y - 64) < 50 * 50 ? color : 0 }
    }

    @Test("XFORM-02 a white disc on white and a black one on black can't be seen", arguments: editors.indices)
    func halo(_ index: Int) throws {
        let white = try Self.disc(0xFFFF_FFFF).edited(by: Self.editors[index])
        #expect(
            white.pixels.allSatisfy { pixel in
                (0..<3).allSatisfy { pixel >> (8 * $0) & 255 + (255 - pixel >> 24) >= 253 }
            })
        let black = try Self.disc(0xFF00_0000).edited(by: Self.editors[index])
        #expect(black.pixels.allSatisfy { $0 & 0xFF_FFFF == 0 })
        #expect(black.pixels.contains { $0 >> 24 > 60 })
    }

    @Test("no color is more than its alpha", arguments: editors.indices)
    func premultiplied(_ index: Int) throws {
        let colors = try PixelFixture.bitmap("disc").edited(by: Self.editors[index])
        #expect(colors.pixels.allSatisfy { pixel in (0..<3).allSatisfy { pixel >> (8 * $0) & 255 <= pixel >> 24 } })
    }

    @Test("a background lies below the picture")
    func background() throws {
        let half = try Bitmap.drawn(3, 1) { x, _ in [0x8080_0000, 0, 0xFF00_FF00][x] }
        let result = try half.edited(by: .background(PixelColor(red: 0, green: 0, blue: 255)))
        #expect(result.isOpaque)
        #expect(result.pixels == [0xFF80_007F, 0xFF00_00FF, 0xFF00_FF00])
        let faint = try half.edited(by: .background(PixelColor(red: 0, green: 0, blue: 255, alpha: 128)))
        #expect(!faint.isOpaque && faint[1, 0].alpha == 128)
    }

    @Test("TRF-15 TRF:test06 a tint keeps the shape; sourceIn is the color in the picture's shape")
    func tint() throws {
        let picture = try Bitmap.drawn(2, 1) { x, _ in x == 0 ? 0 : 0x8000_8000 }
        let blue = PixelColor(red: 0, green: 0, blue: 255, alpha: 128)
        #expect(try picture.edited(by: .tint(blue)).pixels[0] == 0)
        let mixed = try picture.edited(by: .tint(blue))[1, 0]
        #expect(mixed.alpha == 128 && abs(Int(mixed.green) - 127) <= 2 && abs(Int(mixed.blue) - 128) <= 2)
        #expect(try picture.edited(by: .tint(.black, blendMode: .sourceIn)).pixels == [0, 0x8000_0000])
        for mode in BlendMode.allCases where mode != .plusLighter {
            let result = try PixelFixture.bitmap("disc").edited(by: .tint(blue, blendMode: mode))
            #expect(result.pixels.allSatisfy { pixel in (0..<3).allSatisfy { pixel >> (8 * $0) & 255 <= pixel >> 24 } })
        }
    }
}
