/// How many cells of a terminal a text takes.
enum DisplayWidth {
    static func of(_ text: some StringProtocol) -> Int { text.reduce(0) { $0 + of($1) } }

    /// The text at exactly `width` cells: filled with blanks, or with its middle left out.
    static func fit(_ text: String, _ width: Int) -> String {
        let length = of(text)
        if length <= width { return text + String(repeating: " ", count: width - length) }
        guard width > 3 else { return String(repeating: ".", count: max(0, width)) }
        let half = (width - 3) / 2
        let start = prefix(text, half)
        let end = String(prefix(String(text.reversed()), width - 3 - of(start)).reversed())
        let result = start + "..." + end
        return result + String(repeating: " ", count: max(0, width - of(result)))
    }

    private static func prefix(_ text: String, _ width: Int) -> String {
        var rest = width
        return String(
            text.prefix { character in
                rest -= of(character)
                return rest >= 0
            })
    }

    /// Two cells for East Asian wide characters and emoji (UAX 11), none for marks alone.
    private static func of(_ character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        let value = scalar.value
        if value < 0x300 { return 1 }
        if scalar.properties.isEmojiPresentation { return 2 }
        let wide: [ClosedRange<UInt32>] = [
            0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
            0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD,
        ]
        if wide.contains(where: { $0.contains(value) }) { return 2 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return 1
        }
    }
}
