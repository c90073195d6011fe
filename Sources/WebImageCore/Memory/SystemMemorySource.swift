internal import Glibc

/// The memory of this machine (`/proc/meminfo`) and of the control groups that this process is in, whichever is less.
///
/// Reading takes a few file reads (tens of microseconds): ask now and then, not for every picture.
public struct SystemMemorySource: MemorySource {
    private let root: String

    /// Makes a source that reads this machine's values at each question.
    public init() { self.init(root: "") }

    /// - Parameter root: A folder that stands for `/`, for tests.
    package init(root: String) { self.root = root }

    public var totalBytes: Int { min(machine("MemTotal:"), groupLimits.map(\.limit).min() ?? .max) }

    public var availableBytes: Int {
        let inGroups = groupLimits.map { max(0, $0.limit - $0.used) }.min() ?? .max
        return min(machine("MemAvailable:"), inGroups)
    }

    private func machine(_ field: String) -> Int {
        guard let text = read("/proc/meminfo"),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix(field) }),
            let kibibytes = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return 1 << 30 }
        return kibibytes << 10
    }

    /// The limit and use of each control group with a memory limit, from this process's own up to the root.
    private var groupLimits: [(limit: Int, used: Int)] {
        guard let groups = read("/proc/self/cgroup") else { return [] }
        var result: [(limit: Int, used: Int)] = []
        for line in groups.split(separator: "\n") {
            let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3 else { continue }
            let isUnified = fields[0] == "0" && fields[1].isEmpty
            guard isUnified || fields[1].split(separator: ",").contains("memory") else { continue }
            let base = isUnified ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory"
            let limitName = isUnified ? "memory.max" : "memory.limit_in_bytes"
            let usedName = isUnified ? "memory.current" : "memory.usage_in_bytes"
            var parts = fields[2].split(separator: "/")
            // Inside a container the path is often the host's, while the container's own group is mounted at the base.
            while true {
                let folder = ([base] + parts.map(String.init)).joined(separator: "/")
                if let limit = number(folder + "/" + limitName) {
                    result.append((limit, number(folder + "/" + usedName) ?? 0))
                }
                if parts.isEmpty { break }
                parts.removeLast()
            }
        }
        return result
    }

    /// The number in a file; nil where there is none, as in `max`, which means no limit.
    private func number(_ path: String) -> Int? {
        read(path).flatMap { Int($0.prefix { $0.isNumber }) }
    }

    private func read(_ path: String) -> String? {
        let file = open(root + path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        // Kernel files say that they are empty; they are read until their end.
        while bytes.count < 1 << 16 {
            let count = Glibc.read(file, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension MemorySource where Self == SystemMemorySource {
    /// This machine's memory, within the limits of its control groups.
    public static var system: SystemMemorySource { SystemMemorySource() }
}
