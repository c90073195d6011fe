internal import Glibc
internal import WebImageCore

/// Makes folders.
enum OutputFolder {
    /// Makes `path` and the folders above it where they don't exist.
    static func make(_ path: String) throws(WebImageError) {
        if mkdir(path, 0o777) == 0 || errno == EEXIST { return }
        let failure = errno
        let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
        guard failure == ENOENT, !parent.isEmpty else { throw OutputFile.error(failure, path: path) }
        try make(parent)
        guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw OutputFile.error(errno, path: path) }
    }
}
