/// Help as `--help` prints it, made from a command's definition.
enum HelpText {
    static func of(_ command: CommandDefinition, columns: Int = 80) -> String {
        var blocks = ["Usage: \(usage(command))", wrapped(command.summary + ".", columns)]
        blocks += command.discussion.split(separator: "\n\n").map { wrapped(String($0), columns) }
        if !command.subcommands.isEmpty {
            blocks.append(list("Commands", command.subcommands.map { (commandUsage($0), $0.summary + ".") }, columns))
        }
        for group in command.groups where !group.options.isEmpty {
            blocks.append(list(group.title, group.options.map { ($0.usage, help($0)) }, columns))
        }
        let general = [Options.help.definition] + (command.name.isEmpty ? [Options.version.definition] : [])
        blocks.append(list("General", general.map { ($0.usage, help($0)) }, columns))
        return blocks.joined(separator: "\n\n")
    }

    static func usage(_ command: CommandDefinition) -> String {
        var words = ["webimage"]
        if !command.name.isEmpty { words.append(command.name) }
        if !command.subcommands.isEmpty { words.append("COMMAND") }
        if !command.operands.isEmpty { words.append(command.operands) }
        return (words + ["[OPTION…]"]).joined(separator: " ")
    }

    static func commandUsage(_ command: CommandDefinition) -> String {
        command.operands.isEmpty ? command.word : "\(command.word) \(command.operands)"
    }

    static func help(_ option: OptionDefinition) -> String {
        option.isRepeatable ? option.help + " May be repeated." : option.help
    }

    private static func list(_ title: String, _ rows: [(String, String)], _ columns: Int) -> String {
        let width = min(26, (rows.map(\.0.count).max() ?? 0) + 2)
        let lines = rows.map { name, text in
            let lines = wrapped(text, columns - width - 2).split(separator: "\n")
            let indentation = String(repeating: " ", count: width + 2)
            let first = "  " + name
            if first.count + 2 > indentation.count {
                return ([first] + lines.map { indentation + $0 }).joined(separator: "\n")
            }
            let padding = String(repeating: " ", count: indentation.count - first.count)
            return first + padding + lines.joined(separator: "\n" + indentation)
        }
        return "\(title):\n" + lines.joined(separator: "\n")
    }

    static func wrapped(_ text: String, _ columns: Int) -> String {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, line.count + word.count + 1 > columns {
                lines.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        return (lines + [line]).joined(separator: "\n")
    }
}
