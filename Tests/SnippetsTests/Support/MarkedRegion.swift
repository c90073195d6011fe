import FoundationEssentials

/// Code between `// snippet NAME` and `// end`, without its indentation. Regions of one name in one file are one, with a
/// blank line between them.
struct MarkedRegion: Hashable {
    var name: String
    var code: String

    /// All regions of a source file.
    ///
    /// - Throws: ``SnippetError`` for a region without an end, or an end without a beginning.
    static func all(in source: String, file: String) throws -> [MarkedRegion] {
        var regions: [MarkedRegion] = []
        var open: (name: String, lines: [String])?
        for (index, line) in source.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let text = String(line).trimmed
            if text.hasPrefix("// snippet ") {
                guard open == nil else {
                    throw SnippetError("\(file):\(index + 1): a snippet begins inside of another")
                }
                open = (String(text.dropFirst(11)), [])
            } else if text == "// end" {
                guard let (name, lines) = open else { throw SnippetError("\(file):\(index + 1): nothing ends here") }
                open = nil
                let code = unindented(lines)
                if let known = regions.firstIndex(where: { $0.name == name }) {
                    regions[known].code += "\n\n" + code
                } else {
                    regions.append(MarkedRegion(name: name, code: code))
                }
            } else {
                open?.lines.append(String(line))
            }
        }
        if let open { throw SnippetError("\(file): the snippet \(open.name) has no end") }
        return regions
    }

    /// The lines without the indentation that they share, and without empty ones at both ends.
    static func unindented(_ lines: [String]) -> String {
        var lines = lines[...]
        while lines.first?.trimmed.isEmpty == true { lines.removeFirst() }
        while lines.last?.trimmed.isEmpty == true { lines.removeLast() }
        let indents = lines.filter { !$0.trimmed.isEmpty }.map { $0.prefix { $0 == " " }.count }
        let indent = indents.min() ?? 0
        return lines.map { String($0.dropFirst(indent)) }.joined(separator: "\n")
    }
}

struct SnippetError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

extension String {
    var trimmed: String {
        var text = Substring(self)
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
