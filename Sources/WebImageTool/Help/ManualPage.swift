/// The manual page in roff (man 7), made from the commands' definitions.
enum ManualPage {
    static var text: String {
        let root = CommandTable.root
        var lines = [
            ".TH WEBIMAGE 1 \"\" \"webimage \(Program.version)\" \"User Commands\"",
            ".SH NAME", "webimage \\- " + escaped(root.summary.prefix(1).lowercased() + root.summary.dropFirst()),
            ".SH SYNOPSIS",
        ]
        for command in CommandTable.leaves() {
            lines += [".B webimage \(escaped(command.name))", rest(command), ".br"]
        }
        lines += [".SH DESCRIPTION", escaped(root.discussion), ".SH COMMANDS"]
        for command in CommandTable.leaves() { lines += section(command) }
        lines += [".SH GENERAL OPTIONS"]
        for option in [Options.help.definition, Options.version.definition] {
            lines += definition(option.usage, option.help)
        }
        lines += [".SH EXIT STATUS"]
        lines += definition("0", "Everything worked.")
        lines += definition("1", "At least one source failed; the others are done.")
        lines += definition("2", "The command line makes no sense; nothing is done.")
        lines += definition("128+N", "Signal N ended the program; partial outputs are removed.")
        lines += [".SH ENVIRONMENT"]
        lines += definition("XDG_CACHE_HOME", "The folder of caches, where --cache names none.")
        lines += definition("NO_COLOR", "No colors, where it is set.")
        lines += definition("http_proxy, https_proxy, no_proxy", "Proxies, as curl(1) takes them.")
        return lines.joined(separator: "\n") + "\n"
    }

    private static func section(_ command: CommandDefinition) -> [String] {
        var lines = [
            ".SS webimage \(escaped(command.name)) \(escaped(command.operands))", escaped(command.summary + "."),
        ]
        for paragraph in command.discussion.split(separator: "\n\n") { lines += [".PP", escaped(String(paragraph))] }
        for group in command.groups {
            for option in group.options {
                lines += definition(option.usage, HelpText.help(option))
            }
        }
        return lines
    }

    private static func rest(_ command: CommandDefinition) -> String {
        let operands = command.operands.isEmpty ? "" : escaped(command.operands) + " "
        return command.groups.isEmpty ? operands : operands + "[\\fIOPTION\\fR...]"
    }

    private static func definition(_ term: String, _ text: String) -> [String] {
        [".TP", ".B \(escaped(term))", escaped(text)]
    }

    /// Text that roff prints as it is.
    private static func escaped(_ text: some StringProtocol) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "…": result += "..."
            default: result.append(character)
            }
        }
        // A dot or quote at the beginning of a line would be a request.
        return result.hasPrefix(".") || result.hasPrefix("'") ? "\\&" + result : result
    }
}
