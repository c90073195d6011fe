import WebImage

/// Draws with the upper half of a character cell in one color and the lower half in another.
enum HalfBlocks {
    static func text(of bitmap: Bitmap) -> String {
        bitmap.withUnsafeBytes { bytes in
            var lines: [String] = []
            for y in stride(from: 0, to: bitmap.height, by: 2) {
                var line = ""
                for x in 0..<bitmap.width {
                    line += "\u{1b}[38;2;\(color(bytes, bitmap, x, y))m"
                    if y + 1 < bitmap.height { line += "\u{1b}[48;2;\(color(bytes, bitmap, x, y + 1))m" }
                    line += "▀"
                }
                lines.append(line + "\u{1b}[0m")
            }
            return lines.joined(separator: "\n")
        }
    }

    /// Red, green and blue as a terminal takes them; pixels are blue, green, red, alpha.
    private static func color(_ bytes: UnsafeRawBufferPointer, _ bitmap: Bitmap, _ x: Int, _ y: Int) -> String {
        let at = y * bitmap.bytesPerRow + x * 4
        return "\(bytes[at + 2]);\(bytes[at + 1]);\(bytes[at])"
    }
}
