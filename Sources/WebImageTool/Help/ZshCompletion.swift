/// A completion script for zsh.
enum ZshCompletion {
    static var script: String {
        """
        #compdef webimage
        # zsh completion for webimage; made by `webimage completions zsh`.
        \(CommandTable.root.subcommands.flatMap { $0.subcommands + [$0] }.map(function).joined(separator: "\n"))
        \(function(CommandTable.root))
        _webimage "$@"

        """
    }

    private static func function(_ command: CommandDefinition) -> String {
        var arguments = command.options.map(specification)
        if command.name.isEmpty { arguments.append(specification(Options.version.definition)) }
        if command.subcommands.isEmpty {
            arguments.append(
                command.operandWords.isEmpty
                    ? "'*:source:_files'" : "'1:word:(\(command.operandWords.joined(separator: " ")))'")
            return """
                \(name(command))() {
                    _arguments -s \(arguments.joined(separator: " \\\n        "))
                }
                """
        }
        let words = command.subcommands.map { "'\($0.word):\(quoted($0.summary))'" }
        return """
            \(name(command))() {
                local state line
                local -a commands=(\(words.joined(separator: " \\\n        ")))
                _arguments -C \(arguments.joined(separator: " \\\n        ")) \\
                    '1:command:->command' '*::argument:->argument'
                case $state in
                    command) _describe command commands ;;
                    argument)
                        case $line[1] in
            \(command.subcommands.map { "                \($0.word)) \(name($0)) ;;" }.joined(separator: "\n"))
                        esac ;;
                esac
            }
            """
    }

    private static func name(_ command: CommandDefinition) -> String {
        (["_webimage"] + command.name.split(separator: " ")).joined(separator: "_")
    }

    private static func specification(_ option: OptionDefinition) -> String {
        let start = (option.isRepeatable ? "*" : "") + option.name + "[\(quoted(option.help))]"
        guard let placeholder = option.placeholder else { return "'\(start)'" }
        let action =
            switch option.completion {
            case .nothing: " "
            case .files: "_files"
            case .folders: "_files -/"
            case .words(let words): "(\(words.joined(separator: " ")))"
            }
        return "'\(start):\(quoted(placeholder)):\(action)'"
    }

    /// Text inside of a quoted specification.
    private static func quoted(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "'": result += "'\\''"
            case "[", "]", ":", "\\": result += "\\\(character)"
            default: result.append(character)
            }
        }
        return result
    }
}
