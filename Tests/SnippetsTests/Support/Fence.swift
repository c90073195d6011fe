/// A block of Swift code in a page of the documentation, or in a documentation comment.
struct Fence: Hashable {
    var place: String
    var code: String

    static func all(in page: String, file: String) -> [Fence] {
        var fences: [Fence] = []
        var open: (line: Int, lines: [String])?
        var isForeign = false
        for (index, line) in page.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let text = String(line).trimmed
            if text.hasPrefix("```") {
                if let (line, lines) = open {
                    fences.append(Fence(place: "\(file):\(line)", code: MarkedRegion.unindented(lines)))
                    open = nil
                } else if isForeign {
                    isForeign = false
                } else if text == "```swift" {
                    open = (index + 1, [])
                } else {
                    isForeign = true
                }
            } else {
                open?.lines.append(String(line))
            }
        }
        // A block that isn't closed reaches to the end of the page, as in Markdown.
        if let open { fences.append(Fence(place: "\(file):\(open.line)", code: MarkedRegion.unindented(open.lines))) }
        return fences
    }

    /// The blocks of a source file's documentation comments.
    static func inComments(of source: String, file: String) -> [Fence] {
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let text = String(line).trimmed
            return text.hasPrefix("///") ? String(text.dropFirst(text.hasPrefix("/// ") ? 4 : 3)) : ""
        }
        return all(in: lines.joined(separator: "\n"), file: file)
    }
}
