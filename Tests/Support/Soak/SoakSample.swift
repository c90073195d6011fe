import CWebImageLinux
import FoundationEssentials
import Glibc

/// What the process holds at one moment.
struct SoakSample: CustomStringConvertible {
    var seconds: Double
    /// Resident bytes.
    var memory: Int
    /// Bytes that were allocated and not freed: without the holes that the allocator leaves.
    var allocated: Int
    var descriptors: Int
    var threads: Int
    var diskBytes: Int

    static func now(seconds: Double, diskBytes: Int) -> SoakSample {
        // What the allocator keeps for later is no leak.
        wi_return_free_memory()
        let pages = text("/proc/self/statm").split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        return SoakSample(
            seconds: seconds, memory: pages * Int(sysconf(Int32(_SC_PAGESIZE))), allocated: wi_allocated_memory(),
            descriptors: names.count,
            threads: threads.count, diskBytes: diskBytes)
    }

    private static func text(_ path: String) -> String {
        guard let file = fopen(path, "r") else { return "" }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    var description: String {
        "\(Int(seconds)) s: \(memory >> 10) KiB resident, \(allocated >> 10) KiB allocated, \(descriptors) descriptors, \(threads) threads, \(diskBytes) B on disk"
    }
}
