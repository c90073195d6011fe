/// `webimage completions SHELL`: prints a completion script.
struct CompletionsCommand {
    enum Shell: String, CaseIterable {
        case bash, zsh, fish
    }

    static let definition = CommandDefinition(
        name: "completions", operands: Shell.allCases.map(\.rawValue).joined(separator: "|"),
        summary: "Print a completion script for a shell",
        discussion: """
            For bash write it to ~/.local/share/bash-completion/completions/webimage, for zsh to a file _webimage in a folder \
            of $fpath, for fish to ~/.config/fish/completions/webimage.fish.
            """)

    private let shell: Shell

    init(_ arguments: ParsedArguments) throws(UsageError) {
        let words = arguments.operands
        guard words.count == 1, let shell = Shell(rawValue: words[0]) else {
            throw UsageError(
                "`webimage completions` needs one shell: \(Shell.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        self.shell = shell
    }

    func run() -> ExitCode {
        switch shell {
        case .bash: StandardOutput.write(BashCompletion.script)
        case .zsh: StandardOutput.write(ZshCompletion.script)
        case .fish: StandardOutput.write(FishCompletion.script)
        }
        return .success
    }
}
