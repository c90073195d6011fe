import FoundationEssentials
import Testing

@testable import webimage

@Suite(.timeLimit(.minutes(5)))
struct TextTests {
    @Test("escape codes of a server never reach the terminal")
    func printable() {
        #expect(Printable.text("a\u{1B}[31mb\u{7}\u{9B}2J") == "a?[31mb??2J")
        #expect(Printable.text("ü 漢\u{202E}x") == "ü 漢?x")
    }

    @Test("wide characters take two cells")
    func width() {
        #expect(DisplayWidth.of("abc") == 3)
        #expect(DisplayWidth.of("漢字") == 4)
        #expect(DisplayWidth.of("e\u{301}") == 1)
    }

    @Test("a text is fitted by leaving out its middle", arguments: [1, 3, 4, 5, 9, 10, 20, 40])
    func fit(width: Int) {
        for text in ["abcdefghijklmnop", "漢字漢字漢字漢字", "", "a"] {
            #expect(DisplayWidth.of(DisplayWidth.fit(text, width)) == width, "\(text)")
        }
        #expect(DisplayWidth.fit("abcdefghijklmnop", 9) == "abc...nop")
    }

    @Test("quantities")
    func quantities() {
        #expect(Quantity.bytes(0) == "0 B")
        #expect(Quantity.bytes(999) == "999 B")
        #expect(Quantity.bytes(1234) == "1.2 kB")
        #expect(Quantity.bytes(12_345_678) == "12 MB")
        #expect(Quantity.bytes(999_999) == "1.0 MB")
        #expect(Quantity.decimals(3.14159, 2) == "3.14")
        #expect(Quantity.decimals(-0.04, 1) == "0.0")
        #expect(Quantity.decimals(2, 1) == "2.0")
    }

    @Test("moments are RFC 3339")
    func timestamp() {
        #expect(Timestamp.text(Date(timeIntervalSince1970: 0)) == "1970-01-01T00:00:00Z")
        #expect(Timestamp.text(Date(timeIntervalSince1970: 1_700_000_000.9)) == "2023-11-14T22:13:20Z")
    }

    @Test("a bar keeps to the width of the terminal", arguments: [20, 40, 60, 80, 120, 200])
    func bar(columns: Int) {
        for fraction in [nil, 0, 0.5, 1] as [Double?] {
            let bar = ProgressBar(
                name: "https://host/a/very/long/name/of/a/picture/漢字.jpg", fraction: fraction, detail: "12 MB of 34 MB")
            #expect(DisplayWidth.of(bar.line(columns: columns, style: .plain)) < columns)
        }
    }
}
