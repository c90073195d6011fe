import FoundationEssentials
import Glibc

func names(in path: String) -> [String] {
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

/// The paths of all files below a folder.
func files(below path: String) -> [String] {
    names(in: path).flatMap { name -> [String] in
        var status = stat()
        let child = path + "/" + name
        guard lstat(child, &status) == 0 else { return [] }
        return status.st_mode & S_IFMT == S_IFDIR ? files(below: child) : [child]
    }
    .sorted()
}

/// The entry files of a cache: those in the data folder in use, and any that were left elsewhere.
func entryFiles(_ cache: String) -> [String] {
    names(in: cache).filter { $0.hasPrefix("data") }.flatMap { files(below: cache + "/" + $0) }.sorted()
}

func contents(_ path: String) -> Data? { try? Data(contentsOf: URL(filePath: path)) }
