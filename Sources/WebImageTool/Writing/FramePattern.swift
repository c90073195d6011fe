/// A path with a place for a frame's number: `%d` or `%03d`; `%%` is a percent sign.
struct FramePattern: Sendable, Equatable {
    /// The pattern as it was written.
    let text: String
    private let before: String
    private let after: String
    private let width: Int

    init?(_ text: String) {
        self.text = text
        var parts = [""]
        var width = 0
        var rest = text[...]
        while let character = rest.popFirst() {
            guard character == "%" else {
                parts[parts.count - 1].append(character)
                continue
            }
            if rest.first == "%" {
                rest.removeFirst()
                parts[parts.count - 1].append("%")
                continue
            }
            let digits = rest.prefix { ("0"..."9").contains($0) }
            rest = rest.dropFirst(digits.count)
            // `%3d` would fill with blanks, which nobody wants in a name.
            guard rest.popFirst() == "d", digits.isEmpty || digits.hasPrefix("0"), parts.count == 1,
                let value = digits.isEmpty ? 0 : ValueText.wholeNumber(digits, in: 0...20)
            else { return nil }
            width = value
            parts.append("")
        }
        guard parts.count == 2 else { return nil }
        (before, after) = (parts[0], parts[1])
        self.width = width
    }

    func path(for index: Int) -> String {
        let digits = "\(index)"
        return before + String(repeating: "0", count: max(0, width - digits.count)) + digits + after
    }
}
