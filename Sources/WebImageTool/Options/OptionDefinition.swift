/// What an option is called and takes: the parser, the help, the completions and the manual are made from this.
struct OptionDefinition: Sendable, Equatable {
    /// What a shell offers for the value.
    enum Completion: Sendable, Equatable {
        case nothing, files, folders
        case words([String])
    }

    /// With its dashes: `--size`, `-o`.
    let name: String
    /// How help names the value; nil where the option takes none.
    let placeholder: String?
    let help: String
    let isRepeatable: Bool
    let completion: Completion

    var takesValue: Bool { placeholder != nil }

    /// The name and what follows it: `--size N|WxH`.
    var usage: String { placeholder.map { "\(name) \($0)" } ?? name }
}
