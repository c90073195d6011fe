internal import Glibc

/// The few things that a cache asks of a file system, each with its error.
enum Files {
    /// Makes a folder for this user alone; one that is there already stays as it is.
    static func makeFolder(_ path: String) throws(FileError) {
        guard mkdir(path, 0o700) != 0 else { return }
        let number = errno
        guard number == EEXIST else { throw FileError("mkdir", path, number: number) }
        guard kind(of: path) == S_IFDIR else { throw FileError("mkdir", path, number: ENOTDIR) }
    }

    /// Makes a folder and those above it.
    static func makeFolders(_ path: String) throws(FileError) {
        if kind(of: path) == S_IFDIR { return }
        var above = ""
        let parts = path.split(separator: "/")
        for part in parts.dropLast() {
            above += (above.isEmpty && !path.hasPrefix("/") ? "" : "/") + part
            // The folders above belong to everybody who has rights there: the usual mode.
            if mkdir(above, 0o777) != 0, errno != EEXIST, kind(of: above) != S_IFDIR { throw FileError("mkdir", above) }
        }
        try makeFolder(path)
    }

    /// `S_IFDIR`, `S_IFREG`… or nil where there is nothing.
    static func kind(of path: String) -> mode_t? { status(of: path).map { $0.st_mode & S_IFMT } }

    static func status(of path: String) -> stat? {
        var status = stat()
        return stat(path, &status) == 0 ? status : nil
    }

    /// Whether this process may write there.
    static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }

    /// What a folder holds, in no order; empty where there is none.
    static func names(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Deletes a file or a folder with all in it; links are deleted, not followed.
    static func removeTree(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            unlink(path)
            return
        }
        for name in names(in: path) { removeTree("\(path)/\(name)") }
        rmdir(path)
    }

    /// The bytes that programs of this user may still write on the file system of `path`; nil where it doesn't say.
    static func freeSpace(at path: String) -> Int? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        let (bytes, overflow) = Int(clamping: status.f_bavail).multipliedReportingOverflow(
            by: Int(clamping: status.f_frsize))
        return overflow ? .max : bytes
    }

    /// Which file a path leads to: another one after it was replaced.
    struct Identity: Sendable, Equatable {
        let device: UInt
        let number: UInt

        init?(_ path: String) {
            guard let status = Files.status(of: path) else { return nil }
            device = UInt(status.st_dev)
            number = UInt(status.st_ino)
        }
    }
}
