import Testing
import WebImageAnimation
import WebImageCore

@Suite(.timeLimit(.minutes(5)))
struct SpriteSheetSourceTests {
    /// 8 × 12 cells of 2 × 3 pixels; the red of a cell's pixels is its number.
    private func sheet() throws -> Bitmap {
        let buffer = try BitmapBuffer(PixelSize(width: 16, height: 36))
        for y in 0..<36 {
            let row = buffer.row(y).assumingMemoryBound(to: UInt32.self)
            for x in 0..<16 {
                row[x] =
                    PixelColor(red: UInt8(y / 3 * 8 + x / 2), green: UInt8(x % 2), blue: UInt8(y % 3)).premultipliedBGRA
            }
        }
        return buffer.finish(isOpaque: true)
    }

    @Test("D-48 a sheet of 8 × 12 cells at 1/60 s")
    func grid() throws {
        let time = Duration.seconds(1) / 60
        let source = try SpriteSheetSource(sheet: try sheet(), columns: 8, rows: 12, frameDuration: time)
        #expect(source.frameCount == 96 && source.size == PixelSize(width: 2, height: 3))
        #expect(source.durations.allSatisfy { $0 == time })
        for index in [0, 7, 8, 95] {
            let frame = try source.frame(at: index, token: CancellationToken())
            for y in 0..<3 {
                for x in 0..<2 {
                    #expect(frame[x, y] == PixelColor(red: UInt8(index), green: UInt8(x), blue: UInt8(y)))
                }
            }
        }
    }

    @Test("parts that can't be are refused")
    func refused() throws {
        let sheet = try sheet()
        func make(_ rects: [PixelRect]) throws {
            _ = try SpriteSheetSource(sheet: sheet, rects: rects, durations: rects.map { _ in .seconds(1) })
        }
        let inside = PixelRect(x: 0, y: 0, width: 2, height: 3)
        #expect(throws: WebImageError.self) { try make([]) }
        #expect(throws: WebImageError.self) { try make([inside, PixelRect(x: 15, y: 0, width: 2, height: 3)]) }
        #expect(throws: WebImageError.self) { try make([inside, PixelRect(x: 0, y: 0, width: 3, height: 3)]) }
        #expect(throws: WebImageError.self) { try make([PixelRect(x: 0, y: 0, width: 0, height: 3)]) }
        #expect(throws: WebImageError.self) {
            try SpriteSheetSource(sheet: sheet, columns: 0, rows: 4, frameDuration: .seconds(1))
        }
        #expect(throws: WebImageError.self) {
            try SpriteSheetSource(sheet: sheet, columns: 17, rows: 4, frameDuration: .seconds(1))
        }
    }
}
