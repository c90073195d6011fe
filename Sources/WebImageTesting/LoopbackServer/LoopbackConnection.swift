internal import Glibc
internal import WebImageCore

/// One accepted connection, for handlers to write to. Its methods block the calling thread.
public final class LoopbackConnection: Sendable {
    private struct State {
        var descriptor: Int32
        var buffer: [UInt8] = []
        var sent = 0
        var closesAfterAnswer = false
    }

    private let state: Lock<State>

    init(_ descriptor: Int32) { state = Lock(State(descriptor: descriptor)) }

    deinit { close() }

    /// Whether the connection has been closed from this side.
    public var isClosed: Bool { descriptor < 0 }

    /// Body and head bytes that the system took so far.
    public var sentBytes: Int { state.withLock { $0.sent } }

    var closesAfterAnswer: Bool { state.withLock { $0.closesAfterAnswer } }

    private var descriptor: Int32 { state.withLock { $0.descriptor } }

    // MARK: - Writing

    /// Writes bytes as they are.
    ///
    /// - Returns: False where the client has gone.
    @discardableResult
    public func send(_ bytes: some Sequence<UInt8>) -> Bool {
        let bytes = Array(bytes)
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes { buffer -> Int in
                guard let base = buffer.baseAddress else { return 0 }
                // No SIGPIPE where the client has gone: the error is enough.
                return Glibc.send(descriptor, base + offset, buffer.count - offset, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            offset += count
            state.withLock { $0.sent += count }
        }
        return true
    }

    /// Writes text as it is; lines end with `\r\n`.
    @discardableResult
    public func send(_ text: String) -> Bool { send(text.utf8) }

    /// Writes a whole answer.
    @discardableResult
    public func send(_ response: LoopbackResponse, to request: LoopbackRequest? = nil) -> Bool {
        let body = request?.method == "HEAD" ? [] : response.body
        switch response.framing {
        case .contentLength:
            return send(response.head + body)
        case .claiming, .closeDelimited:
            state.withLock { $0.closesAfterAnswer = true }
            return send(response.head + body)
        case .chunked(let size):
            return send(response.head) && sendChunks(body, size: size) && send("0\r\n\r\n")
        case .chunkedWithoutEnd(let size):
            state.withLock { $0.closesAfterAnswer = true }
            return send(response.head) && sendChunks(body, size: size)
        }
    }

    /// Writes one piece of a chunked body (RFC 9112, 7.1).
    @discardableResult
    public func sendChunk(_ bytes: some Collection<UInt8>) -> Bool {
        send(Array((String(bytes.count, radix: 16) + "\r\n").utf8) + Array(bytes) + Array("\r\n".utf8))
    }

    private func sendChunks(_ bytes: [UInt8], size: Int) -> Bool {
        stride(from: 0, to: bytes.count, by: max(1, size)).allSatisfy {
            sendChunk(bytes[$0..<min($0 + max(1, size), bytes.count)])
        }
    }

    /// Writes bytes in pieces, each after a pause.
    @discardableResult
    public func drip(_ bytes: [UInt8], size: Int, every milliseconds: Int) -> Bool {
        stride(from: 0, to: bytes.count, by: max(1, size)).allSatisfy {
            usleep(UInt32(milliseconds) * 1000)
            return send(bytes[$0..<min($0 + max(1, size), bytes.count)])
        }
    }

    // MARK: - Faults

    /// Ends the connection by a reset (RST) instead of an orderly end; what wasn't sent yet is lost.
    public func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        close()
    }

    /// Ends the connection in order (FIN).
    public func close() {
        let descriptor = state.withLock { state in
            defer { state.descriptor = -1 }
            return state.descriptor
        }
        if descriptor >= 0 { _ = Glibc.close(descriptor) }
    }

    /// Says nothing more until the client goes or the server stops.
    public func waitForClientToLeave() {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while recv(descriptor, &bytes, bytes.count, 0) > 0 {}
        close()
    }

    /// Wakes a thread that is blocked in this connection; that thread closes it.
    func shutDown() {
        state.withLock { state in
            if state.descriptor >= 0 { shutdown(state.descriptor, Int32(SHUT_RDWR)) }
        }
    }

    // MARK: - Reading

    func readRequest() -> LoopbackRequest? {
        guard let head = readHead() else { return nil }
        var lines = head.split(separator: "\r\n", omittingEmptySubsequences: true)
        guard !lines.isEmpty else { return nil }
        let first = lines.removeFirst().split(separator: " ")
        guard first.count == 3 else { return nil }
        var headers = HTTPHeaders()
        for line in lines {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            headers.append(String(line[..<colon]), String(value))
        }
        let length = headers["Content-Length"].flatMap { Int($0) } ?? 0
        guard let body = read(length) else { return nil }
        return LoopbackRequest(
            method: String(first[0]), target: String(first[1]), version: String(first[2]), headers: headers,
            body: body)
    }

    private func readHead() -> String? {
        let end: [UInt8] = [13, 10, 13, 10]
        while true {
            let head = state.withLock { state -> [UInt8]? in
                guard let range = state.buffer.firstRange(of: end) else { return nil }
                defer { state.buffer.removeSubrange(..<range.upperBound) }
                return Array(state.buffer[..<range.lowerBound])
            }
            if let head { return String(decoding: head, as: UTF8.self) }
            guard fill() else { return nil }
        }
    }

    private func read(_ count: Int) -> [UInt8]? {
        while state.withLock({ $0.buffer.count < count }) {
            guard fill() else { return nil }
        }
        return state.withLock { state in
            defer { state.buffer.removeFirst(count) }
            return Array(state.buffer.prefix(count))
        }
    }

    private func fill() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 8192)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return false }
        state.withLock { $0.buffer += bytes.prefix(count) }
        return true
    }
}
