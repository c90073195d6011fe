internal import Glibc
internal import WebImageCore

/// Where the parts of a disk cache lie.
struct CacheFolder: Sendable {
    let path: String

    /// The SQLite file; its log and shared memory lie beside it.
    var index: String { path + "/index.sqlite" }
    /// The entries that are files, in 256 folders by the first two digits of their names.
    var data: String { path + "/data" }
    /// What is being deleted: moved here at once, emptied in the background.
    var trash: String { path + "/trash" }
    /// Held by the process that replaces a damaged index.
    var lock: String { path + "/rebuild.lock" }

    /// The path of an entry file.
    func file(_ name: String) -> String { data + "/" + name.prefix(2) + "/" + name }

    /// A name that no other entry, process or earlier write has: a hash of the key, so nothing of a URL can be read from it.
    static func fileName(for key: String, stamp: Int64) -> String {
        let digits = String(UInt64(bitPattern: stamp), radix: 16)
        return StableHash.hexadecimal(key) + "-" + String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Makes the folders that are missing, readable by this user alone.
    func create() throws(FileError) {
        try Files.makeFolders(path)
        for folder in [data, trash] { try Files.makeFolder(folder) }
        // SQLite would make it readable for all, and takes the mode of this file for those beside it.
        let descriptor = open(index, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError("open", index) }
        close(descriptor)
    }

    /// Moves something out of the way; true where it is gone from its old place.
    func moveToTrash(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        let target = "\(trash)/\(name)-\(UInt64.random(in: .min ... .max))"
        return rename(path, target) == 0 || errno == ENOENT
    }

    /// Deletes what lies in the trash.
    func emptyTrash() {
        for name in Files.names(in: trash) { Files.removeTree("\(trash)/\(name)") }
    }

    /// Whether there are entry files.
    var hasFiles: Bool { Files.names(in: data).contains { !Files.names(in: "\(data)/\($0)").isEmpty } }
}
