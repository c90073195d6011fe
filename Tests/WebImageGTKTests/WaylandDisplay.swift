import FoundationEssentials
import Glibc
import WebImageTesting

/// A Wayland compositor without a screen and without a graphics card, in a folder of its own.
final class WaylandDisplay {
    static let weston: String? = ["/usr/bin/weston", "/usr/local/bin/weston"].first { access($0, X_OK) == 0 }

    private static let socket = "webimage"

    private let process: ChildProcess
    private let folder: String

    /// Starts `weston` and waits until it takes connections; nil where it does not.
    init?(_ weston: String?) throws {
        guard let weston else { return nil }
        // The path of a socket has 108 bytes at most.
        var template = Array("/tmp/webimage-wayland-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return nil }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        process = try ChildProcess(
            weston,
            [
                "--backend=headless-backend.so", "--use-pixman", "--socket=\(Self.socket)", "--no-config",
                "--idle-time=0",
                "--width=1280", "--height=1024", "--log=\(folder)/log",
            ],
            environment: ["PATH=/usr/bin:/bin", "HOME=\(folder)", "XDG_RUNTIME_DIR=\(folder)"])
        let deadline = ContinuousClock.now + .seconds(30)
        while !Self.takesConnections(folder + "/" + Self.socket) {
            guard ContinuousClock.now < deadline else {
                stop()
                return nil
            }
            usleep(5000)
        }
    }

    /// The variables for programs that open windows here.
    var environment: [String] {
        ["XDG_RUNTIME_DIR=\(folder)", "WAYLAND_DISPLAY=\(Self.socket)", "GDK_BACKEND=wayland"]
    }

    func stop() {
        process.signal(SIGTERM)
        process.waitForEnd()
        try? FileManager.default.removeItem(atPath: folder)
    }

    private static func takesConnections(_ path: String) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let connection = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard connection >= 0 else { return false }
        defer { close(connection) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(connection, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }
}
