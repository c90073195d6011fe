#if GTK
    internal import FoundationEssentials
    internal import WebImage

    /// What the program was asked for.
    struct Arguments {
        struct Failure: Error, CustomStringConvertible {
            var description: String
        }

        static let usage = """
            WebImageGallery [FOLDER | LIST | URL]…

              FOLDER             shows the pictures in it
              LIST.txt           shows the addresses in it, one a line
              URL                shows this picture
              --cache FOLDER     keeps the disk cache there
              --screenshots DIR  writes a picture of each page to DIR and ends
              --help             prints this
            """

        var urls: [ImageURL] = []
        var cacheFolder: String?
        var screenshotFolder: String?
        var wantsHelp = false

        private static let extensions: Set<String> = [
            "jpg", "jpeg", "png", "apng", "gif", "webp", "avif", "heic", "heif", "jxl", "svg", "tif", "tiff", "bmp",
            "ico",
        ]

        init(_ words: [String]) throws {
            var rest = words[...]
            while let word = rest.popFirst() {
                switch word {
                case "--help", "-h": wantsHelp = true
                case "--cache": cacheFolder = try Self.value(of: word, &rest)
                case "--screenshots": screenshotFolder = try Self.value(of: word, &rest)
                default:
                    guard !word.hasPrefix("--") else { throw Failure(description: "Unknown option \(word).") }
                    urls += try Self.pictures(word)
                }
            }
            if urls.isEmpty, !wantsHelp { throw Failure(description: "Name a folder, a list or an address.") }
        }

        private static func value(of option: String, _ rest: inout ArraySlice<String>) throws -> String {
            guard let value = rest.popFirst() else { throw Failure(description: "\(option) needs a folder.") }
            return value
        }

        private static func pictures(_ word: String) throws -> [ImageURL] {
            let url = ImageURL(word)
            guard var path = url.filePath else { return [url] }
            if !path.hasPrefix("/") { path = FileManager.default.currentDirectoryPath + "/" + path }
            var isFolder = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
                throw Failure(description: "There is no file or folder \(path).")
            }
            if isFolder {
                let names = try FileManager.default.contentsOfDirectory(atPath: path)
                return names.sorted().map { ImageURL(filePath: path + "/" + $0) }
                    .filter { extensions.contains($0.pathExtension ?? "") }
            }
            guard url.pathExtension == "txt" else { return [ImageURL(filePath: path)] }
            let data = try Data(contentsOf: URL(filePath: path))
            return String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
                .map { ImageURL(String($0)) }.filter { !$0.string.isEmpty && !$0.string.hasPrefix("#") }
        }
    }
#endif
