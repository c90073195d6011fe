import Testing
import WebImageCore
import WebImageTesting

@Suite(.timeLimit(.minutes(5)))
struct BitmapTests {
    @Test("rows begin on 64-byte boundaries; memory begins on one too")
    func layout() throws {
        for width in [1, 15, 16, 17, 1000] {
            let bitmap = try Bitmap(PixelSize(width: width, height: 3), color: .white)
            #expect(bitmap.bytesPerRow % 64 == 0 && bitmap.bytesPerRow >= width * 4)
            #expect(bitmap.byteCount == bitmap.bytesPerRow * 3)
            bitmap.withUnsafeBytes { #expect(Int(bitPattern: $0.baseAddress) % 64 == 0) }
        }
    }

    @Test("bytes of a pixel are blue, green, red, alpha, premultiplied")
    func pixelLayout() throws {
        let color = PixelColor(red: 200, green: 100, blue: 50, alpha: 128)
        let bitmap = try Bitmap(PixelSize(width: 1, height: 1), color: color)
        bitmap.withUnsafeBytes { bytes in #expect(Array(bytes[0..<4]) == [25, 50, 100, 128]) }
        let back = bitmap[0, 0]
        #expect(abs(Int(back.red) - 200) <= 1 && abs(Int(back.green) - 100) <= 1 && back.alpha == 128)
    }

    @Test("a new buffer is clear; a copy shares the memory")
    func sharing() throws {
        let bitmap = try BitmapBuffer(PixelSize(width: 5, height: 5)).finish(isOpaque: false)
        let copy = bitmap
        #expect(bitmap[4, 4] == .clear && copy.sharesMemory(with: bitmap))
    }

    @Test("memory handed to C stays valid after the bitmap has gone, until it is released")
    func retained() throws {
        weak var storage: BitmapStorage?
        do {
            let bitmap = try Bitmap(PixelSize(width: 2, height: 2), color: .white)
            storage = bitmap.storage
            let (pointer, owner, release) = bitmap.retainedBytes()
            #expect(storage != nil && pointer.load(as: UInt32.self) == 0xFFFF_FFFF)
            release(owner)
        }
        #expect(storage == nil)
    }

    @Test(
        "sizes that are empty or overflow are errors, not crashes",
        arguments: [(0, 1), (-1, 5), (1 << 29, 1), (1 << 28, 1 << 28)])
    func impossible(width: Int, height: Int) {
        #expect(throws: WebImageError.self) { _ = try BitmapBuffer(PixelSize(width: width, height: height)) }
    }

    @Test("MEM a rectangle is clipped to the picture, also where its sums overflow")
    func clipping() {
        let size = PixelSize(width: 10, height: 8)
        #expect(
            PixelRect(x: -5, y: 2, width: 10, height: 100).clipped(to: size)
                == PixelRect(x: 0, y: 2, width: 5, height: 6))
        #expect(PixelRect(x: 50, y: 50, width: 5, height: 5).clipped(to: size).isEmpty)
        #expect(
            PixelRect(x: 1, y: 1, width: .max, height: .max).clipped(to: size)
                == PixelRect(x: 1, y: 1, width: 9, height: 7))
    }
}
