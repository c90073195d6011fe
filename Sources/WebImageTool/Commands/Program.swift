internal import Glibc
internal import WebImageCore

/// Finds the command that is asked for and runs it.
enum Program {
    /// The release that this is a part of.
    static let version = "1.0.0"

    static func run(_ arguments: [String]) async -> ExitCode {
        do throws(UsageError) {
            return try await dispatch(arguments)
        } catch {
            Console().error(error.message)
            return .usage
        }
    }

    private static func dispatch(_ arguments: [String]) async throws(UsageError) -> ExitCode {
        var command = CommandTable.root
        var rest = arguments[...]
        while !command.subcommands.isEmpty {
            guard let word = rest.popFirst() else { throw UsageError(missingCommand(command)) }
            if word == "--help" || word == "-h" || word == "help" { return help(command) }
            if word == "--version", command.name.isEmpty {
                StandardOutput.line("webimage \(version)")
                return .success
            }
            guard let next = command.subcommands.first(where: { $0.word == word }) else {
                throw unknown(word, in: command)
            }
            command = next
        }
        let parsed: ParsedArguments
        // Help is help, whatever else is wrong on the line.
        if rest.prefix(while: { $0 != "--" }).contains("--help") { return help(command) }
        parsed = try ArgumentParser(definition: command).parse(Array(rest))
        return try await run(command, parsed)
    }

    private static func run(_ command: CommandDefinition, _ arguments: ParsedArguments) async throws(UsageError)
        -> ExitCode
    {
        switch command.name {
        case GetCommand.definition.name: return await (try GetCommand(arguments)).run()
        case InfoCommand.definition.name: return await (try InfoCommand(arguments)).run()
        case ShowCommand.definition.name: return await (try ShowCommand(arguments)).run()
        case PrefetchCommand.definition.name: return await (try PrefetchCommand(arguments)).run()
        case CompletionsCommand.definition.name: return (try CompletionsCommand(arguments)).run()
        case ManualCommand.definition.name: return (try ManualCommand(arguments)).run()
        default:
            guard let action = CacheCommand.Action(rawValue: command.word) else {
                throw UsageError("There is no command \(command.name).")
            }
            return await (try CacheCommand(action, arguments)).run()
        }
    }

    private static func help(_ command: CommandDefinition) -> ExitCode {
        let columns = TerminalSize.of(STDOUT_FILENO)?.columns ?? 80
        StandardOutput.line(HelpText.of(command, columns: min(max(columns, 40), 100)))
        return .success
    }

    private static func missingCommand(_ command: CommandDefinition) -> String {
        let words = command.subcommands.map(\.word).joined(separator: ", ")
        let name = command.name.isEmpty ? "webimage" : "webimage \(command.name)"
        return "`\(name)` needs a command: \(words). See `\(name) --help`."
    }

    private static func unknown(_ word: String, in command: CommandDefinition) -> UsageError {
        let isOption = word.hasPrefix("-")
        let words = command.subcommands.map(\.word)
        let known = isOption ? [Options.help.definition.name, Options.version.definition.name] : words
        let hint = EditDistance.nearest(to: word, in: known).map { " Did you mean \($0)?" }
        return UsageError(
            "There is no \(isOption ? "option" : "command") \(Printable.text(word))."
                + (hint ?? " There are \(words.joined(separator: ", "))."))
    }
}
