internal import FoundationEssentials
internal import Glibc
internal import WebImageCore

/// A real nginx on free ports of 127.0.0.1, with a folder of its own: plain HTTP, and TLS with HTTP/2.
///
/// Below the root stand the folder's files; the same again below `/private/` (Basic auth, `user` and `secret`),
/// `/slow/` (limited to the rate that the field `X-Rate` names, such as `20k`), `/client/` (TLS with a client
/// certificate only) and `/old/` (no HTTP/2, no keep-alive).
public final class NginxServer: Sendable {
    private static let program = "/usr/sbin/nginx"

    /// Whether nginx and openssl are there.
    public static var isInstalled: Bool {
        access(program, X_OK) == 0 && access("/usr/bin/openssl", X_OK) == 0
    }

    /// The port of plain HTTP.
    public let port: Int
    /// The port of TLS with HTTP/2.
    public let securePort: Int
    private let folder: String
    private let process: ChildProcess

    /// The certificate that the server shows, self-signed: trust it as an authority.
    public var certificateFile: String { "\(folder)/server.pem" }
    /// A certificate, with its key, that `/client/` takes.
    public var clientCertificateFile: String { "\(folder)/client.pem" }
    /// The key of ``clientCertificateFile``.
    public var clientKeyFile: String { "\(folder)/client.key" }

    /// Starts nginx and waits until it listens.
    ///
    /// - Parameter files: Names and contents of the files to serve.
    public init(files: [String: [UInt8]]) throws {
        var template = Array("/tmp/webimage-nginx-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw Self.failure("mkdtemp") }
        folder = String(cString: made)
        mkdir("\(folder)/files", 0o755)
        for (name, bytes) in files { try Self.write(bytes, to: "\(folder)/files/\(name)") }
        try Self.write(Array("user:{PLAIN}secret\n".utf8), to: "\(folder)/passwords")
        for name in ["server", "client"] { try Self.makeCertificate(name, in: folder) }
        (port, securePort) = (try Self.freePort(), try Self.freePort())
        let configuration = NginxConfiguration.text(folder: folder, port: port, securePort: securePort)
        try Self.write(Array(configuration.utf8), to: "\(folder)/nginx.conf")
        process = try ChildProcess(
            Self.program, ["-p", folder, "-c", "\(folder)/nginx.conf", "-e", "\(folder)/error.log"])
        for _ in 0..<500 {
            if LoopbackSocket.accepts(port), LoopbackSocket.accepts(securePort) { return }
            usleep(10_000)
        }
        throw WebImageError(.cannotConnect, "nginx doesn't listen; its log: \(Self.text("\(folder)/error.log"))")
    }

    deinit {
        process.signal(SIGKILL)
        process.waitForEnd()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The address of a path over plain HTTP.
    public func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    /// The address of a path over TLS.
    public func secureURL(_ path: String) -> String { "https://127.0.0.1:\(securePort)\(path)" }

    /// The lines of the access log: method, target, status, bytes sent, Range.
    public var log: [String] {
        Self.text("\(folder)/access.log").split(separator: "\n").map(String.init)
    }

    // MARK: - Inside

    private static func makeCertificate(_ name: String, in folder: String) throws {
        let process = try ChildProcess(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                "-keyout", "\(folder)/\(name).key", "-out", "\(folder)/\(name).pem", "-days", "2", "-subj",
                "/CN=\(name)",
                "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost",
            ])
        guard process.waitForEnd() == 0 else { throw failure("openssl") }
    }

    private static func freePort() throws -> Int {
        let (descriptor, port) = try LoopbackSocket.listen()
        close(descriptor)
        return port
    }

    private static func write(_ bytes: [UInt8], to path: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    private static func text(_ path: String) -> String {
        (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }

    private static func failure(_ call: String) -> WebImageError {
        WebImageError(.cannotConnect, "nginx can't be started: \(call) failed.")
    }
}
