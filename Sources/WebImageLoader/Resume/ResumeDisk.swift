internal import FoundationEssentials
internal import Glibc
internal import WebImageCore

/// The part of a ``ResumeStore`` on disk: a file an entry, written to another name first and renamed.
///
/// A file starts with one line, `validator TAB total`, and goes on with the bytes.
final class ResumeDisk: Sendable {
    private let folder: String
    private let limit: Int
    private let pool = WorkerPool(name: "wi-resume", width: 1)

    init(folder: String, limit: Int) {
        self.folder = folder
        self.limit = limit
    }

    func keep(_ kept: KeptBytes, for key: String) {
        guard kept.data.count <= limit else { return }
        pool.submit { [self] in
            mkdir(folder, 0o700)
            let path = path(key)
            let line = "\(kept.validator.text)\t\(kept.total.map { String($0) } ?? "")\n"
            guard write(Data(line.utf8) + kept.data, to: path + ".part"), rename(path + ".part", path) == 0 else {
                // A store that can't be written only costs a download.
                unlink(path + ".part")
                return
            }
            trim()
        }
    }

    func take(_ key: String) async -> KeptBytes? {
        try? await pool.run { [self] _ -> KeptBytes? in
            let path = path(key)
            defer { unlink(path) }
            guard let bytes = FileManager.default.contents(atPath: path),
                let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
            else { return nil }
            let line = String(decoding: bytes[..<end], as: UTF8.self).split(
                separator: "\t", omittingEmptySubsequences: false)
            guard line.count == 2, let validator = ResumeValidator(text: String(line[0])) else { return nil }
            let data = bytes.subdata(in: bytes.index(after: end)..<bytes.endIndex)
            return data.isEmpty ? nil : KeptBytes(data: data, validator: validator, total: Int(line[1]))
        }
    }

    func removeAll() async {
        _ = try? await pool.run { [self] _ in
            for file in files() { unlink(file.path) }
        }
    }

    private func path(_ key: String) -> String { "\(folder)/\(StableHash.hexadecimal(key)).resume" }

    /// Removes the oldest files until the rest fits.
    private func trim() {
        let files = files().sorted { $0.age < $1.age }
        var bytes = 0
        for file in files {
            bytes += file.size
            if bytes > limit { unlink(file.path) }
        }
    }

    private func files() -> [(path: String, size: Int, age: Int)] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return [] }
        return names.filter { $0.hasSuffix(".resume") || $0.hasSuffix(".resume.part") }.compactMap { name in
            var info = stat()
            let path = "\(folder)/\(name)"
            guard stat(path, &info) == 0 else { return nil }
            let changed = info.st_mtim
            return (path, Int(info.st_size), -(changed.tv_sec * 1_000_000_000 + changed.tv_nsec))
        }
    }

    private func write(_ data: Data, to path: String) -> Bool {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return data.withUnsafeBytes { bytes in
            var offset = 0
            while offset < bytes.count {
                guard let base = bytes.baseAddress else { return false }
                let count = Glibc.write(descriptor, base + offset, bytes.count - offset)
                guard count > 0 else { return false }
                offset += count
            }
            return true
        }
    }
}
