public import WebImageCore

extension PixelColor {
    /// A color as people write it: `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, a CSS name or `transparent`, in any case.
    ///
    /// Nil for anything else. In the short forms each digit counts twice (CSS Color Module Level 4, 5.2).
    public init?(parsing text: String) {
        let text = text.lowercased()
        if text == "transparent" {
            self = .clear
            return
        }
        if let rgb = Self.named[text] {
            self.init(
                red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
                blue: UInt8(truncatingIfNeeded: rgb))
            return
        }
        guard text.utf8.first == UInt8(ascii: "#") else { return nil }
        let digits = text.utf8.dropFirst().map(Self.value(ofHexDigit:))
        let values = digits.compactMap { $0 }
        guard values.count == digits.count else { return nil }
        let bytes: [UInt8]
        switch values.count {
        case 3, 4: bytes = values.map { $0 * 17 }
        case 6, 8: bytes = stride(from: 0, to: values.count, by: 2).map { values[$0] * 16 + values[$0 + 1] }
        default: return nil
        }
        self.init(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes.count == 4 ? bytes[3] : 255)
    }

    private static func value(ofHexDigit digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
