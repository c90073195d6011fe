/// A command as help, completions and the manual show it.
struct CommandDefinition: Sendable {
    /// All words after `webimage`: `get`, `cache stats`.
    let name: String
    /// What stands after the options: `SOURCE…`; empty for nothing.
    let operands: String
    /// One sentence without a period.
    let summary: String
    /// Paragraphs below the usage.
    let discussion: String
    var groups: [OptionGroup] = []
    var subcommands: [CommandDefinition] = []

    /// All options, `--help` included.
    var options: [OptionDefinition] { groups.flatMap(\.options) + [Options.help.definition] }

    /// The words that the operand is one of; empty where it is a source or an address.
    var operandWords: [String] {
        operands.contains("|") ? operands.split(separator: "|").map(String.init) : []
    }

    /// The last word of the name.
    var word: String { String(name.split(separator: " ").last ?? "") }
}
