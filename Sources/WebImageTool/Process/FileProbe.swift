internal import Glibc

/// Asks the file system.
enum FileProbe {
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// The length of a regular file in bytes.
    static func size(_ path: String) -> Int? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }
}
