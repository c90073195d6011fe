internal import WebImageCore

/// Reads the values of options. Each function gives nil for a text that makes no sense.
enum ValueText {
    static func wholeNumber(_ text: some StringProtocol, in range: ClosedRange<Int>) -> Int? {
        guard let value = Int(text), range.contains(value) else { return nil }
        return value
    }

    /// A decimal number; no hexadecimal, no `nan`, no infinity.
    static func number(_ text: some StringProtocol) -> Double? {
        guard !text.isEmpty, text.utf8.allSatisfy({ byte in "0123456789.-+eE".utf8.contains(byte) }),
            let value = Double(text), value.isFinite
        else { return nil }
        return value
    }

    static func number(_ text: some StringProtocol, in range: ClosedRange<Double>) -> Double? {
        number(text).flatMap { range.contains($0) ? $0 : nil }
    }

    /// Seconds with decimals, more than none; at most ten years.
    static func seconds(_ text: String) -> Duration? {
        guard let seconds = number(text, in: 0...315_576_000), seconds > 0 else { return nil }
        return .milliseconds(max(1, Int((seconds * 1000).rounded())))
    }

    /// `N` or `WxH`, each side at least 1.
    static func size(_ text: String) -> PixelSize? {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false)
            .map { wholeNumber($0, in: 1...longestSide) }
        switch sides.count {
        case 1: return sides[0].map { PixelSize(width: $0, height: $0) }
        case 2:
            guard let width = sides[0], let height = sides[1] else { return nil }
            return PixelSize(width: width, height: height)
        default: return nil
        }
    }

    /// `X,Y,W,H`.
    static func rectangle(_ text: String) -> PixelRect? {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
            .compactMap { wholeNumber($0, in: 0...longestSide) }
        guard text.utf8.count(where: { $0 == UInt8(ascii: ",") }) == 3, numbers.count == 4, numbers[2] > 0,
            numbers[3] > 0
        else { return nil }
        return PixelRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    /// `K: V` with a name as RFC 9110, 5.1 has it and a value without line breaks.
    static func header(_ text: String) -> HTTPHeaders.Field? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let name = text[..<colon]
        let isToken = name.utf8.allSatisfy { byte in
            PercentEncoding.isLetter(byte) || PercentEncoding.isDigit(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
        guard !name.isEmpty, isToken else { return nil }
        var value = text[text.index(after: colon)...]
        while value.first == " " || value.first == "\t" { value.removeFirst() }
        guard value.unicodeScalars.allSatisfy({ $0 == "\t" || $0.value >= 0x20 && $0.value != 0x7F }) else {
            return nil
        }
        return HTTPHeaders.Field(String(name), String(value))
    }

    /// `USER:PASSWORD`; the password may hold colons.
    static func credentials(_ text: String) -> TransferOptions.Credentials? {
        guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else { return nil }
        return .password(user: String(text[..<colon]), password: String(text[text.index(after: colon)...]))
    }

    /// The longest side that a picture may have.
    private static let longestSide = 1 << 28
}
