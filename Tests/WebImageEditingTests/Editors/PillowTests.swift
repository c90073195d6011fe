import Testing
import WebImageCore
import WebImageEditing
import WebImageTesting

/// Pixels against Pillow and plain formulas (`Tests/Fixtures/make-editing.py`).
@Suite(.timeLimit(.minutes(5)))
struct PillowTests {
    static let color = PixelColor(red: 200, green: 100, blue: 50)
    static let effects: [(String, ImageEditor)] = [
        ("grayscale", .grayscale), ("sepia", .sepia()), ("invert", .invert),
        ("multiply", .tint(color, blendMode: .multiply)), ("screen", .tint(color, blendMode: .screen)),
        ("hardLight", .tint(color, blendMode: .hardLight)), ("difference", .tint(color, blendMode: .difference)),
    ]

    @Test("effects of color, on opaque and on soft pixels", arguments: effects.map(\.0), ["base", "disc"])
    func colors(_ effect: String, _ picture: String) throws {
        let editor = try #require(Self.effects.first { $0.0 == effect }?.1)
        let source = try PixelFixture.bitmap(picture)
        let result = try source.edited(by: editor)
        #expect(result.difference(to: try PixelFixture.bitmap("\(picture)-\(effect)")).largest <= 2)
        #expect(result.isOpaque == source.isOpaque)
    }

    @Test("blur is the bell curve's", arguments: ["base", "disc"], [1, 3, 12])
    func blur(_ picture: String, _ sigma: Int) throws {
        let result = try PixelFixture.bitmap(picture).edited(by: .blur(sigma: Double(sigma)))
        let difference = result.difference(to: try PixelFixture.bitmap("\(picture)-blur\(sigma)"))
        // Wide bells go through a smaller picture.
        #expect(difference.largest <= (sigma > 8 ? 6 : 2))
        #expect(difference.mean <= (sigma > 8 ? 1 : 0.6))
    }

    @Test("TRF-16 blur is near Pillow's")
    func pillowBlur() throws {
        let result = try PixelFixture.bitmap("base").edited(by: .blur(sigma: 3))
        #expect(result.difference(to: try PixelFixture.bitmap("base-pillowblur3"), margin: 10).mean <= 0.8)
    }

    @Test("B-58 TRF-14 turning by any angle", arguments: ["base", "disc"])
    func rotation(_ picture: String) throws {
        let result = try PixelFixture.bitmap(picture).edited(by: .rotate(degrees: 30, growsCanvas: false))
        let expected = try PixelFixture.bitmap("\(picture)-rotate30")
        #expect(result.difference(to: expected, margin: 12).mean <= 1)
        #expect(result.difference(to: expected).mean <= 4)
    }

    @Test("sharpening is an unsharp mask")
    func sharpen() throws {
        let result = try PixelFixture.bitmap("base").edited(by: .sharpen(amount: 1, sigma: 1))
        #expect(result.difference(to: try PixelFixture.bitmap("base-sharpen")).mean <= 1.5)
    }

    @Test("TRF-12 rounded corners are circles with a smooth edge")
    func roundedCorners() throws {
        let result = try PixelFixture.bitmap("base").edited(by: .roundedCorners(12))
        let difference = result.difference(to: try PixelFixture.bitmap("base-rounded12"))
        #expect(difference.largest <= 24)
        #expect(difference.mean <= 0.2)
        #expect(!result.isOpaque)
    }

    @Test("exposure works in linear light, gamma and contrast on the values")
    func adjustments() throws {
        let base = try PixelFixture.bitmap("base")
        for (name, editor) in [
            ("exposure", ImageEditor.adjust(exposure: 1)), ("gamma", .adjust(gamma: 0.5)),
            ("contrast", .adjust(brightness: 0.1, contrast: 1.5)),
        ] {
            let result = try base.edited(by: editor)
            #expect(result.difference(to: try PixelFixture.bitmap("base-\(name)")).largest <= 1, "\(name)")
        }
    }

    @Test("B-67 a lookup table is interpolated in three directions")
    func lookup() throws {
        let cube = try PixelFixture.bitmap("cube", PixelSize(width: 64, height: 64))
        let base = try PixelFixture.bitmap("base")
        let result = try base.edited(by: .lookup(cube, key: "test"))
        #expect(result.difference(to: try PixelFixture.bitmap("base-lookup")).largest <= 2)
        let half = try base.edited(by: .lookup(cube, key: "test", intensity: 0.5))
        #expect(half[30, 20].green < max(base[30, 20].green, result[30, 20].green))
    }
}
