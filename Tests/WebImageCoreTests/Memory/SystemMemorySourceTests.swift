import FoundationEssentials
import Testing
import WebImageCore

@Suite(.timeLimit(.minutes(5)))
struct SystemMemorySourceTests {
    /// Makes a tree of kernel files and removes it at the end.
    private func withFiles(_ files: [String: String], _ body: (SystemMemorySource) -> Void) throws {
        let root = FileManager.default.temporaryDirectory.path + "/memory-source-\(UInt64.random(in: 0 ... .max))"
        defer { try? FileManager.default.removeItem(atPath: root) }
        for (path, text) in files {
            let file = root + path
            let folder = String(file[..<(file.lastIndex(of: "/") ?? file.startIndex)])
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(filePath: file))
        }
        body(SystemMemorySource(root: root))
    }

    private let meminfo = "MemTotal:       8000 kB\nMemFree:        100 kB\nMemAvailable:   6000 kB\n"

    @Test("without control groups the machine's figures count")
    func machine() throws {
        try withFiles(["/proc/meminfo": meminfo]) { memory in
            #expect(memory.totalBytes == 8000 << 10)
            #expect(memory.availableBytes == 6000 << 10)
        }
    }

    @Test("the smallest limit on the way up counts, also where the path is the host's")
    func unified() throws {
        try withFiles([
            "/proc/meminfo": meminfo,
            "/proc/self/cgroup": "0::/system.slice/a.scope\n",
            "/sys/fs/cgroup/system.slice/a.scope/memory.max": "max\n",
            "/sys/fs/cgroup/system.slice/memory.max": "2048000\n",
            "/sys/fs/cgroup/system.slice/memory.current": "48000\n",
            "/sys/fs/cgroup/memory.max": "4096000\n",
            "/sys/fs/cgroup/memory.current": "4095000\n",
        ]) { memory in
            #expect(memory.totalBytes == 2_048_000)
            #expect(memory.availableBytes == 1000)
        }
    }

    @Test("version 1 of the control groups")
    func legacy() throws {
        try withFiles([
            "/proc/meminfo": meminfo,
            "/proc/self/cgroup": "4:cpu,memory:/docker/1\n3:pids:/docker/1\n",
            "/sys/fs/cgroup/memory/memory.limit_in_bytes": "1000000\n",
            "/sys/fs/cgroup/memory/memory.usage_in_bytes": "1200000\n",
        ]) { memory in
            #expect(memory.totalBytes == 1_000_000)
            #expect(memory.availableBytes == 0)
        }
    }

    @Test("this machine has memory")
    func real() {
        #expect(SystemMemorySource.system.totalBytes > 1 << 20)
        #expect(SystemMemorySource.system.availableBytes > 0)
    }
}
