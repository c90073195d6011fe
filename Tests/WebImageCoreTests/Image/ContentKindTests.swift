import FoundationEssentials
import Testing
import WebImageCore

@Suite(.timeLimit(.minutes(5)))
struct ContentKindTests {
    private static func bytes(_ parts: Any...) -> Data {
        var data = Data()
        for part in parts {
            if let text = part as? String { data += Data(text.utf8) }
            if let list = part as? [Int] { data += Data(list.map { UInt8($0) }) }
        }
        return data
    }

    static let signatures: [(ImageFormat, Data)] = [
        (.jpeg, bytes([0xFF, 0xD8, 0xFF, 0xE0])),
        (
            .png,
            bytes(
                [0x89], "PNG\r\n", [0x1A, 0x0A, 0, 0, 0, 13], "IHDR", [Int](repeating: 0, count: 17), [0, 0, 0, 0],
                "IDAT")
        ),
        (
            .apng,
            bytes(
                [0x89], "PNG\r\n", [0x1A, 0x0A, 0, 0, 0, 13], "IHDR", [Int](repeating: 0, count: 17), [0, 0, 0, 8],
                "acTL",
                [Int](repeating: 0, count: 12))
        ),
        (.gif, bytes("GIF89a")), (.gif, bytes("GIF87a")), (.webp, bytes("RIFF", [9, 9, 9, 9], "WEBPVP8 ")),
        (.avif, bytes([0, 0, 0, 28], "ftypavif", [0, 0, 0, 0], "mif1avifmiaf")),
        (.avif, bytes([0, 0, 0, 28], "ftypmif1", [0, 0, 0, 0], "avifmif1miaf")),
        (.heic, bytes([0, 0, 0, 24], "ftypheic", [0, 0, 0, 0], "mif1heic")),
        (.heic, bytes([0, 0, 0, 24], "ftypmif1", [0, 0, 0, 0], "mif1heic")),
        (.jxl, bytes([0xFF, 0x0A, 0])), (.jxl, bytes([0, 0, 0, 12], "JXL ", [13, 10, 0x87, 10])),
        (.tiff, bytes("II*", [0])), (.tiff, bytes("MM", [0], "*")),
        (.bmp, bytes("BM", [0, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0])),
        (.ico, bytes([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0], [Int](repeating: 0, count: 8))),
        (.svg, bytes("<svg xmlns='x'>")), (.svg, bytes("\u{FEFF}<?xml version='1.0'?>\n<!-- hi --><svg>")),
        (.pdf, bytes("%PDF-1.7")),
    ]

    @Test("SNF D-39 B-47 full signatures", arguments: signatures)
    func signature(format: ImageFormat, data: Data) {
        #expect(ContentKind(of: data) == .image(format))
    }

    @Test(
        "why something is no picture",
        arguments: [
            ("", NotAnImageReason.empty), ("<!DOCTYPE html><html>", .html), ("  \n<html><body>", .html),
            ("<?xml version='1.0'?><html><body><svg></svg>", .html), ("{\"error\": 1}", .json), ("[1]", .json),
            ("Not Found", .text), ("<?xml version='1.0'?><rss>", .xml), ("BM is a company", .text),
            ("\u{1}\u{2}", .unknown),
        ])
    func reasons(text: String, reason: NotAnImageReason) {
        #expect(ContentKind(of: Data(text.utf8)) == .other(reason))
    }

    @Test("every beginning of a signature is answered without a crash")
    func prefixes() {
        for (_, data) in Self.signatures {
            for count in 0..<data.count { _ = ContentKind(of: data.prefix(count)) }
        }
        #expect(ContentKind(of: Data([0xFF, 0xD8])) == .other(.unknown))
    }

    @Test("a slice that doesn't begin at index 0 is read from its own beginning")
    func slice() {
        let data = Data("xxGIF89a".utf8)
        #expect(ContentKind(of: data[2...]) == .image(.gif))
    }
}
