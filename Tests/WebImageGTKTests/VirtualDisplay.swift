import Glibc

/// An X server without a screen, on a number that it chooses itself.
final class VirtualDisplay {
    let number: Int
    private let process: pid_t

    init?(_ xvfb: String?) {
        guard let xvfb else { return nil }
        var ends: [Int32] = [0, 0]
        guard Subprocess.makePipe(&ends) else { return nil }
        let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
        // File 3 tells the number as soon as the server takes connections.
        let process = Subprocess.start(
            xvfb, ["-displayfd", "3", "-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-noreset"],
            environment: ["PATH=/usr/bin:/bin"], output: null, keeping: ends[1])
        close(ends[1])
        close(null)
        var text: [UInt8] = []
        var byte: UInt8 = 0
        while read(ends[0], &byte, 1) == 1, byte != UInt8(ascii: "\n") { text.append(byte) }
        close(ends[0])
        guard let process, let number = Int(String(decoding: text, as: UTF8.self)) else { return nil }
        self.process = process
        self.number = number
    }

    func stop() {
        kill(process, SIGTERM)
        var status: Int32 = 0
        waitpid(process, &status, 0)
    }
}
