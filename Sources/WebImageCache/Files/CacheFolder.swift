internal import Glibc
internal import WebImageCore

/// Where the parts of a disk cache lie.
struct CacheFolder: Sendable {
    let path: String

    /// The SQLite file; its log and shared memory lie beside it.
    var index: String { path + "/index.sqlite" }
    /// What is being deleted: moved here at once, emptied in the background.
    var trash: String { path + "/trash" }
    /// A damaged index that rows are still being taken from.
    var salvage: String { path + "/salvage" }
    var salvagedIndex: String { salvage + "/index.sqlite" }
    /// Held by the process that replaces a damaged index.
    var lock: String { path + "/rebuild.lock" }

    /// The entries that are files, in 256 folders by the first two digits of their names. Each clearing begins a new
    /// one: `data`, `data-1`, `data-2`…
    ///
    /// The index says which is in use. So one transaction clears the cache, whatever happens to the process, and a file
    /// that another process is just writing can't be taken away with the old ones.
    func data(_ number: Int) -> String { number == 0 ? path + "/data" : path + "/data-\(number)" }

    /// The path of an entry file as the index names it.
    func file(_ name: String) -> String {
        let (number, plain) = Self.split(name)
        // `+` with a part of a string goes character by character.
        var file = data(number)
        file.append("/")
        file.append(contentsOf: Substring(plain.utf8.prefix(2)))
        file.append("/")
        file.append(contentsOf: plain)
        return file
    }

    /// A name that no other entry, process or earlier write has: a hash of the key, so nothing of a URL can be read from it.
    static func fileName(for key: String, stamp: Int64, in number: Int) -> String {
        let digits = String(UInt64(bitPattern: stamp), radix: 16)
        return indexName(
            StableHash.hexadecimal(key) + "-" + String(repeating: "0", count: 16 - digits.count) + digits, in: number)
    }

    /// What the index calls the file `name` of a data folder.
    static func indexName(_ name: some StringProtocol, in number: Int) -> String {
        number == 0 ? String(name) : "\(number)/\(name)"
    }

    /// The number of the data folder and the plain name.
    static func split(_ indexName: String) -> (number: Int, name: Substring) {
        guard let slash = indexName.utf8.firstIndex(of: UInt8(ascii: "/")) else { return (0, indexName[...]) }
        return (Int(indexName[..<slash]) ?? 0, indexName[indexName.index(after: slash)...])
    }

    /// Makes the folders that are missing, readable by this user alone.
    func create() throws(FileError) {
        try Files.makeFolders(path)
        try Files.makeFolder(trash)
        // SQLite would make it readable for all, and takes the mode of this file for those beside it. It is made without
        // being opened: closing any descriptor of it would drop the locks that another cache of this process holds on it
        // (SQLite, "How To Corrupt An SQLite Database File", 2.2).
        guard mknod(index, S_IFREG | 0o600, 0) == 0 || errno == EEXIST else { throw FileError("mknod", index) }
    }

    /// Moves something out of the way; true where it is gone from its old place.
    @discardableResult
    func moveToTrash(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        let target = "\(trash)/\(name)-\(UInt64.random(in: .min ... .max))"
        return rename(path, target) == 0 || errno == ENOENT
    }

    /// Deletes what lies in the trash.
    func emptyTrash() {
        for name in Files.names(in: trash) { Files.removeTree("\(trash)/\(name)") }
    }

    /// The numbers of the data folders that are there.
    var dataFolders: [Int] {
        Files.names(in: path).compactMap { name in
            if name == "data" { return 0 }
            guard name.hasPrefix("data-"), let number = Int(name.dropFirst(5)), number > 0 else { return nil }
            return number
        }
    }

    /// Moves the data folders of before the last clearing into the trash.
    func retireData(before number: Int) {
        for old in dataFolders where old < number { moveToTrash(data(old)) }
    }

    /// What an index made anew finds: the number of its data folder, and whether there is anything to take in.
    var leftovers: (dataFolder: Int, areThere: Bool) {
        let number = dataFolders.max() ?? 0
        let hasFiles = Files.names(in: data(number)).contains { !Files.names(in: "\(data(number))/\($0)").isEmpty }
        return (number, hasFiles || Files.kind(of: salvagedIndex) != nil)
    }
}
