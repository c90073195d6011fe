import FoundationEssentials
import FuzzSupport
import Glibc
import WebImageCore

@testable import WebImageCache

private let folder = "/dev/shm/webimage-fuzz-\(getpid())"

/// Writes what a healthy cache has as its index: where the fuzzer begins. `FuzzDiskIndex --seed FILE`
private func writeSeed(to path: String) async throws {
    let cache = DiskCache(path: folder)
    for index in 0..<4 {
        var metadata = CacheMetadata(url: "http://example.org/\(index)")
        metadata.etag = "\"\(index)\""
        metadata.headers["cache-control"] = "max-age=60"
        let data = Data(repeating: UInt8(index), count: index == 3 ? 30_000 : 100 * index + 1)
        try await cache.store(CacheEntry(data: data, metadata: metadata), for: CacheKey("http://example.org/\(index)"))
    }
    try await cache.close()
    try Data(contentsOf: URL(filePath: folder + "/index.sqlite")).write(to: URL(filePath: path))
    try? FileManager.default.removeItem(atPath: folder)
}

/// Whether SQLite's header names another version of the tables than this release's: what a newer one or another program
/// has made is left alone.
private func isForeign(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count >= 64 else { return false }
    let version = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 60, as: UInt32.self))
    return Int64(Int32(bitPattern: version)) != IndexSchema.version
}

/// The bytes as an index: opened, read, repaired and read again.
private func use(index bytes: UnsafeRawBufferPointer) async {
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in ["index.sqlite-wal", "index.sqlite-shm"] { unlink(folder + "/" + name) }
    try? Data(bytes).write(to: URL(filePath: folder + "/index.sqlite"))
    let cache = DiskCache(path: folder)
    let items = (try? await cache.list()) ?? []
    for item in items.prefix(8) { _ = try? cache.blockingEntry(for: item.key) }
    _ = try? cache.blockingEntry(for: "http://example.org/1")
    _ = try? await cache.statistics()
    let entry = CacheEntry(data: Data([1, 2, 3]), metadata: CacheMetadata())
    try? await cache.store(entry, for: "new")
    let kept = (try? cache.blockingEntry(for: "new"))?.data
    precondition(kept == entry.data || isForeign(bytes), "a damaged index keeps the cache from working")
    _ = try? await cache.verify()
    try? await cache.trim(maximumBytes: 100)
    try? await cache.close()
}

if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--seed" {
    try await writeSeed(to: CommandLine.arguments[2])
    exit(0)
}

fuzz { bytes in
    _ = MetadataCoding.decode([UInt8](bytes), key: "key")
    _ = EntryTrailer([UInt8](bytes), fileSize: bytes.count)
    let done = Semaphore()
    // The bytes stay where they are until the task has ended.
    nonisolated(unsafe) let bytes = bytes
    Task.detached {
        await use(index: bytes)
        done.signal()
    }
    done.wait()
}
