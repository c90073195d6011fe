internal import WebImageCore

/// Makes URL text out of what people write: encodes what isn't encoded yet, exactly once (RFC 3986, 2.4).
enum URLText {
    /// `text` with blanks, quotes, non-ASCII and the like percent-encoded outside of the host, and without a fragment.
    ///
    /// `%` before two hexadecimal digits stays: that part is encoded already. A host keeps its letters, since it is
    /// encoded in another way (punycode). O(length).
    static func encoded(_ text: String) -> String {
        if text.utf8.allSatisfy(isPlain) { return text }
        let bytes = Array(text.utf8)
        let host = hostRange(bytes)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 16)
        for (index, byte) in bytes.enumerated() {
            if host.contains(index) {
                result.append(byte)
                continue
            }
            if byte == UInt8(ascii: "#") { break }
            if isPlain(byte) || byte == UInt8(ascii: "%") && isEncoded(bytes, at: index) {
                result.append(byte)
            } else {
                result += [UInt8(ascii: "%"), PercentEncoding.hexDigit(byte >> 4), PercentEncoding.hexDigit(byte & 15)]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Whether a byte may stand in a URL as it is; `%` and `#` need a closer look.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, 0x7f...0xff: false
        case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "^"),
            UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"), UInt8(ascii: "%"),
            UInt8(ascii: "#"):
            false
        default: true
        }
    }

    private static func isEncoded(_ bytes: [UInt8], at index: Int) -> Bool {
        index + 2 < bytes.count && PercentEncoding.value(ofHexDigit: bytes[index + 1]) != nil
            && PercentEncoding.value(ofHexDigit: bytes[index + 2]) != nil
    }

    /// Where host and port stand; empty for a relative reference.
    private static func hostRange(_ bytes: [UInt8]) -> Range<Int> {
        var start = 0
        if let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[..<colon].allSatisfy(PercentEncoding.isSchemeByte)
        {
            start = colon + 1
        }
        let slashes = bytes[start...].prefix { $0 == UInt8(ascii: "/") }.count
        // "/path" has no host, "//host/path" and "http:/host" (libcurl forgives the missing slash) have one.
        guard slashes >= (start > 0 ? 1 : 2) else { return 0..<0 }
        start += slashes
        let ends: [UInt8] = [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")]
        let end = bytes[start...].firstIndex { ends.contains($0) } ?? bytes.count
        if let at = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")) { start = at + 1 }
        return start..<end
    }
}
