/// How the parameters of edits stand in keys: every value has one spelling.
enum EditKey {
    /// The shortest text that reads back as the same number; whole numbers without a point.
    static func number(_ value: Double) -> String {
        if let whole = Int(exactly: value) { return "\(whole)" }
        return "\(value)"
    }

    static func numbers(_ values: [Double]) -> String { values.map(number).joined(separator: ",") }

    /// A name from outside with the characters escaped that part keys.
    static func escaped(_ name: String) -> String {
        var text = ""
        for character in name {
            switch character {
            case "%": text += "%25"
            case "|": text += "%7C"
            case "(": text += "%28"
            case ")": text += "%29"
            default: text.append(character)
            }
        }
        return text
    }
}
