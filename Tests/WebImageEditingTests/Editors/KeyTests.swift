import Testing
import WebImageCore
import WebImageEditing
import WebImageTesting

@Suite(.timeLimit(.minutes(5)))
struct KeyTests {
    @Test("B-68 the same effect has the same key")
    func canonical() {
        func same(_ left: ImageEditor, _ right: ImageEditor) { #expect(left.key == right.key) }
        let box = PixelSize(width: 10, height: 20)
        same(.rotate(degrees: 90), .rotate(degrees: 450))
        same(.rotate(degrees: -90), .rotate(degrees: 270))
        same(.rotate(degrees: 180), .flip(horizontally: true, vertically: true))
        same(.rotate(degrees: 180, growsCanvas: false), .rotate(degrees: 180))
        same(.rotate(degrees: 0), .identity)
        same(.blur(sigma: 3), .blur(sigma: 3.0))
        same(.blur(sigma: 0), .identity)
        same(.resize(box, fit: .cover), .thumbnail(ThumbnailSize(box, fit: .cover)))
        same(.thumbnail(20), .thumbnail(ThumbnailSize(PixelSize(width: 20, height: 20))))
        same(.roundedCorners(10), .roundedCorners(.pixels(10.0)))
        same(.roundedCorners(.fraction(0.5)), .roundedCorners(.fraction(0.9)))
        same(.roundedCorners(0, border: Border(width: 2, color: .black)), .border(width: 2, color: .black))
        same(.border(width: 0, color: .black), .identity)
        same(.background(PixelColor(red: 9, green: 9, blue: 9, alpha: 0)), .identity)
        same(.padding(2), .padding(top: 2, left: 2, bottom: 2, right: 2))
        same(.padding(1, color: .clear), .padding(1, color: PixelColor(red: 1, green: 2, blue: 3, alpha: 0)))
        same(.grayscale, .colorMatrix(.saturation(0)))
        same(.grayscale, .adjust(saturation: 0))
        same(.adjust(), .identity)
        same(.gradientTint([.black, .white]), .gradientTint([.black, .white], locations: [0, 1]))
    }

    @Test("A3-32 every parameter that changes pixels changes the key")
    func complete() throws {
        let box = PixelSize(width: 10, height: 20)
        let mark = try Bitmap.drawn(8, 8) { _, _ in .max }
        let view = (width: 10.0, height: 20.0)
        let editors: [ImageEditor] = [
            .thumbnail(10), .thumbnail(11), .resize(box), .resize(box, fit: .cover), .resize(box, fit: .fill),
            .resize(box, enlarges: true), .resize(box, filter: .box), .resize(box, filter: .nearest),
            .crop(PixelRect(x: 1, y: 2, width: 3, height: 4)), .crop(PixelRect(x: 2, y: 1, width: 3, height: 4)),
            .crop(to: box), .crop(to: box, anchor: .top), .rotate(degrees: 10), .rotate(degrees: 10.5),
            .rotate(degrees: 10, growsCanvas: false), .flip(horizontally: true), .flip(vertically: true),
            .roundedCorners(10), .roundedCorners(.fraction(0.1)), .roundedCorners(10, corners: .topLeft),
            .roundedCorners(10, border: Border(width: 1, color: .black)), .circle(),
            .circle(border: Border(width: 1, color: .black)), .border(width: 1, color: .black),
            .border(width: 1.5, color: .black), .border(width: 1, color: .white), .background(.white),
            .background(.black), .blur(sigma: 1), .blur(sigma: 1.5), .sharpen(), .sharpen(amount: 1),
            .sharpen(sigma: 2), .tint(.black), .tint(.white), .tint(.black, blendMode: .multiply),
            .gradientTint([.black, .white]), .gradientTint([.white, .black]),
            .gradientTint([.black, .white], locations: [0, 0.5]), .gradientTint([.black, .white], start: .left),
            .gradientTint([.black, .white], end: .right), .overlay(mark, key: "a"), .overlay(mark, key: "b"),
            .overlay(mark, key: "a", alpha: 0.5), .overlay(mark, key: "a", blendMode: .screen),
            .overlay(mark, key: "a", frame: PixelRect(box)), .grayscale, .sepia(), .sepia(0.5), .invert,
            .adjust(saturation: 2), .adjust(brightness: 0.1), .adjust(contrast: 2), .adjust(exposure: 1),
            .adjust(gamma: 2), .vignette(), .vignette(intensity: 1), .vignette(radius: 0.1),
            .lookup(mark, key: "a"), .lookup(mark, key: "b"), .lookup(mark, key: "a", intensity: 0.5), .padding(1),
            .padding(left: 1), .padding(1, color: .white), .canvas(box), .canvas(box, anchor: .top),
            .canvas(box, color: .white), .filter(key: "a") { bitmap, _ in bitmap }, .common(viewSize: view),
            .common(viewSize: (20, 10)), .common(viewSize: view, contentMode: .aspectFit),
            .common(viewSize: view, contentMode: .aspectFill(.top)), .common(viewSize: view, contentMode: .center),
            .common(viewSize: view, maximumResolution: 9), .common(viewSize: view, corners: .all, cornerRadius: 2),
            .common(viewSize: view, borderWidth: 1, borderColor: .black),
            .common(viewSize: view, borderWidth: 1, borderColor: .white),
            .common(viewSize: view, backgroundColor: .black), .common(viewSize: view, scale: 2), .identity,
        ]
        #expect(Set(editors.map(\.key)).count == editors.count)
    }

    @Test("TRF-17 XFORM-04 names from outside can't imitate other chains")
    func foreignNames() {
        func filter(_ key: String) -> ImageEditor { .filter(key: key) { bitmap, _ in bitmap } }
        #expect((filter("a|b")).key != (filter("a") + filter("b")).key)
        #expect((filter("a)|filter(b")).key != (filter("a") + filter("b")).key)
        #expect((filter("resize-") + filter("largeblur")).key != (filter("resize-large") + filter("blur")).key)
        #expect((filter("a") + filter("b")).key != (filter("b") + filter("a")).key)
    }

    @Test("numbers have one spelling")
    func numbers() {
        #expect(ImageEditor.rotate(degrees: 30).key == "rotate(30)")
        #expect(ImageEditor.rotate(degrees: 30.25).key == "rotate(30.25)")
        #expect(ImageEditor.blur(sigma: 2).key == "blur(2)")
        #expect(ImageEditor.roundedCorners(.fraction(0.1)).key == "rounded(10%,all)")
        #expect(ImageEditor.border(width: 4, color: .black).key == "border(4,#000000ff)")
        #expect((ImageEditor.thumbnail(256) + .grayscale).steps.count == 2)
    }
}
