import FoundationEssentials
import Glibc
import Synchronization
import WebImageCache
import WebImageCore

/// A folder of its own, gone with the value that a test keeps.
final class TemporaryFolder: Sendable {
    let path: String

    init(in parent: String = "/tmp") {
        path = "\(parent)/wi-cache-\(getpid())-\(UInt64.random(in: .min ... .max))"
        mkdir(path, 0o700)
    }

    deinit { removeTree(path) }

    /// A path inside.
    func callAsFunction(_ name: String) -> String { path + "/" + name }
}

func removeTree(_ path: String) {
    for name in names(in: path) { removeTree(path + "/" + name) }
    if rmdir(path) != 0 { unlink(path) }
}

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

/// Bytes that look like no others of another seed.
func bytes(_ count: Int, seed: UInt64 = 1) -> Data {
    var state = seed &* 0x9e37_79b9_7f4a_7c15 | 1
    var data = Data(capacity: count + 8)
    while data.count < count {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        withUnsafeBytes(of: state) { data.append(contentsOf: $0) }
    }
    return data.prefix(count)
}

func entry(_ count: Int, seed: UInt64 = 1, _ change: (inout CacheMetadata) -> Void = { _ in }) -> CacheEntry {
    var metadata = CacheMetadata()
    change(&metadata)
    return CacheEntry(data: Data(bytes(count, seed: seed)), metadata: metadata)
}

func image(_ width: Int = 4, _ height: Int = 4) throws -> DecodedImage {
    let size = PixelSize(width: width, height: height)
    let bitmap = try BitmapBuffer(size).finish(isOpaque: false)
    return DecodedImage(bitmap: bitmap, info: ImageInfo(format: .png, size: size))
}

final class Counter: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func add() { count.withLock { $0 += 1 } }
}
