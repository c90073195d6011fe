import FoundationEssentials
import Testing

@testable import WebImageCoders
@testable import WebImageCore

@Suite(.timeLimit(.minutes(5)))
struct ExifBlockTests {
    /// One directory with the orientation, little-endian.
    private let block = Data([
        0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0,
    ])

    @Test("orientation in both byte orders, with and without the signature")
    func orientation() {
        #expect(ExifBlock(block)?.orientation == .right)
        #expect(ExifBlock(ExifBlock.signature + block)?.orientation == .right)
        #expect(ExifBlock(ExifBlock.make(thumbnail: Data([1, 2, 3])))?.orientation == .up)
    }

    @Test("a block that is cut anywhere is no crash and no wrong answer")
    func cut() {
        for count in 0..<block.count {
            let orientation = ExifBlock(block.prefix(count))?.orientation
            #expect(orientation == nil || orientation == .right)
        }
    }

    @Test("values that make no sense are passed over")
    func nonsense() {
        var wrong = block
        wrong[18] = 9
        #expect(ExifBlock(wrong)?.orientation == nil)
        wrong = block
        wrong[12] = 7
        #expect(ExifBlock(wrong)?.orientation == nil)
        wrong = block
        wrong.replaceSubrange(4..<8, with: [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(ExifBlock(wrong)?.orientation == nil)
    }

    @Test("the block made upright")
    func upright() {
        #expect(ExifBlock(block).flatMap { ExifBlock($0.upright) }?.orientation == .up)
        #expect(ExifBlock(block)?.upright.count == block.count)
    }

    @Test("the thumbnail of a block of ours")
    func thumbnail() {
        let thumbnail = Data((0..<100).map { UInt8($0) })
        #expect(ExifBlock(ExifBlock.make(thumbnail: thumbnail))?.thumbnail == thumbnail)
        #expect(ExifBlock(ExifBlock.make(thumbnail: thumbnail).dropLast())?.thumbnail == nil)
    }

    @Test(
        "XMP as attribute and as element",
        arguments: [
            ("<rdf:Description tiff:Orientation=\"8\">", 8), ("<tiff:Orientation>3</tiff:Orientation>", 3),
            ("tiff:Orientation tiff:Orientation='2'", 2),
        ])
    func xmp(text: String, value: Int) {
        #expect(ImageOrientation(xmp: Data(text.utf8))?.rawValue == value)
    }

    @Test("XMP without an orientation")
    func noXMP() {
        #expect(ImageOrientation(xmp: Data("<tiff:Make>x</tiff:Make> tiff:Orientation=\"9\"".utf8)) == nil)
        #expect(ImageOrientation(xmp: Data()) == nil)
    }
}
