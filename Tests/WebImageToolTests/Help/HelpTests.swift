import Testing

@testable import webimage

@Suite(.timeLimit(.minutes(5)))
struct HelpTests {
    private var commands: [CommandDefinition] {
        [CommandTable.root] + CommandTable.root.subcommands.flatMap { [$0] + $0.subcommands }
    }

    @Test("help names every option and command, and keeps to its width", arguments: [60, 80, 100])
    func help(columns: Int) {
        for command in commands {
            let text = HelpText.of(command, columns: columns)
            for option in command.options { #expect(text.contains(option.name), "\(command.name) \(option.name)") }
            for sub in command.subcommands { #expect(text.contains(sub.word)) }
            for line in text.split(separator: "\n") { #expect(line.count <= columns, "\(line)") }
            #expect(text.utf8.count > 200)
        }
    }

    @Test("no command has an option twice")
    func unique() {
        for command in commands {
            let names = command.options.map(\.name)
            #expect(Set(names).count == names.count, "\(command.name)")
        }
    }

    @Test("the manual names every option")
    func manual() {
        let text = ManualPage.text
        for command in CommandTable.leaves() {
            for option in command.options {
                #expect(text.contains(option.name.replacing("-", with: "\\-")), "\(option.name)")
            }
        }
        for line in text.split(separator: "\n") where line.hasPrefix(".") {
            #expect([".TH", ".SH", ".SS", ".B ", ".TP", ".PP", ".br"].contains { line.hasPrefix($0) }, "\(line)")
        }
    }

    @Test("the completions name every option")
    func completions() {
        for option in GetCommand.definition.options {
            #expect(BashCompletion.script.contains(option.name))
            #expect(ZshCompletion.script.contains(option.name))
            let word = option.name.drop { $0 == "-" }
            #expect(FishCompletion.script.contains(" \(word) ") || FishCompletion.script.contains("-l \(word)"))
        }
    }
}
