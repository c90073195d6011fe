import FoundationEssentials
import Glibc
import WebImageCore

/// The field's own test pictures, which lie beside the package where they are there at all.
enum Corpus {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "shared/corpus")

    static var isThere: Bool { access(folder.path, R_OK) == 0 }

    /// The files of a folder in order; empty where there is no corpus.
    static func files(_ group: String) -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: group).path)
        return (names ?? []).sorted().map { "\(group)/\($0)" }
    }

    static func data(_ path: String) throws -> Data { try Data(contentsOf: folder.appending(path: path)) }
}
