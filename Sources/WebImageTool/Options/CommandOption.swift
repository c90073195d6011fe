/// An option with the type of its value.
struct CommandOption<Value: Sendable>: Sendable {
    let definition: OptionDefinition
    /// What a value must be, as the end of "it takes …".
    let expectation: String
    /// The value that a text means; nil where it makes no sense.
    let parse: @Sendable (String) -> Value?

    init(
        _ name: String, _ placeholder: String, help: String, expects expectation: String, isRepeatable: Bool = false,
        completion: OptionDefinition.Completion = .nothing, parse: @escaping @Sendable (String) -> Value?
    ) {
        definition = OptionDefinition(
            name: name, placeholder: placeholder, help: help, isRepeatable: isRepeatable, completion: completion)
        self.expectation = expectation
        self.parse = parse
    }

    func value(of text: String) throws(UsageError) -> Value {
        guard let value = parse(text) else {
            throw UsageError("\(definition.name) can't be “\(Printable.text(text))”: it takes \(expectation).")
        }
        return value
    }
}

extension CommandOption where Value == Bool {
    /// An option without a value.
    init(flag name: String, help: String) {
        definition = OptionDefinition(
            name: name, placeholder: nil, help: help, isRepeatable: false, completion: .nothing)
        expectation = "no value"
        parse = { _ in true }
    }
}

extension CommandOption where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// An option whose values are the words of an enumeration.
    init(choice name: String, help: String) {
        let words = Value.allCases.map(\.rawValue)
        self.init(
            name, words.joined(separator: "|"), help: help, expects: "one of \(words.joined(separator: ", "))",
            completion: .words(words)
        ) { Value(rawValue: $0) }
    }
}
