import Testing
import WebImageCore

@testable import webimage

@Suite(.timeLimit(.minutes(5)))
struct ArgumentParserTests {
    private func parse(_ arguments: String...) throws -> ParsedArguments {
        try ArgumentParser(definition: GetCommand.definition).parse(arguments)
    }

    private func message(_ arguments: String...) -> String {
        do throws(UsageError) {
            _ = try ArgumentParser(definition: GetCommand.definition).parse(arguments)
            return ""
        } catch {
            return error.message
        }
    }

    @Test("operands and options keep their order")
    func order() throws {
        let parsed = try parse("a.png", "--size", "10", "-f", "list", "b.png", "--json")
        #expect(
            parsed.items == [
                .operand("a.png"), .option(name: "--size", value: "10"), .option(name: "-f", value: "list"),
                .operand("b.png"), .option(name: "--json", value: ""),
            ])
        #expect(parsed.operands == ["a.png", "b.png"])
    }

    @Test("a value may be attached")
    func attached() throws {
        let parsed = try parse("--size=10x20", "-oout/", "--header=A: b=c")
        #expect(try parsed.value(of: Options.size) == .size(.init(width: 10, height: 20)))
        #expect(try parsed.value(of: Options.output) == "out/")
        #expect(try parsed.values(of: Options.header) == [.init("A", "b=c")])
    }

    @Test("a value may begin with a dash")
    func dashedValue() throws {
        #expect(try parse("--rotate", "-90", "-o", "-").items.count == 2)
        #expect(try parse("--rotate", "-90").value(of: Options.rotate) == .rotate(degrees: -90))
    }

    @Test("-- ends the options, - is an operand")
    func endOfOptions() throws {
        #expect(try parse("-", "--", "--size", "-x").operands == ["-", "--size", "-x"])
    }

    @Test(
        "an unknown option names the nearest one",
        arguments: [
            ("--sise", "--size"), ("--formt", "--format"), ("--qualty", "--quality"), ("-size", "--size"),
            ("--no-cash", "--no-cache"), ("--alframes", "--all-frames"), ("--offlien", "--offline"),
        ])
    func nearest(written: String, meant: String) {
        let text = message("a.png", written, "3")
        #expect(text.contains("Did you mean \(meant)?"), "\(text)")
    }

    @Test("what is near nothing gets no suggestion")
    func farAway() {
        #expect(!message("--xqzvkjw").contains("Did you mean"))
    }

    @Test("a missing value and a value too many are told")
    func values() {
        #expect(message("--size").contains("--size N|WxH"))
        #expect(message("--json=yes").contains("takes no value"))
    }

    @Test("of an option that is given twice the last one counts")
    func repeated() throws {
        #expect(try parse("--quality", "3", "--quality", "4").value(of: Options.quality) == 4)
    }
}
