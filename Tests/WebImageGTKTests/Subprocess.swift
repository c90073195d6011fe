import Glibc
import WebImageTesting

/// Runs programs.
enum Subprocess {
    /// Runs a program to its end; gives all that it wrote, and its wait status.
    static func run(_ path: String, _ arguments: [String], environment: [String]) throws -> (String, Int32) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return ("", -1) }
        defer { close(ends[0]) }
        let output = ChildProcess.File.descriptor(ends[1])
        let process = try ChildProcess(path, arguments, environment: environment, files: [1: output, 2: output])
        close(ends[1])
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(ends[0], &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return (String(decoding: bytes, as: UTF8.self), process.waitForEnd())
    }
}
