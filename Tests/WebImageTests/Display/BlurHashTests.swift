import Testing
import WebImage

@Suite(.timeLimit(.minutes(5)))
struct BlurHashTests {
    /// Values of the Python package `blurhash` 1.1.4 at 8 × 6 pixels.
    @Test("the sample hash of blurha.sh, against another decoder")
    func sample() throws {
        let bitmap = try BlurHash.bitmap("LEHV6nWB2yk8pyo0adR*.7kCMdnj", size: PixelSize(width: 8, height: 6))
        func near(_ x: Int, _ y: Int, _ red: Int, _ green: Int, _ blue: Int) -> Bool {
            let pixel = bitmap[x, y]
            return abs(Int(pixel.red) - red) <= 1 && abs(Int(pixel.green) - green) <= 1
                && abs(Int(pixel.blue) - blue) <= 1 && pixel.alpha == 255
        }
        #expect(near(0, 0, 135, 164, 177))
        #expect(near(1, 0, 143, 167, 177))
        #expect(near(2, 0, 161, 173, 177))
        #expect(near(4, 2, 164, 145, 134))
        #expect(near(7, 5, 139, 143, 146))
    }

    @Test("one component is one color")
    func flat() throws {
        let bitmap = try BlurHash.bitmap("00OZZy", size: PixelSize(width: 3, height: 2))
        for (x, y) in [(0, 0), (2, 1)] { #expect(bitmap[x, y] == PixelColor(red: 213, green: 30, blue: 120)) }
    }

    @Test(
        "texts that are none are refused",
        arguments: ["", "L", "00OZZ", "LEHV6nWB2yk8pyo0adR*.7kCMdn", "LEHV6nWB2yk8pyo0adR*.7kCMdn\"", "ööööööö"])
    func refused(hash: String) {
        #expect(throws: WebImageError.self) { try BlurHash.bitmap(hash, size: PixelSize(width: 4, height: 4)) }
    }

    @Test("a size that can't be is refused")
    func size() {
        #expect(throws: WebImageError.self) { try BlurHash.bitmap("00OZZy", size: PixelSize(width: 0, height: 4)) }
    }
}
