internal import CWebImageLinux
internal import Glibc

/// How much memory this process may use.
package enum MachineMemory {
    /// The machine's memory in bytes, or the limit of a control group where that is lower.
    package static let total: Int = {
        let physical = Int(sysconf(Int32(_SC_PHYS_PAGES))) * Int(sysconf(Int32(_SC_PAGESIZE)))
        let files = controlGroups.map { $0 + "/memory.max" } + legacyControlGroups.map { $0 + "/memory.limit_in_bytes" }
        // "max" stands for no limit, and so does a number beyond the machine's memory.
        return files.compactMap { text(of: $0).flatMap { Int($0.prefix(while: \.isNumber)) } }.reduce(physical) {
            $1 > 0 ? min($0, $1) : $0
        }
    }()

    /// The folders of this process's control group and of those above it, innermost first (cgroup v2).
    static var controlGroups: [String] {
        groups { line in line.hasPrefix("0::") ? String(line.dropFirst(3)) : nil }.map { "/sys/fs/cgroup" + $0 }
    }

    /// The same for the memory controller of version 1.
    private static var legacyControlGroups: [String] {
        groups { line in
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, parts[1].split(separator: ",").contains("memory") else { return nil }
            return String(parts[2])
        }
        .map { "/sys/fs/cgroup/memory" + $0 }
    }

    private static func groups(_ path: (Substring) -> String?) -> [String] {
        guard let lines = text(of: "/proc/self/cgroup")?.split(separator: "\n") else { return [] }
        guard var parts = lines.lazy.compactMap(path).first?.split(separator: "/") else { return [] }
        var groups: [String] = []
        while !parts.isEmpty {
            groups.append("/" + parts.joined(separator: "/"))
            parts.removeLast()
        }
        // In a container the group's own folder is what is mounted at the root.
        return groups + [""]
    }

    private static func text(of path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
            count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Hands memory that was freed back to the system, which the allocator would keep for later.
    package static func returnFreeMemory() { wi_return_free_memory() }
}
