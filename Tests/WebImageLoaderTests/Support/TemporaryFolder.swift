import FoundationEssentials
import Glibc
import WebImageCore

/// A folder that goes with the value.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/webimage-loader-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw WebImageError(.permissionDenied, "mkdtemp failed") }
        path = String(cString: made)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file; returns its path.
    func write(_ bytes: [UInt8], to name: String) throws -> String {
        let file = path + "/" + name
        guard let handle = fopen(file, "w") else { throw WebImageError(.permissionDenied, "fopen failed") }
        defer { fclose(handle) }
        guard fwrite(bytes, 1, bytes.count, handle) == bytes.count else {
            throw WebImageError(.diskFull, "fwrite failed")
        }
        return file
    }
}
