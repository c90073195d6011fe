import FoundationEssentials
import Glibc
import WebImage
import WebImageTesting

/// Where snippets run: a manager for which the addresses of `https://example.org` are the project's sample pictures.
struct SnippetPlace {
    let manager: ImageManager
    let loader = FakeLoader()
    let folder: String

    /// The project's root.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static func sample(_ name: String) throws -> Data {
        try Data(contentsOf: root.appending(path: "Samples/\(name)"))
    }

    init(_ change: (inout ImageManager.Configuration) -> Void = { _ in }) throws {
        var template = Array("/tmp/webimage-snippets-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else {
            throw WebImageError(.cacheFailed, "There is no folder for the test.")
        }
        folder = String(cString: made)
        for (address, name) in [
            ("photo.jpg", "sunset.jpg"), ("next.jpg", "valley-progressive.jpg"), ("logo.png", "blossom-alpha.png"),
            ("spinner.gif", "juggler.gif"), ("lake.webp", "lake.webp"),
        ] {
            let answer = FakeLoader.Answer(try Self.sample(name), etag: "\"1\"")
            loader.answer(ImageURL("https://example.org/\(address)"), with: answer)
        }
        let cache = StandardImageCache(disk: DiskCache(path: folder + "/cache"))
        var configuration = ImageManager.Configuration(cache: cache, loader: loader)
        change(&configuration)
        manager = ImageManager(configuration)
    }

    func remove() { try? FileManager.default.removeItem(atPath: folder) }
}
