import FoundationEssentials
import Testing
import WebImage

/// The parts that SDWebImage consists of, each with what does its work here.
struct FeatureMapTests {
    /// By the names of its files. The types are named by the compiler, the page is read below.
    private static let parts: [(name: String, here: [Any.Type])] = [
        ("SDWebImageCompat", []),
        ("NSData+ImageContentType", [ImageFormat.self, ContentKind.self]),
        ("SDImageCoder", [(any ImageCoder).self]),
        ("SDImageFrame", [(any AnimationFrameSource).self, FrameListSource.self]),
        ("SDImageCoderHelper", [FrameListSource.self]),
        ("SDImageIOCoder", [CoderManager.self]),
        ("SDImageGIFCoder", [CoderManager.self]),
        ("SDImageCodersManager", [CoderManager.self]),
        ("SDImageCacheConfig", [DiskCache.Configuration.self, DiskCache.Limits.self, MemoryCache.Limits.self]),
        ("SDImageCache", [StandardImageCache.self]),
        ("SDWebImageDownloaderOperation", [LoadTask.self]),
        ("SDWebImageDownloader", [HTTPLoader.self]),
        ("SDWebImageManager", [ImageManager.self]),
        ("SDWebImagePrefetcher", [ImagePrefetcher.self]),
        ("SDWebImageTransition", [DisplayTransition.self]),
        ("UIView+WebCacheOperation", [DisplayState.self, DisplayKey.self]),
        ("UIView+WebCache", [(any ImageDisplay).self]),
        ("UIImage+ForceDecode", [DecodedImage.self]),
        ("UIImage+GIF", [DecodedImage.self]),
        ("UIImage+MultiFormat", [DecodedImage.self]),
        // The widgets' own are tested with a window, as A3-46.
        ("UIButton+WebCache", []),
        ("UIImageView+WebCache", []),
        ("UIImageView+HighlightedWebCache", [DisplayKey.self]),
    ]

    @Test("A4-25 every part of SDWebImage has its counterpart, and the page for those who come from there names it")
    func map() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/WebImage/WebImage.docc/FromSDWebImage.md")
        let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| ") }
            .map { $0.split(separator: "|", omittingEmptySubsequences: false).map(String.init) }
        for part in Self.parts {
            let row = try #require(rows.first { $0.count > 3 && $0[1].contains("`\(part.name)`") }, "\(part.name)")
            #expect(row[2].contains("``") || row[2].contains("–"), "\(part.name)")
            let types = part.here.map {
                "\($0)".split(whereSeparator: { " .".contains($0) }).last.map(String.init) ?? ""
            }
            #expect(types.isEmpty || types.contains { row[2].contains($0) || row[3].contains($0) }, "\(part.name)")
        }
    }
}
