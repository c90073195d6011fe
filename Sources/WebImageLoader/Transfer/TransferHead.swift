internal import WebImageCore

/// Status line and header fields of an answer.
struct TransferHead: Sendable {
    var status: Int
    var headers = HTTPHeaders()

    /// Reads the lines that libcurl passes on: a status line, fields, a blank line. Nil where the first is none.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        var rest = bytes[...]
        guard let first = Self.nextLine(&rest), let space = first.firstIndex(of: UInt8(ascii: " ")) else { return nil }
        let digits = first[(space + 1)...].prefix(3)
        guard digits.count == 3, let status = Int(String(decoding: digits, as: UTF8.self)) else { return nil }
        self.status = status
        headers.reserve(12)
        var pending: HTTPHeaders.Field?
        while let line = Self.nextLine(&rest) {
            let text = Self.trimmed(line)
            guard let start = line.first, !text.isEmpty else { continue }
            if start == UInt8(ascii: " ") || start == UInt8(ascii: "\t") {
                // A folded line goes on with the value of the one before (RFC 9112, 5.2).
                pending?.value += " " + String(decoding: text, as: UTF8.self)
                continue
            }
            guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { continue }
            if let pending { headers.append(pending.name, pending.value) }
            pending = HTTPHeaders.Field(
                String(decoding: text[..<colon], as: UTF8.self),
                String(decoding: Self.trimmed(text[(colon + 1)...]), as: UTF8.self))
        }
        if let pending { headers.append(pending.name, pending.value) }
    }

    /// Takes the next line off, without its end; nil where there is none.
    private static func nextLine(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Slice<UnsafeBufferPointer<UInt8>>?
    {
        guard !rest.isEmpty else { return nil }
        let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
        defer { rest = rest[min(end + 1, rest.endIndex)...] }
        return rest[..<end]
    }

    private static func trimmed(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Slice<UnsafeBufferPointer<UInt8>> {
        var line = line
        while let last = line.last, last <= 0x20 { line = line.dropLast() }
        return line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    }
}
