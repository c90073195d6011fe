/// All commands, as help, completions and the manual show them.
enum CommandTable {
    static let root = CommandDefinition(
        name: "", operands: "",
        summary: "Load, edit, show and cache pictures",
        discussion: """
            Data goes to standard output, everything for people to standard error. The exit code is 0 when everything \
            worked, 1 when at least one source failed, and 2 for a command line that makes no sense.
            """,
        subcommands: [
            GetCommand.definition, InfoCommand.definition, ShowCommand.definition, PrefetchCommand.definition,
            CacheCommand.definition, CompletionsCommand.definition, ManualCommand.definition,
        ])

    /// Every definition that stands for a whole command line, below `definition`.
    static func leaves(of definition: CommandDefinition = root) -> [CommandDefinition] {
        definition.subcommands.isEmpty ? [definition] : definition.subcommands.flatMap { leaves(of: $0) }
    }
}
