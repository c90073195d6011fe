/// Named values that are told as a JSON object or as lines for people.
enum Report {
    /// A title, and below it a line a value, the values below each other; what is null is left out.
    static func text(_ title: String?, _ members: [JSONValue.Member], style: TextStyle) -> String {
        let shown = members.filter { $0.value != .null }
        let width = shown.map(\.name.count).max() ?? 0
        let indentation = title == nil ? "" : "  "
        let lines = shown.map { member in
            let padding = String(repeating: " ", count: width - member.name.count + 2)
            return indentation + style.dim(member.name) + padding + plain(member.value)
        }
        let start = title.map { [style.bold(Printable.text($0))] } ?? []
        return (start + lines).joined(separator: "\n")
    }

    private static func plain(_ value: JSONValue) -> String {
        switch value {
        case .null: ""
        case .bool(let value): value ? "yes" : "no"
        case .string(let text): Printable.text(text)
        case .array(let values): values.map(plain).joined(separator: " ")
        case .integer, .number, .object: value.line
        }
    }
}
