import FoundationEssentials

/// Puts GIFs together byte by byte; the codes never grow, so that no compressor is needed.
struct GIFBytes {
    var bytes: [UInt8]

    /// The header with a table of four colors: black, red, green, blue.
    init(_ width: Int, _ height: Int) {
        bytes = Array("GIF89a".utf8) + Self.word(width) + Self.word(height) + [0xF1, 0, 0]
        bytes += [0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255]
    }

    static func word(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }

    mutating func loop(_ count: Int) {
        bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + Self.word(count) + [0]
    }

    mutating func control(delay: Int = 10, disposal: UInt8 = 0, clear: UInt8? = nil) {
        bytes += [0x21, 0xF9, 4, disposal << 2 | (clear == nil ? 0 : 1)] + Self.word(delay) + [clear ?? 0, 0]
    }

    /// A frame of one color.
    mutating func frame(
        _ width: Int, _ height: Int, color: UInt8, clearCodes: Int = 1, clearEach: Int = 2, x: Int = 0, y: Int = 0
    ) {
        bytes += [0x2C] + Self.word(x) + Self.word(y) + Self.word(width) + Self.word(height) + [0, 2]
        // Three bits a code: 0…3 are colors, 4 clears, 5 ends.
        var codes = [UInt8](repeating: 4, count: clearCodes)
        for pixel in 0..<width * height {
            if pixel > 0, pixel.isMultiple(of: clearEach) { codes += [UInt8](repeating: 4, count: clearCodes) }
            codes.append(color)
        }
        appendBlocks(Self.packed(codes + [5]))
    }

    private static func packed(_ codes: [UInt8]) -> [UInt8] {
        var (value, count): (UInt32, UInt32) = (0, 0)
        var packed: [UInt8] = []
        for code in codes {
            value |= UInt32(code) << count
            count += 3
            if count >= 8 {
                packed.append(UInt8(value & 255))
                value >>= 8
                count -= 8
            }
        }
        if count > 0 { packed.append(UInt8(value)) }
        return packed
    }

    private mutating func appendBlocks(_ content: [UInt8]) {
        var rest = content[...]
        while !rest.isEmpty {
            bytes.append(UInt8(min(255, rest.count)))
            bytes += rest.prefix(255)
            rest = rest.dropFirst(255)
        }
        bytes.append(0)
    }

    mutating func end() { bytes.append(0x3B) }

    var data: Data { Data(bytes) }
}
