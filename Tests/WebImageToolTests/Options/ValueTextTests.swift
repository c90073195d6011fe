import Testing
import WebImageCore

@testable import webimage

@Suite(.timeLimit(.minutes(5)))
struct ValueTextTests {
    @Test("sizes", arguments: [("100", 100, 100), ("640x480", 640, 480), ("1x1", 1, 1)])
    func size(text: String, width: Int, height: Int) {
        #expect(ValueText.size(text) == PixelSize(width: width, height: height))
    }

    @Test(
        "sizes that make no sense", arguments: ["0", "-3", "axb", "", "10x", "x10", "1x2x3", "1.5", "10 x 10", "0x5"])
    func badSize(text: String) { #expect(ValueText.size(text) == nil) }

    @Test("rectangles")
    func rectangle() {
        #expect(ValueText.rectangle("10,20,100,50") == PixelRect(x: 10, y: 20, width: 100, height: 50))
        for text in ["1,2", "1,2,3", "1,2,3,4,5", "a,b,c,d", "1,2,0,4", "1,2,3,0", "-1,2,3,4", "1,,3,4", ""] {
            #expect(ValueText.rectangle(text) == nil, "\(text)")
        }
    }

    @Test("numbers are decimal and finite")
    func number() {
        #expect(ValueText.number("1.5") == 1.5)
        #expect(ValueText.number("-30") == -30)
        #expect(ValueText.number("1e2") == 100)
        for text in ["nan", "inf", "infinity", "0x10", "", "1,5", " 1", "1e999"] {
            #expect(ValueText.number(text) == nil, "\(text)")
        }
    }

    @Test("seconds")
    func seconds() {
        #expect(ValueText.seconds("2") == .seconds(2))
        #expect(ValueText.seconds("0.25") == .milliseconds(250))
        #expect(ValueText.seconds("0.0001") == .milliseconds(1))
        for text in ["0", "-1", "x", "nan"] { #expect(ValueText.seconds(text) == nil, "\(text)") }
    }

    @Test("header fields")
    func header() {
        #expect(ValueText.header("Accept: image/webp") == .init("Accept", "image/webp"))
        #expect(ValueText.header("X-Empty:") == .init("X-Empty", ""))
        #expect(ValueText.header("A:b:c") == .init("A", "b:c"))
        for text in ["Accept", ": x", "A b: c", "A: b\r\nEvil: 1", "Ä: b"] {
            #expect(ValueText.header(text) == nil, "\(text)")
        }
    }

    @Test("credentials")
    func credentials() {
        #expect(ValueText.credentials("me:se:cret") == .password(user: "me", password: "se:cret"))
        #expect(ValueText.credentials("me:") == .password(user: "me", password: ""))
        #expect(ValueText.credentials("me") == nil)
        #expect(ValueText.credentials(":x") == nil)
    }

    @Test("radii")
    func radius() {
        #expect(EditArgument.radius("40") == .pixels(40))
        #expect(EditArgument.radius("4.5px") == .pixels(4.5))
        #expect(EditArgument.radius("10%") == .percent(10))
        for text in ["x", "-1", "101%", "%", "px", ""] { #expect(EditArgument.radius(text) == nil, "\(text)") }
    }

    @Test("borders")
    func border() {
        #expect(
            EditArgument.border("4,#ff0000") == .border(width: 4, color: PixelColor(red: 255, green: 0, blue: 0)))
        for text in ["3,notacolor", "4", "0,red", "-1,red", "x,red", ",red", "4,"] {
            #expect(EditArgument.border(text) == nil, "\(text)")
        }
    }
}
