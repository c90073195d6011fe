/// A completion script for bash (with or without the bash-completion package).
enum BashCompletion {
    static var script: String {
        """
        # bash completion for webimage; made by `webimage completions bash`.
        _webimage() {
            local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command="" i
            COMPREPLY=()
            for ((i = 1; i < COMP_CWORD; i++)); do
                case "$command${command:+ }${COMP_WORDS[i]}" in
        \(names.map { "            '\($0)') command='\($0)' ;;" }.joined(separator: "\n"))
                esac
            done
            local words="" options=""
            case $command in
        \(cases.joined(separator: "\n"))
            esac
            case $command,$before in
        \(values.joined(separator: "\n"))
            esac
            if [[ $word == -* ]]; then
                COMPREPLY=($(compgen -W "$options" -- "$word"))
            elif [[ -n $words ]]; then
                COMPREPLY=($(compgen -W "$words" -- "$word"))
            else
                compopt -o filenames 2>/dev/null
                COMPREPLY=($(compgen -f -- "$word"))
            fi
        }
        complete -F _webimage webimage

        """
    }

    private static var commands: [CommandDefinition] {
        [CommandTable.root] + CommandTable.root.subcommands.flatMap { [$0] + $0.subcommands }
    }

    private static var names: [String] { commands.map(\.name).filter { !$0.isEmpty } }

    private static var cases: [String] {
        commands.map { command in
            var options = command.options.map(\.name)
            if command.name.isEmpty { options.append(Options.version.definition.name) }
            let words = command.subcommands.isEmpty ? command.operandWords : command.subcommands.map(\.word)
            return "        '\(command.name)') words='\(words.joined(separator: " "))'"
                + " options='\(options.joined(separator: " "))' ;;"
        }
    }

    private static var values: [String] {
        commands.flatMap { command in
            command.options.compactMap { option -> String? in
                guard option.takesValue else { return nil }
                let action =
                    switch option.completion {
                    case .nothing: "COMPREPLY=()"
                    case .files: "compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- \"$word\"))"
                    case .folders: "compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- \"$word\"))"
                    case .words(let words):
                        "COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$word\"))"
                    }
                return "        '\(command.name),\(option.name)') \(action); return ;;"
            }
        }
    }
}
