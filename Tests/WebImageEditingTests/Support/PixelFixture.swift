import FoundationEssentials
import WebImageCore
import WebImageEditing
import WebImageTesting

/// Pictures that `Tests/Fixtures/make-editing.py` wrote with Pillow.
enum PixelFixture {
    static let base = PixelSize(width: 60, height: 40)
    static let disc = PixelSize(width: 36, height: 36)

    /// A picture whose name begins with `base` (opaque) or `disc` (with soft alpha).
    static func bitmap(_ name: String) throws -> Bitmap { try bitmap(name, name.hasPrefix("base") ? base : disc) }

    static func bitmap(_ name: String, _ size: PixelSize) throws -> Bitmap {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = tests.appending(path: "Fixtures/Editing/\(name)-\(size.width)x\(size.height).bgra")
        return try Bitmap.raw(at: file, size: size)
    }
}

extension Bitmap {
    /// The same as `edited(by:)` with the code of the error, for tests of bad input.
    func editError(_ editor: ImageEditor) -> WebImageError.Code? {
        do {
            _ = try edited(by: editor)
            return nil
        } catch {
            return error.code
        }
    }
}
