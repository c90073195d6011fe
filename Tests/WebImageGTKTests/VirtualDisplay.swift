import Glibc
import WebImageTesting

/// An X server without a screen, on a number that it chooses itself.
final class VirtualDisplay {
    let number: Int
    private let process: ChildProcess

    init?(_ xvfb: String?) throws {
        guard let xvfb else { return nil }
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        defer { close(ends[0]) }
        // File 3 tells the number as soon as the server takes connections.
        let process = try ChildProcess(
            xvfb, ["-displayfd", "3", "-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-noreset"],
            environment: ["PATH=/usr/bin:/bin"], files: [3: .descriptor(ends[1])])
        close(ends[1])
        var text: [UInt8] = []
        var byte: UInt8 = 0
        while read(ends[0], &byte, 1) == 1, byte != UInt8(ascii: "\n") { text.append(byte) }
        guard let number = Int(String(decoding: text, as: UTF8.self)) else { return nil }
        self.process = process
        self.number = number
    }

    func stop() {
        process.signal(SIGTERM)
        process.waitForEnd()
    }
}
