/// What stands on a command line, in the order written.
struct ParsedArguments: Sendable {
    enum Item: Sendable, Equatable {
        case operand(String)
        case option(name: String, value: String)
    }

    var items: [Item] = []

    var operands: [String] {
        items.compactMap { item in if case .operand(let text) = item { text } else { nil } }
    }

    func has(_ option: CommandOption<Bool>) -> Bool { !texts(of: option.definition.name).isEmpty }

    /// The value of an option; of one that is given several times, the last one's.
    func value<Value>(of option: CommandOption<Value>) throws(UsageError) -> Value? {
        try values(of: option).last
    }

    /// The values of an option that may be repeated.
    func values<Value>(of option: CommandOption<Value>) throws(UsageError) -> [Value] {
        var values: [Value] = []
        for text in texts(of: option.definition.name) { values.append(try option.value(of: text)) }
        return values
    }

    /// The values of several options of one type, in the order written.
    func values<Value>(ofAny options: [CommandOption<Value>]) throws(UsageError) -> [Value] {
        var values: [Value] = []
        for case .option(let name, let text) in items {
            guard let option = options.first(where: { $0.definition.name == name }) else { continue }
            values.append(try option.value(of: text))
        }
        return values
    }

    /// Throws where more than one of `options` is there: each would undo the others.
    func checkAtMostOne(of options: [OptionDefinition]) throws(UsageError) {
        let given = options.map(\.name).filter { !texts(of: $0).isEmpty }
        guard given.count > 1 else { return }
        throw UsageError("\(given.joined(separator: " and ")) exclude each other; give one of them.")
    }

    private func texts(of name: String) -> [String] {
        items.compactMap { item in
            if case .option(name, let value) = item { value } else { nil }
        }
    }
}
