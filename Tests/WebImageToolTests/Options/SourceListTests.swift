import Testing

@testable import webimage

@Suite(.timeLimit(.minutes(5)))
struct SourceListTests {
    @Test("comments and empty lines are skipped")
    func lines() {
        let text = "\u{FEFF}# pictures\n\n  a.png \r\nhttps://h/b.png#part\n\t\n#c\nd e.png"
        #expect(SourceList.parse(text) == ["a.png", "https://h/b.png#part", "d e.png"])
    }

    @Test("no source is wrong usage, an empty one too")
    func none() {
        #expect(throws: UsageError.self) { try SourceList.read(ParsedArguments(), command: "get") }
        #expect(throws: UsageError.self) {
            try SourceList.read(ParsedArguments(items: [.operand("")]), command: "get")
        }
    }

    @Test("a list that isn't there is wrong usage")
    func missing() {
        #expect(throws: UsageError.self) {
            try SourceList.read(
                ParsedArguments(items: [.option(name: "-f", value: "/nonexistent/list")]), command: "get")
        }
    }
}
