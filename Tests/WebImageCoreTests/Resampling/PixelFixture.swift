import FoundationEssentials
import WebImageCore
import WebImageTesting

/// Pictures that `Tests/Fixtures/make-resampling.py` wrote with Pillow.
enum PixelFixture {
    static func bitmap(_ name: String, _ size: PixelSize) throws -> Bitmap {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = tests.appending(path: "Fixtures/Resampling/\(name)-\(size.width)x\(size.height).bgra")
        return try Bitmap.raw(at: file, size: size)
    }
}
