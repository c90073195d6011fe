internal import Glibc

/// Whether and how text for people is decorated.
struct TextStyle: Sendable {
    var usesColor: Bool
    /// Whether characters beyond ASCII can be shown.
    var usesUnicode: Bool

    static let plain = TextStyle(usesColor: false, usesUnicode: false)

    /// The style for a descriptor: no colors off a terminal, nor where `NO_COLOR` is set (no-color.org).
    static func of(_ descriptor: Int32) -> TextStyle {
        let isTerminal = isatty(descriptor) != 0 && Environment["TERM"] != "dumb"
        return TextStyle(usesColor: isTerminal && Environment["NO_COLOR"] == nil, usesUnicode: Environment.isUTF8)
    }

    func red(_ text: String) -> String { colored(text, "31") }
    func green(_ text: String) -> String { colored(text, "32") }
    func dim(_ text: String) -> String { colored(text, "2") }
    func bold(_ text: String) -> String { colored(text, "1") }

    private func colored(_ text: String, _ code: String) -> String {
        usesColor && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
