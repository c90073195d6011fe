#if SVG
    import FoundationEssentials
    import Glibc
    import Testing
    import WebImageCore
    @testable import WebImageCoders

    @Suite(.timeLimit(.minutes(5)))
    struct SVGCoderTests {
        /// The left half red, the right one blue.
        private static let halves =
            "<rect width='50%' height='100%' fill='#f00'/><rect x='50%' width='50%' height='100%' fill='#00f'/>"

        private func decode(_ text: String, _ options: DecodeOptions = DecodeOptions()) throws -> DecodedImage {
            try CoderManager.standard.decode(Data(text.utf8), context: DecodeContext(options: options))
        }

        private func svg(_ attributes: String, _ body: String = halves) -> String {
            "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' \(attributes)>"
                + body + "</svg>"
        }

        @Test(
            "DEC-16 the size comes from what the root says",
            arguments: [
                ("width='40' height='20'", 40, 20), ("viewBox='0 0 60 30'", 60, 30),
                ("width='100%' viewBox='0 0 60 30'", 60, 30), ("height='15' viewBox='0 0 60 30'", 30, 15),
                ("width='120' viewBox='0 0 60 30'", 120, 60), ("", 300, 150), ("width='100%'", 300, 150),
                ("width='1in' height='2.54cm'", 96, 96), ("width='0' height='0' viewBox='0 0 8 8'", 8, 8),
            ])
        func sizes(attributes: String, width: Int, height: Int) throws {
            let image = try decode(svg(attributes))
            let size = PixelSize(width: width, height: height)
            #expect(image.bitmap.size == size)
            let info = try CoderManager.standard.info(of: Data(svg(attributes).utf8), context: DecodeContext())
            #expect(info.size == size)
            #expect(image.bitmap[width / 4, height / 2] == PixelColor(red: 255, green: 0, blue: 0))
            #expect(image.bitmap[width * 3 / 4, height / 2] == PixelColor(red: 0, green: 0, blue: 255))
        }

        @Test("DEC-16 a thumbnail is drawn at the size that is asked for, larger too")
        func thumbnails() throws {
            for attributes in ["viewBox='0 0 60 30'", "width='6' height='3' viewBox='0 0 60 30'", "width='100%'", ""] {
                let bitmap = try decode(svg(attributes), DecodeOptions(thumbnail: ThumbnailSize(400))).bitmap
                #expect(bitmap.size == PixelSize(width: 400, height: 200))
                // Drawn, not scaled: the edge between the halves is sharp.
                #expect(bitmap[199, 100] == PixelColor(red: 255, green: 0, blue: 0))
                #expect(bitmap[200, 100] == PixelColor(red: 0, green: 0, blue: 255))
            }
            let filled = ThumbnailSize(PixelSize(width: 40, height: 40), fit: .fill)
            #expect(try decode(svg("viewBox='0 0 60 30'"), DecodeOptions(thumbnail: filled)).bitmap[10, 39].red == 255)
            let covered = ThumbnailSize(PixelSize(width: 40, height: 40), fit: .cover)
            let bitmap = try decode(svg("viewBox='0 0 60 30'"), DecodeOptions(thumbnail: covered)).bitmap
            #expect(bitmap.size == PixelSize(width: 40, height: 40))
            #expect(bitmap[19, 20].red == 255 && bitmap[20, 20].blue == 255)
        }

        @Test("COD-29 THUMB-06 a drawing fills the box unless that is forbidden; then it is only made smaller")
        func neverLarger() throws {
            for attributes in ["width='60' height='30'", "viewBox='0 0 60 30'"] {
                func size(_ side: Int, enlarges: Bool, drawings: Bool) throws -> PixelSize {
                    let box = PixelSize(width: side, height: side)
                    let thumbnail = ThumbnailSize(box, enlarges: enlarges, enlargesDrawings: drawings)
                    return try decode(svg(attributes), DecodeOptions(thumbnail: thumbnail)).bitmap.size
                }
                let natural = PixelSize(width: 60, height: 30)
                let large = PixelSize(width: 400, height: 200)
                #expect(try size(400, enlarges: false, drawings: true) == large)
                #expect(try size(400, enlarges: true, drawings: false) == large)
                #expect(try size(400, enlarges: false, drawings: false) == natural)
                #expect(try size(20, enlarges: false, drawings: false) == PixelSize(width: 20, height: 10))
            }
        }

        @Test("DEC-22 a giant is refused before memory is taken, but drawn small")
        func limits() throws {
            let giant = svg("width='1000000' height='1000000'")
            let error = #expect(throws: WebImageError.self) { try decode(giant) }
            #expect(error?.code == .tooManyPixels)
            let small = try decode(giant, DecodeOptions(thumbnail: ThumbnailSize(64))).bitmap
            #expect(small.size == PixelSize(width: 64, height: 64))
            let strip = #expect(throws: WebImageError.self) { try decode(svg("width='40000' height='10'")) }
            #expect(strip?.code == .tooManyPixels)
        }

        @Test("Nothing outside of the file is loaded; pictures inside of it are")
        func externalLoads() throws {
            let file = URL(filePath: "/tmp/wi-svg-outside-\(getpid()).svg")
            try Data(svg("width='9' height='9'", "<rect width='9' height='9' fill='#0f0'/>").utf8).write(to: file)
            defer { unlink(file.path) }
            for reference in [file.absoluteString, file.path, file.lastPathComponent, "http://127.0.0.1:9/x.svg"] {
                let body = "<image href='\(reference)' xlink:href='\(reference)' width='9' height='9'/>"
                let bitmap = try decode(svg("width='9' height='9'", body)).bitmap
                #expect(bitmap[4, 4] == .clear)
            }
            // A green pixel as PNG.
            let png =
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNg+M8AAAICAQB7CYF4AAAAAElFTkSuQmCC"
            let body = "<image href='data:image/png;base64,\(png)' width='9' height='9'/>"
            #expect(try decode(svg("width='9' height='9'", body)).bitmap[4, 4].green == 255)
        }

        @Test("Transparent where nothing is drawn; a background is painted below")
        func background() throws {
            let text = svg("width='10' height='10'", "<rect width='5' height='10' fill='#f00' fill-opacity='0.5'/>")
            let plain = try decode(text).bitmap
            #expect(plain[7, 5] == .clear)
            #expect(abs(Int(plain[2, 5].alpha) - 128) <= 1)
            var options = DecodeOptions()
            options.background = .white
            let painted = try decode(text, options).bitmap
            #expect(painted.isOpaque && painted[7, 5] == .white)
            #expect(abs(Int(painted[2, 5].green) - 127) <= 1)
        }

        @Test("DEC-17 a byte order mark, comments and a prefixed root")
        func beginnings() throws {
            let root = svg("width='4' height='4'")
            let comment = "<!-- \(String(repeating: "a", count: 9000)) -->"
            let type = "<!DOCTYPE svg [<!ENTITY a 'b'>]>"
            let prefixed = "<s:svg xmlns:s='http://www.w3.org/2000/svg' width='4' height='4'/>"
            for text in [
                "\u{FEFF}\(root)", "\n\n \(root)", "<?xml version='1.0'?>\(comment)\(root)",
                "\(comment)\(type)\(prefixed)",
            ] {
                #expect(try decode(text).bitmap.size == PixelSize(width: 4, height: 4))
            }
            let page = "<!-- \(comment) --><html><body>\(root)</body></html>"
            let error = #expect(throws: WebImageError.self) { try decode(page) }
            #expect(error?.code == .notAnImage)
        }

        @Test("Broken and cut text is an error")
        func damaged() throws {
            let whole = svg("width='4' height='4'")
            let cut = #expect(throws: WebImageError.self) { try decode(String(whole.prefix(120))) }
            #expect(cut?.code == .truncated || cut?.code == .corruptImage)
            #expect(throws: WebImageError.self) { try decode("<svg xmlns='http://www.w3.org/2000/svg'><rect</svg>") }
            let type = "<!DOCTYPE svg [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'>]>"
            _ = try? decode(type + svg("width='4' height='4'", "<text>&b;</text>"))
        }
    }
#endif
