import FoundationEssentials
import WebImage

/// A sheet with all pictures, each in a square of its own.
enum ContactSheet {
    /// The longest side of a picture on the sheet, in pixels.
    static let side = 240
    private static let gap = 16

    static func write(_ pictures: [Bitmap], to path: String) throws {
        guard !pictures.isEmpty else { return }
        let columns = min(pictures.count, 5)
        let rows = (pictures.count + columns - 1) / columns
        let size = PixelSize(width: columns * (side + gap) + gap, height: rows * (side + gap) + gap)
        let sheet = try BitmapBuffer(size, zeroed: false)
        let paper = PixelColor(red: 244, green: 243, blue: 239).premultipliedBGRA
        for y in 0..<size.height {
            sheet.row(y).assumingMemoryBound(to: UInt32.self).update(repeating: paper, count: size.width)
        }
        for (index, picture) in pictures.enumerated() {
            let rounded = try ImageEditor.roundedCorners(12).edit(
                picture, context: EditContext(info: ImageInfo(format: .png, size: picture.size)))
            let x = gap + index % columns * (side + gap) + (side - rounded.width) / 2
            let y = gap + index / columns * (side + gap) + (side - rounded.height) / 2
            draw(rounded, on: sheet, x: x, y: y)
        }
        let bitmap = sheet.finish(isOpaque: true)
        let image = DecodedImage(bitmap: bitmap, info: ImageInfo(format: .png, size: size))
        try CoderManager.standard.encode(image, context: EncodeContext(format: .png)).write(to: URL(filePath: path))
    }

    /// Source over destination, both premultiplied.
    private static func draw(_ picture: Bitmap, on sheet: borrowing BitmapBuffer, x: Int, y: Int) {
        picture.withUnsafeBytes { source in
            for line in 0..<picture.height {
                let from = source.baseAddress?.advanced(by: line * picture.bytesPerRow)
                    .assumingMemoryBound(to: UInt8.self)
                let to = sheet.row(y + line).advanced(by: x * 4).assumingMemoryBound(to: UInt8.self)
                guard let from else { return }
                for offset in 0..<picture.width * 4 {
                    let rest = 255 - Int(from[offset | 3])
                    to[offset] = UInt8(min(255, Int(from[offset]) + (Int(to[offset]) * rest + 127) / 255))
                }
            }
        }
    }
}
