import Testing
import WebImageCore
import WebImageEditing
import WebImageTesting

@Suite(.timeLimit(.minutes(5)))
struct GeometryTests {
    /// Every pixel tells where it was.
    static func numbered(_ width: Int, _ height: Int) throws -> Bitmap {
        try Bitmap.drawn(width, height) { x, y in 0xFF00_0000 | UInt32(y) << 8 | UInt32(x) }
    }

    @Test("TRF-13 B-59 quarter turns and flips move pixels and change none")
    func exactTurns() throws {
        let picture = try Self.numbered(3, 2)
        func numbers(_ editor: ImageEditor) throws -> [[Int]] {
            let result = try picture.edited(by: editor)
            let pixels = result.pixels.map { Int($0 >> 8 & 255) * 10 + Int($0 & 255) }
            return (0..<result.height).map { Array(pixels[$0 * result.width..<($0 + 1) * result.width]) }
        }
        #expect(try numbers(.rotate(degrees: 90)) == [[10, 0], [11, 1], [12, 2]])
        #expect(try numbers(.rotate(degrees: 180)) == [[12, 11, 10], [2, 1, 0]])
        #expect(try numbers(.rotate(degrees: -90)) == [[2, 12], [1, 11], [0, 10]])
        #expect(try numbers(.rotate(degrees: 360 + 270)) == [[2, 12], [1, 11], [0, 10]])
        #expect(try numbers(.rotate(degrees: 720)) == [[0, 1, 2], [10, 11, 12]])
        #expect(try numbers(.flip(horizontally: true)) == [[2, 1, 0], [12, 11, 10]])
        #expect(try numbers(.flip(vertically: true)) == [[10, 11, 12], [0, 1, 2]])
        #expect(try numbers(.flip(horizontally: true, vertically: true)) == [[12, 11, 10], [2, 1, 0]])
        #expect(try numbers(.flip()) == [[0, 1, 2], [10, 11, 12]])
    }

    @Test("TRF:test04 other angles grow the canvas or keep it; the corners are clear")
    func canvasOfTurns() throws {
        let picture = try Bitmap.drawn(301, 200) { _, _ in 0xFF10_2030 }
        let grown = try picture.edited(by: .rotate(degrees: 30))
        #expect(grown.size == PixelSize(width: 361, height: 324))
        #expect(grown[2, 2].alpha == 0)
        #expect(grown[180, 162] == PixelColor(red: 0x10, green: 0x20, blue: 0x30))
        let kept = try picture.edited(by: .rotate(degrees: 30, growsCanvas: false))
        #expect(kept.size == picture.size)
        #expect(kept[0, 0].alpha == 0)
        let square = try Bitmap.drawn(300, 300) { _, _ in .max }.edited(by: .rotate(degrees: 45))
        #expect((424...426).contains(square.width))
        let fixed = try picture.edited(by: .rotate(degrees: 90, growsCanvas: false))
        #expect(fixed.size == picture.size && fixed[0, 0].alpha == 0 && fixed[150, 0].alpha == 255)
    }

    @Test("XFORM-05 turn, scale and crop give exact sizes", arguments: [(1024, 1034), (997, 1), (3, 5)])
    func chains(_ width: Int, _ height: Int) throws {
        let picture = try Bitmap.drawn(width, height) { _, _ in 0xFF44_5566 }
        for degrees in [90.0, 270] {
            let box = PixelSize(width: 256, height: 256)
            let editor: ImageEditor =
                .rotate(degrees: degrees) + .resize(box, fit: .cover, enlarges: true) + .crop(to: box)
            #expect(try picture.edited(by: editor).size == box)
        }
    }

    @Test("TRF-11 B-54 crops are clipped, and an error where nothing is left")
    func crops() throws {
        let picture = try Self.numbered(10, 8)
        let part = try picture.edited(by: .crop(PixelRect(x: 6, y: -3, width: 100, height: 5)))
        #expect(part.size == PixelSize(width: 4, height: 2))
        #expect(part.pixels[0] == 0xFF00_0006)
        for rect in [
            PixelRect(x: 10, y: 0, width: 1, height: 1), PixelRect(x: 0, y: 0, width: 0, height: 1),
            PixelRect(x: 0, y: 0, width: -1, height: 1), PixelRect(x: .max, y: .max, width: .max, height: .max),
        ] {
            #expect(picture.editError(.crop(rect)) == .editFailed)
        }
    }

    @Test("crops by anchor: half pixels go to the left and top")
    func anchoredCrops() throws {
        let picture = try Self.numbered(10, 8)
        let size = PixelSize(width: 3, height: 3)
        func origin(_ anchor: Anchor) throws -> UInt32 {
            try picture.edited(by: .crop(to: size, anchor: anchor)).pixels[0] & 0xFFFF
        }
        #expect(try origin(.center) == 0x203)
        #expect(try origin(.topLeft) == 0)
        #expect(try origin(.bottomRight) == 0x507)
        #expect(try picture.edited(by: .crop(to: PixelSize(width: 99, height: 2))).size.width == 10)
        #expect(picture.editError(.crop(to: size, anchor: Anchor(x: .nan, y: 0))) == .editFailed)
        #expect(picture.editError(.crop(to: PixelSize(width: 0, height: 3))) == .editFailed)
    }

    @Test("TRF-10 TRF:test01 stretched, whole with clear bars, filled")
    func resizing() throws {
        let ring = try Bitmap.drawn(300, 300) { _, y in y < 60 ? 0xFF00_0000 : 0 }
        let box = PixelSize(width: 200, height: 100)
        #expect(try ring.edited(by: .resize(box, fit: .fill)).size == box)
        let large = PixelSize(width: 2000, height: 1000)
        let editor: ImageEditor = .resize(large, fit: .contain, enlarges: true) + .canvas(large)
        let barred = try ring.edited(by: editor)
        #expect(barred.size == large)
        #expect(barred[1000, 50] == .black)
        #expect(barred[1000, 950].alpha == 0)
        #expect(barred[100, 50].alpha == 0)
        #expect(try ring.edited(by: .resize(box, fit: .cover)).size == box)
        #expect(try ring.edited(by: .resize(box, fit: .fill, filter: .mitchell)).size == box)
        #expect(try ring.edited(by: .resize(large)).size == ring.size)
    }

    @Test("THUMB-04 fitting and filling differ in size and in key")
    func fitAndFill() throws {
        let picture = try Bitmap.drawn(400, 800) { _, _ in .max }
        let box = PixelSize(width: 200, height: 200)
        let fit = ImageEditor.resize(box)
        let fill = ImageEditor.resize(box, fit: .cover)
        #expect(try picture.edited(by: fit).size == PixelSize(width: 100, height: 200))
        #expect(try picture.edited(by: fill).size == box)
        #expect(fit.key != fill.key)
    }

    @Test("THUMB-06 without enlarging nothing grows beyond its size, with it nothing beyond the box")
    func strips() throws {
        let box = PixelSize(width: 200, height: 200)
        for (width, height, off, on) in [
            (10, 10, PixelSize(width: 10, height: 10), PixelSize(width: 200, height: 200)),
            (1000, 10, PixelSize(width: 200, height: 2), PixelSize(width: 200, height: 2)),
            (1, 2000, PixelSize(width: 1, height: 200), PixelSize(width: 1, height: 200)),
        ] {
            let picture = try Bitmap.drawn(width, height) { _, _ in 0xFF09_0909 }
            #expect(try picture.edited(by: .resize(box)).size == off)
            #expect(try picture.edited(by: .resize(box, enlarges: true)).size == on)
            #expect(try picture.edited(by: .resize(box, enlarges: true)).pixels.allSatisfy { $0 == 0xFF09_0909 })
        }
    }

    @Test("D-37 space around the picture, negative to cut")
    func padding() throws {
        let picture = try Self.numbered(4, 4)
        let padded = try picture.edited(by: .padding(top: 1, left: 2, color: .white))
        #expect(padded.size == PixelSize(width: 6, height: 5) && padded.isOpaque)
        #expect(padded[0, 0] == .white && padded.pixels[6 + 2] == 0xFF00_0000)
        let cut = try picture.edited(by: .padding(-1))
        #expect(cut.size == PixelSize(width: 2, height: 2) && cut.pixels[0] == 0xFF00_0101)
        #expect(picture.editError(.padding(-2)) == .editFailed)
        #expect(picture.editError(.padding(.max)) == .editFailed)
        #expect(picture.editError(.padding(1 << 28)) == .tooManyPixels)
    }

    @Test("sizes that make no sense are errors, not crashes")
    func badSizes() throws {
        let picture = try Self.numbered(4, 4)
        for (width, height) in [(0, 0), (-3, 5), (5, 0), (.min, .min)] {
            let size = PixelSize(width: width, height: height)
            #expect(picture.editError(.resize(size)) == .editFailed)
            #expect(picture.editError(.resize(size, filter: .box)) == .editFailed)
            #expect(picture.editError(.canvas(size)) == .editFailed)
        }
        #expect(picture.editError(.thumbnail(0)) == .editFailed)
        let huge = PixelSize(width: 1 << 27, height: 1 << 27)
        #expect(picture.editError(.resize(huge, fit: .fill, enlarges: true)) == .tooManyPixels)
        #expect(picture.editError(.canvas(PixelSize(width: .max, height: .max))) == .tooManyPixels)
        for degrees in [Double.nan, .infinity] { #expect(picture.editError(.rotate(degrees: degrees)) == .editFailed) }
    }
}
