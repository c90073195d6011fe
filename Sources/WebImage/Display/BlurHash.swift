internal import Glibc

/// Makes the blurred picture that a BlurHash stands for.
///
/// A BlurHash is a text of some 20 to 30 characters with the lowest frequencies of a picture (blurha.sh): servers send it beside the
/// address, so that something like the picture can be shown before it is there.
public enum BlurHash {
    /// The picture of a hash.
    ///
    /// - Parameters:
    ///   - hash: The text, as its author made it.
    ///   - size: Pixels of the result; a small one (32 × 32) scaled up looks the same.
    ///   - punch: Contrast; 1 is that of the hash.
    /// - Throws: ``WebImageError/Code/corruptImage`` where `hash` is none; ``WebImageError/Code/tooManyPixels``.
    /// - Complexity: O(pixels × components).
    public static func bitmap(_ hash: String, size: PixelSize, punch: Double = 1) throws(WebImageError) -> Bitmap {
        let digits = Array(hash.utf8)
        guard digits.count >= 6, let flag = number(digits[0..<1]), let quantized = number(digits[1..<2]) else {
            throw damaged(hash)
        }
        let columns = flag % 9 + 1
        let rows = flag / 9 + 1
        guard digits.count == 4 + 2 * columns * rows, let average = number(digits[2..<6]) else { throw damaged(hash) }
        let maximum = Double(quantized + 1) / 166 * punch
        var colors = [[linear(average >> 16 & 255), linear(average >> 8 & 255), linear(average & 255)]]
        for index in 1..<max(1, columns * rows) {
            guard let value = number(digits[4 + index * 2..<6 + index * 2]) else { throw damaged(hash) }
            colors.append(
                [value / (19 * 19), value / 19 % 19, value % 19].map { level in
                    let part = (Double(level) - 9) / 9
                    return (part < 0 ? -1 : 1) * part * part * maximum
                })
        }
        let buffer = try BitmapBuffer(size, zeroed: false)
        let across = (0..<columns).map { c in (0..<size.width).map { cos(.pi * Double($0 * c) / Double(size.width)) } }
        let down = (0..<rows).map { r in (0..<size.height).map { cos(.pi * Double($0 * r) / Double(size.height)) } }
        for y in 0..<size.height {
            let row = buffer.row(y).assumingMemoryBound(to: UInt32.self)
            for x in 0..<size.width {
                var (red, green, blue) = (0.0, 0.0, 0.0)
                for r in 0..<rows {
                    for c in 0..<columns {
                        let basis = across[c][x] * down[r][y]
                        let color = colors[r * columns + c]
                        red += color[0] * basis
                        green += color[1] * basis
                        blue += color[2] * basis
                    }
                }
                row[x] = 0xFF00_0000 | standard(red) << 16 | standard(green) << 8 | standard(blue)
            }
        }
        return buffer.finish(isOpaque: true)
    }

    private static let alphabet = Array(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~".utf8)

    /// The value of base-83 digits.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var value = 0
        for digit in digits {
            guard let index = alphabet.firstIndex(of: digit) else { return nil }
            value = value * 83 + index
        }
        return value
    }

    private static func linear(_ value: Int) -> Double {
        let part = Double(value) / 255
        return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }

    private static func standard(_ value: Double) -> UInt32 {
        let part = min(1, max(0, value))
        let encoded = part <= 0.0031308 ? part * 12.92 : 1.055 * pow(part, 1 / 2.4) - 0.055
        return UInt32(encoded * 255 + 0.5)
    }

    private static func damaged(_ hash: String) -> WebImageError {
        WebImageError(.corruptImage, "\"\(hash.prefix(64))\" is not a BlurHash.")
    }
}
