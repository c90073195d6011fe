internal import FoundationEssentials
internal import Glibc

/// A folder of its own, gone with the value that a test keeps.
package final class TemporaryFolder: Sendable {
    package let path: String

    /// Makes the folder; where that fails, the first file that is written into it shows it.
    package init(in parent: String = "/tmp") {
        path = "\(parent)/webimage-test-\(getpid())-\(UInt64.random(in: .min ... .max))"
        mkdir(path, 0o700)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// A path inside.
    package func callAsFunction(_ name: String) -> String { path + "/" + name }

    /// Writes a file; returns its path.
    @discardableResult
    package func write(_ bytes: [UInt8], to name: String) -> String {
        _ = FileManager.default.createFile(atPath: self(name), contents: Data(bytes))
        return self(name)
    }

    /// The bytes of a file; none where it isn't there.
    package func read(_ name: String) -> [UInt8] {
        FileManager.default.contents(atPath: self(name)).map { [UInt8]($0) } ?? []
    }

    /// The names in a folder below this one, sorted.
    package func names(_ name: String = "") -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: self(name))) ?? []).sorted()
    }
}
