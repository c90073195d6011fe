/// A completion script for fish.
enum FishCompletion {
    static var script: String {
        let root = CommandTable.root
        var lines = ["# fish completion for webimage; made by `webimage completions fish`."]
        lines += root.subcommands.map { line("__fish_use_subcommand", "-f -a \($0.word) -d \(quoted($0.summary))") }
        lines += [Options.help, Options.version].map { option($0.definition, condition: "__fish_use_subcommand") }
        for command in root.subcommands {
            let seen = "__fish_seen_subcommand_from \(command.word)"
            guard !command.subcommands.isEmpty else {
                lines += command.operandWords.map { line(seen, "-f -a \($0)") }
                lines += command.options.map { option($0, condition: seen) }
                continue
            }
            let words = command.subcommands.map(\.word).joined(separator: " ")
            let open = "\(seen); and not __fish_seen_subcommand_from \(words)"
            lines += command.subcommands.map { line(open, "-f -a \($0.word) -d \(quoted($0.summary))") }
            for action in command.subcommands {
                let condition = "\(seen); and __fish_seen_subcommand_from \(action.word)"
                lines += action.options.map { option($0, condition: condition) }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func line(_ condition: String, _ rest: String) -> String {
        "complete -c webimage -n '\(condition)' \(rest)"
    }

    private static func option(_ option: OptionDefinition, condition: String) -> String {
        let name = option.name.hasPrefix("--") ? "-l \(option.name.dropFirst(2))" : "-s \(option.name.dropFirst())"
        var parts = [name]
        if option.takesValue { parts.append("-r") }
        switch option.completion {
        case .nothing: parts.append(option.takesValue ? "-f" : "")
        case .files: parts.append("-F")
        case .folders: parts.append("-f -a '(__fish_complete_directories)'")
        case .words(let words): parts.append("-f -a \(quoted(words.joined(separator: " ")))")
        }
        parts.append("-d \(quoted(option.help))")
        return line(condition, parts.filter { !$0.isEmpty }.joined(separator: " "))
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}
