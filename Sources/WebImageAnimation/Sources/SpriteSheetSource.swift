internal import Glibc
public import WebImageCore

/// An animation whose frames are parts of one picture.
public final class SpriteSheetSource: AnimationFrameSource {
    public let size: PixelSize
    public let durations: [Duration]
    public let loopCount: Int
    private let sheet: Bitmap
    private let rects: [PixelRect]

    public var frameCount: Int { rects.count }
    public var retainedByteCount: Int { sheet.byteCount }

    /// Makes an animation of parts of a picture.
    ///
    /// - Parameter rects: The parts in the order in which they are shown, all of one size.
    /// - Throws: ``WebImageError/Code/corruptImage`` where there are none, where one lies outside of the sheet, where sizes
    ///   differ, or where there isn't one duration for each.
    public init(sheet: Bitmap, rects: [PixelRect], durations: [Duration], loopCount: Int = 0) throws(WebImageError) {
        guard let first = rects.first, rects.count == durations.count else {
            throw WebImageError(
                .corruptImage, "There are \(rects.count) parts and \(durations.count) durations; give one for each.")
        }
        guard rects.allSatisfy({ !$0.isEmpty && $0.size == first.size && $0.clipped(to: sheet.size) == $0 }) else {
            throw WebImageError(
                .corruptImage, "All parts must have one size and lie inside of the sheet of \(sheet.size) pixels.")
        }
        self.sheet = sheet
        self.rects = rects
        self.durations = durations
        self.loopCount = loopCount
        size = first.size
    }

    /// A sheet of equal cells, read row by row.
    ///
    /// - Parameter count: How many cells are frames; nil is all.
    public convenience init(
        sheet: Bitmap, columns: Int, rows: Int, count: Int? = nil, frameDuration: Duration, loopCount: Int = 0
    ) throws(WebImageError) {
        guard columns > 0, rows > 0, columns <= sheet.width, rows <= sheet.height else {
            throw WebImageError(
                .corruptImage, "A sheet of \(sheet.size) pixels has no \(columns) × \(rows) cells.")
        }
        let width = sheet.width / columns
        let height = sheet.height / rows
        let rects = (0..<max(0, min(columns * rows, count ?? .max))).map { cell in
            PixelRect(x: cell % columns * width, y: cell / columns * height, width: width, height: height)
        }
        try self.init(
            sheet: sheet, rects: rects, durations: rects.map { _ in frameDuration }, loopCount: loopCount)
    }

    public func frame(at index: Int, token: CancellationToken) throws -> Bitmap {
        try token.check()
        let rect = rects[index]
        let buffer = try BitmapBuffer(rect.size, zeroed: false)
        sheet.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            for y in 0..<rect.height {
                memcpy(buffer.row(y), base + (rect.y + y) * sheet.bytesPerRow + rect.x * 4, rect.width * 4)
            }
        }
        return buffer.finish(isOpaque: sheet.isOpaque)
    }
}
