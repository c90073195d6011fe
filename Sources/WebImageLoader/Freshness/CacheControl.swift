/// The directives of a Cache-Control field (RFC 9111, 5.2).
struct CacheControl {
    private var directives: [String: String] = [:]

    /// Reads a field; the first of several equal directives counts.
    init(_ field: String?) {
        guard let field else { return }
        for part in Self.split(field) {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = Self.trimmed(pair[0]).lowercased()
            guard !name.isEmpty, directives[name] == nil else { continue }
            let value = pair.count > 1 ? Self.trimmed(pair[1]) : ""
            directives[name] = value.hasPrefix("\"") ? String(value.dropFirst().prefix { $0 != "\"" }) : value
        }
    }

    func has(_ name: String) -> Bool { directives[name] != nil }

    /// The seconds of a directive: 0 where the number is malformed (RFC 9111, 4.2.1: then treat as stale).
    func seconds(_ name: String) -> Double? {
        guard let value = directives[name] else { return nil }
        guard !value.isEmpty, value.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return 0
        }
        // A number too large for us means "very long" (RFC 9111, 1.2.2).
        return min(Double(value) ?? 0, 2_147_483_648)
    }

    /// Splits at commas outside of quotes.
    private static func split(_ text: String) -> [Substring] {
        var isQuoted = false
        return text.split { character in
            if character == "\"" { isQuoted.toggle() }
            return character == "," && !isQuoted
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
