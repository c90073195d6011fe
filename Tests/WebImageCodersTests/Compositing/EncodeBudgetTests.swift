import FoundationEssentials
import Testing
import WebImageCore
import WebImageTesting

@testable import WebImageCoders

@Suite(.timeLimit(.minutes(5)))
struct EncodeBudgetTests {
    /// A file of one byte a pixel and percent of quality.
    private func write(_ bitmap: Bitmap, _ quality: Double) -> Data {
        Data(count: Int(Double(bitmap.width * bitmap.height) * quality * 100))
    }

    private func encode(_ change: (inout EncodeOptions) -> Void, usualQuality: Double? = 0.8) throws -> Data {
        var context = EncodeContext(format: .jxl)
        change(&context.options)
        let bitmap = try Bitmap(PixelSize(width: 10, height: 10), color: .white)
        return try EncodeBudget(context).encode(bitmap, usualQuality: usualQuality, write)
    }

    @Test("COD-86 without limits the quality is that of the options, else the usual one")
    func unlimited() throws {
        #expect(try encode { _ in }.count == 8000)
        #expect(try encode { $0.quality = 0.5 }.count == 5000)
    }

    @Test("COD-86 the best quality that fits")
    func quality() throws {
        let count = try encode { $0.maximumBytes = 4000 }.count
        #expect((3700...4000).contains(count))
    }

    @Test("COD-86 where no quality fits, or there is none, the picture gets smaller")
    func size() throws {
        #expect(try encode { $0.maximumBytes = 700 }.count <= 700)
        #expect(try encode({ $0.maximumBytes = 5000 }, usualQuality: nil).count == 4900)
        let error = #expect(throws: WebImageError.self) { try encode({ $0.maximumBytes = 9 }, usualQuality: nil) }
        #expect(error?.code == .encodeFailed)
    }

    @Test("COD-86 the most pixels hold and never enlarge")
    func pixels() throws {
        #expect(try encode { $0.maximumPixelSize = PixelSize(width: 5, height: 20) }.count == 2000)
        #expect(try encode { $0.maximumPixelSize = PixelSize(width: 50, height: 50) }.count == 8000)
    }
}
