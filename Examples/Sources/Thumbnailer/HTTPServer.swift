import Dispatch
import FoundationEssentials
import Glibc

struct HTTPRequest: Sendable {
    var method: String
    var query: [String: String]
    /// By lower-case names.
    var headers: [String: String]
}

struct HTTPResponse: Sendable {
    var status: Int
    var headers: [String: String]
    var body: Data

    init(_ status: Int, headers: [String: String] = [:], body: Data = Data()) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }

    init(_ status: Int, text: String) {
        self.init(status, headers: ["Content-Type": "text/plain; charset=utf-8"], body: Data((text + "\n").utf8))
    }
}

/// As much of HTTP/1.1 as the example needs: one request a connection, no bodies. Behind a real server, as a proxy's upstream.
struct HTTPServer: Sendable {
    let port: UInt16
    private let listener: Int32

    /// - Parameter port: 0 for any that is free.
    init?(port wanted: UInt16) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard let port = Self.listen(on: listener, port: wanted) else { return nil }
        self.listener = listener
        self.port = port
    }

    /// The port in use, of this machine's own address only; nil where it can't be had.
    private static func listen(on listener: Int32, port: UInt16) -> UInt16? {
        var yes: Int32 = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout.size(ofValue: yes)))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isOpen = withUnsafeMutableBytes(of: &address) { bytes -> Bool in
            guard let address = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return false }
            return bind(listener, address, length) == 0 && Glibc.listen(listener, 64) == 0
                && getsockname(listener, address, &length) == 0
        }
        return isOpen ? UInt16(bigEndian: address.sin_port) : nil
    }

    /// Serves until the process ends. Reading and writing block threads of Dispatch, never those that tasks run on.
    func run(_ handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse) -> Never {
        signal(SIGPIPE, SIG_IGN)
        let queue = DispatchQueue(label: "connections", attributes: .concurrent)
        while true {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { continue }
            queue.async {
                var patience = timeval(tv_sec: 10, tv_usec: 0)
                for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
                    setsockopt(connection, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
                }
                guard let request = read(from: connection) else {
                    close(connection)
                    return
                }
                Task {
                    let response = await handler(request)
                    queue.async {
                        write(response, to: connection, withBody: request.method != "HEAD")
                        close(connection)
                    }
                }
            }
        }
    }

    private func read(from connection: Int32) -> HTTPRequest? {
        var head: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0, head.count < 16_384 else { return nil }
            head += buffer[..<count]
        }
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count == 3, let target = URLComponents(string: String(words[1])) else { return nil }
        let query = (target.queryItems ?? []).map { ($0.name, $0.value ?? "") }
        let headers = lines.dropFirst().compactMap { line -> (String, String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            return (line[..<colon].lowercased(), line[line.index(after: colon)...].drop { $0 == " " }.description)
        }
        return HTTPRequest(
            method: String(words[0]), query: Dictionary(query) { $1 }, headers: Dictionary(headers) { $1 })
    }

    private func write(_ response: HTTPResponse, to connection: Int32, withBody: Bool) {
        var text = "HTTP/1.1 \(response.status) \r\nConnection: close\r\n"
        if response.status != 304 { text += "Content-Length: \(response.body.count)\r\n" }
        for (name, value) in response.headers { text += "\(name): \(value)\r\n" }
        var rest = Data((text + "\r\n").utf8)
        if withBody { rest += response.body }
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, 0) }
            guard count > 0 else { return }
            rest = Data(rest.dropFirst(count))
        }
    }
}
