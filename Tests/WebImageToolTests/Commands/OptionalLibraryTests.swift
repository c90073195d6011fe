import Testing
import WebImageTesting

/// Libraries of single formats are opened when a picture needs them. Where they are missing (here: files of their names that are
/// no libraries are found first) everything else works, and the error names what is missing.
@Suite(.timeLimit(.minutes(5)))
struct OptionalLibraryTests {
    private let folder = TemporaryFolder()
    private let environment: [String: String]

    init() {
        let files = [
            "libavif.so.15", "libavif.so.16", "libheif.so.1", "libjxl.so.0.7", "libjxl.so.0.8", "libjxl.so.0.9",
            "libjxl.so.0.10", "libjxl.so.0.11", "librsvg-2.so.2", "libtiff.so.6", "libcurl.so.4",
        ]
        for file in files { folder.write([], to: file) }
        environment = ["LD_LIBRARY_PATH": folder.path]
    }

    /// The formats of this build: a picture's path and its library's name.
    private static let pictures: [(path: String, library: String)] = {
        let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        func fixture(_ name: String) -> String { root + "/Tests/Fixtures/Codecs/" + name }
        var pictures: [(path: String, library: String)] = []
        #if AVIF
            pictures.append((fixture("irot0.avif"), "libavif"))
        #endif
        #if HEIF
            pictures.append((fixture("rgb.heic"), "libheif"))
        #endif
        #if JXL
            pictures.append((fixture("gray.jxl"), "libjxl"))
        #endif
        #if TIFF
            pictures.append((fixture("pages.tif"), "libtiff"))
        #endif
        #if SVG
            pictures.append(("data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>", "librsvg"))
        #endif
        return pictures
    }()

    @Test("a picture of a missing library is told as that, and the others are loaded")
    func reading() async throws {
        let sources = Self.pictures.map(\.path) + [Sample.path("valley-progressive.jpg")]
        let answer = await Tool.run(["get", "--json", "--no-cache"] + sources, environment: environment)
        let lines = try answer.lines()
        #expect(answer.code == (Self.pictures.isEmpty ? 0 : 1))
        #expect(lines.count == sources.count && lines.last?.ok == true, "\(answer.text)\(answer.errors)")
        for (line, picture) in zip(lines, Self.pictures) {
            #expect(line.error?.code == "unsupportedFormat", "\(line)")
            #expect(line.error?.message.contains(picture.library) == true, "\(line)")
        }
        // The same with the libraries in place.
        #expect(await Tool.run(["get", "--json", "--no-cache"] + sources).code == 0)
    }

    @Test("a format that can't be written for want of its library leaves no file")
    func writing() async throws {
        for format in ["avif", "heic", "jxl", "tiff"] {
            guard Self.pictures.contains(where: { $0.library.hasSuffix(format == "heic" ? "heif" : format) }) else {
                continue
            }
            let output = folder("picture.\(format)")
            let answer = await Tool.run(
                ["get", "--json", "--no-cache", Sample.path("blossom-palette.png"), "-o", output],
                environment: environment)
            let line = try #require(try answer.lines().first)
            #expect(answer.code == 1 && line.error?.message.contains("lib") == true, "\(line)")
            #expect(!folder.names().contains("picture.\(format)"))
        }
    }

    @Test("without libcurl an address of HTTP is told as that")
    func transfers() async throws {
        let address = "http://127.0.0.1:9/picture.jpg"
        let answer = await Tool.run(["get", "--json", "--no-cache", address], environment: environment)
        let line = try #require(try answer.lines().first)
        #expect(answer.code == 1 && line.error?.code == "cannotConnect", "\(line)")
        #expect(line.error?.message.contains("libcurl") == true, "\(line)")
    }
}
