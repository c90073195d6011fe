import Testing

@testable import webimage

@Suite(.timeLimit(.minutes(5)))
struct JSONValueTests {
    @Test("members keep their order, on one line")
    func object() {
        let value = JSONValue.object([
            .init("b", .integer(1)), .init("a", .array([.null, .bool(true), .number(1.5)])), .init("c", .string("x")),
        ])
        #expect(value.line == #"{"b":1,"a":[null,true,1.5],"c":"x"}"#)
    }

    @Test("RFC 8259, 7: what must be escaped is")
    func escapes() {
        #expect(JSONValue.string("\"\\\n\r\t\u{0}\u{1F}/é😀").line == #""\"\\\n\r\t\u0000\u001f/é😀""#)
        #expect(JSONValue.string("\r\n").line == #""\r\n""#)
        #expect(JSONValue.string("a\u{2028}b\u{85}c").line == #""a\u2028b\u0085c""#)
    }

    @Test("numbers that JSON doesn't have are null")
    func numbers() {
        #expect(JSONValue.number(.nan).line == "null")
        #expect(JSONValue.number(.infinity).line == "null")
    }

    @Test("milliseconds are whole where they can be")
    func milliseconds() {
        #expect(JSONValue.milliseconds(.milliseconds(150)).line == "150")
        #expect(JSONValue.milliseconds(.microseconds(33_333)).line == "33.333")
        #expect(JSONValue.milliseconds(.zero).line == "0")
    }
}
