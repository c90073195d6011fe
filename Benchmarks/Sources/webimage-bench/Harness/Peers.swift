import FoundationEssentials
import Glibc

/// The pictures to measure with, and what Pillow and pyvips make of them in the same run.
///
/// `scripts/bench` makes the virtual environment and names it and the script by `WEBIMAGE_BENCH_PYTHON` and
/// `WEBIMAGE_BENCH_PEERS`.
struct Peers {
    struct Missing: Error, CustomStringConvertible {
        var description: String { "No peers: run this by scripts/bench, which sets them up." }
    }

    let folder: TemporaryFolder
    private let python: String
    private let script: String

    init() throws {
        guard let python = getenv("WEBIMAGE_BENCH_PYTHON"), let script = getenv("WEBIMAGE_BENCH_PEERS") else {
            throw Missing()
        }
        self.python = String(cString: python)
        self.script = String(cString: script)
        folder = TemporaryFolder()
        _ = try run("make")
    }

    func url(_ name: String) -> URL { URL(filePath: folder.path + "/" + name) }

    func data(_ name: String) throws -> Data { try Data(contentsOf: url(name)) }

    /// The figures of a measurement, by the measured thing's name and then by peer.
    func figures(_ measurement: String) throws -> [String: [String: Double]] {
        var result: [String: [String: Double]] = [:]
        for line in try run(measurement).split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            if words.count == 3, let value = Double(words[2]) { result[words[1], default: [:]][words[0]] = value }
        }
        return result
    }

    private func run(_ measurement: String) throws -> String {
        guard let pipe = popen("env -u LD_PRELOAD '\(python)' '\(script)' '\(folder.path)' \(measurement)", "r") else {
            throw Missing()
        }
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 { output += buffer[..<count] }
        guard pclose(pipe) == 0 else { throw Missing() }
        return String(decoding: output, as: UTF8.self)
    }
}
