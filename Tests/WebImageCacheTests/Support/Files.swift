import FoundationEssentials
import Glibc

@testable import WebImageCache

func names(in path: String) -> [String] { Files.names(in: path) }

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
