import FoundationEssentials
import Glibc

/// A folder that is there as long as this is.
final class TestFolder: Sendable {
    let path: String

    init() {
        var template = Array("/tmp/webimage-test-XXXXXX".utf8CString)
        path = mkdtemp(&template).map { String(cString: $0) } ?? "/tmp"
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    subscript(name: String) -> String { path + "/" + name }

    func write(_ bytes: [UInt8], to name: String) {
        _ = FileManager.default.createFile(atPath: self[name], contents: Data(bytes))
    }

    /// The bytes of a file; none where it isn't there.
    func read(_ name: String) -> [UInt8] { FileManager.default.contents(atPath: self[name]).map { [UInt8]($0) } ?? [] }

    /// The names in a folder below this one, sorted.
    func names(_ name: String = "") -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: self[name])) ?? []).sorted()
    }
}
