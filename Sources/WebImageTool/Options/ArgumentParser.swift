/// Takes a command line apart by a command's definition.
///
/// `--name VALUE`, `--name=VALUE`, `-o VALUE` and `-oVALUE` are understood; `--` ends the options, and `-` alone is an operand.
struct ArgumentParser {
    let definition: CommandDefinition

    func parse(_ arguments: [String]) throws(UsageError) -> ParsedArguments {
        var parsed = ParsedArguments()
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                parsed.items += rest.map { .operand($0) }
                break
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                parsed.items.append(.operand(argument))
                continue
            }
            let (name, attached) = try split(argument)
            guard let option = definition.options.first(where: { $0.name == name }) else { throw unknown(name) }
            parsed.items.append(.option(name: name, value: try value(of: option, attached, &rest)))
        }
        return parsed
    }

    private func split(_ argument: String) throws(UsageError) -> (name: String, value: String?) {
        if argument.hasPrefix("--") {
            guard let equals = argument.firstIndex(of: "=") else { return (argument, nil) }
            return (String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
        }
        // An unknown letter is named as it was written: `-size` is nearer to `--size` than `-s` is.
        let name = String(argument.prefix(2))
        guard argument.count > 2, definition.options.contains(where: { $0.name == name }) else {
            return (argument, nil)
        }
        return (name, String(argument.dropFirst(2)))
    }

    private func value(of option: OptionDefinition, _ attached: String?, _ rest: inout ArraySlice<String>)
        throws(UsageError) -> String
    {
        guard let placeholder = option.placeholder else {
            guard attached == nil else { throw UsageError("\(option.name) takes no value.") }
            return ""
        }
        guard let value = attached ?? rest.popFirst() else {
            throw UsageError("\(option.name) needs a value: \(option.name) \(placeholder).")
        }
        return value
    }

    private func unknown(_ name: String) -> UsageError {
        let nearest = EditDistance.nearest(to: name, in: definition.options.map(\.name))
        let hint = nearest.map { " Did you mean \($0)?" } ?? ""
        return UsageError(
            "There is no option \(Printable.text(name)).\(hint) See `webimage \(definition.name) --help`.")
    }
}
