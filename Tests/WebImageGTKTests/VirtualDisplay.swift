import FoundationEssentials
import Glibc
import WebImageTesting

/// An X server without a screen, on a number that it chooses itself.
final class VirtualDisplay {
    let number: Int
    private let process: ChildProcess
    /// Holds the screen's pixels, as a file that the server writes to all the time.
    private let folder: String

    init?(_ xvfb: String?) throws {
        guard let xvfb else { return nil }
        var ends: [Int32] = [0, 0]
        var template = Array("/tmp/webimage-display-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return nil }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard pipe(&ends) == 0 else { return nil }
        defer { close(ends[0]) }
        // File 3 tells the number as soon as the server takes connections.
        let process = try ChildProcess(
            xvfb,
            ["-displayfd", "3", "-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-noreset", "-fbdir", folder],
            environment: ["PATH=/usr/bin:/bin"], files: [3: .descriptor(ends[1])])
        close(ends[1])
        var text: [UInt8] = []
        var byte: UInt8 = 0
        while read(ends[0], &byte, 1) == 1, byte != UInt8(ascii: "\n") { text.append(byte) }
        guard let number = Int(String(decoding: text, as: UTF8.self)) else { return nil }
        self.process = process
        self.number = number
    }

    /// How many pixels of the screen have the color `0xRRGGBB`.
    func count(of color: UInt32) -> Int {
        guard let file = FileManager.default.contents(atPath: folder + "/Xvfb_screen0") else { return 0 }
        // The header of X window dumps (XWDFile.h) is of big-endian words: its size, …, 19 the number of colors, of 12 bytes
        // each, that stand between it and the pixels. The pixels are the machine's own words.
        func word(_ index: Int) -> Int { file[index * 4..<index * 4 + 4].reduce(0) { $0 << 8 | Int($1) } }
        guard file.count > 100 else { return 0 }
        let start = word(0) + word(19) * 12
        return file.withUnsafeBytes { bytes in
            stride(from: start, to: bytes.count - 3, by: 4).count(where: {
                bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self) & 0xFF_FFFF == color
            })
        }
    }

    func stop() {
        process.signal(SIGTERM)
        process.waitForEnd()
        try? FileManager.default.removeItem(atPath: folder)
    }
}
