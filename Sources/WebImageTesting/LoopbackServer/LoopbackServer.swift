internal import Glibc
internal import WebImageCore

/// A scriptable HTTP/1.1 server on 127.0.0.1 for tests: plain sockets, a thread a connection, no dependency.
///
/// Paths get handlers that run on the connection's own thread and may block: hold an answer back until a
/// ``LoopbackGate`` opens, drip, stall, reset, lie about lengths. Every request is kept, with its header fields, unless the
/// server is told not to.
public final class LoopbackServer: Sendable {
    /// Answers one request by writing to the connection.
    public typealias Handler = @Sendable (LoopbackRequest, LoopbackConnection) -> Void

    private struct State {
        var handlers: [String: Handler] = [:]
        var fallback: Handler?
        var requests: [LoopbackRequest] = []
        var counts: [String: Int] = [:]
        var connections: [Int: LoopbackConnection] = [:]
        var accepted = 0
        var waiters: [Waiter] = []
        var isStopped = false
    }

    private struct Waiter {
        var isReady: @Sendable (State) -> Bool
        var continuation: CheckedContinuation<Void, Never>
    }

    /// The port that the system chose.
    public let port: Int
    private let keepsRequests: Bool
    private let listener: Int32
    private let state = Lock(State())

    /// Starts to listen on a free port of 127.0.0.1.
    ///
    /// - Parameter keepsRequests: Whether ``requests`` grows with each request; a server of hundreds of thousands of
    ///   requests only counts them.
    /// - Throws: ``WebImageError/Code/cannotConnect`` where the system gives no socket.
    public init(keepsRequests: Bool = true) throws {
        self.keepsRequests = keepsRequests
        (listener, port) = try LoopbackSocket.listen()
        let listener = listener
        Thread.start(named: "loopback") { [weak self] in
            while let descriptor = LoopbackSocket.accept(listener) {
                guard let self else {
                    close(descriptor)
                    break
                }
                self.serve(descriptor)
            }
            close(listener)
        }
    }

    deinit { stop() }

    // MARK: - Addresses and routes

    /// The address of a path on this server, such as `http://127.0.0.1:40123/a.png`.
    public func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    /// Sets what answers a path; the query is not part of it.
    public func handle(_ path: String, _ handler: @escaping Handler) {
        state.withLock { $0.handlers[path] = handler }
    }

    /// Sets a fixed answer for a path.
    public func serve(_ path: String, _ response: LoopbackResponse) {
        handle(path) { request, connection in connection.send(response, to: request) }
    }

    /// Sets answers for a path, one a request in this order; the last one stays.
    public func serve(_ path: String, _ responses: [LoopbackResponse]) {
        let next = Lock(0)
        handle(path) { request, connection in
            let index = next.withLock { index in
                defer { index += 1 }
                return min(index, responses.count - 1)
            }
            connection.send(responses[index], to: request)
        }
    }

    /// Sets what answers every path that has no handler; without it the answer is 404.
    public func handleOthers(_ handler: @escaping Handler) {
        state.withLock { $0.fallback = handler }
    }

    // MARK: - What came

    /// How many requests came for a path.
    public func count(_ path: String) -> Int { state.withLock { $0.counts[path] ?? 0 } }

    /// The requests for a path, oldest first; empty where none is kept.
    public func requests(_ path: String) -> [LoopbackRequest] {
        state.withLock { state in state.requests.filter { $0.path == path } }
    }

    /// All requests, oldest first; empty where none is kept.
    public var requests: [LoopbackRequest] { state.withLock { $0.requests } }

    /// How many connections were accepted.
    public var connectionCount: Int { state.withLock { $0.accepted } }

    /// How many connections are open.
    public var openConnectionCount: Int { state.withLock { $0.connections.count } }

    /// Waits until `count` requests have come for a path.
    public func waitForRequests(_ path: String, count: Int = 1) async {
        await wait { ($0.counts[path] ?? 0) >= count }
    }

    /// Waits until no more than `count` connections are open.
    public func waitForConnections(atMost count: Int) async {
        await wait { $0.connections.count <= count }
    }

    /// Closes all connections and no longer listens.
    public func stop() {
        let connections = state.withLock { state -> [LoopbackConnection]? in
            guard !state.isStopped else { return nil }
            state.isStopped = true
            return Array(state.connections.values)
        }
        guard let connections else { return }
        // The accepting thread wakes by this and closes the descriptor.
        shutdown(listener, Int32(SHUT_RDWR))
        for connection in connections { connection.shutDown() }
    }

    // MARK: - Inside

    private func wait(until isReady: @escaping @Sendable (State) -> Bool) async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let isReadyNow = state.withLock { state in
                if isReady(state) { return true }
                state.waiters.append(Waiter(isReady: isReady, continuation: continuation))
                return false
            }
            if isReadyNow { continuation.resume() }
        }
    }

    /// Changes the state and wakes those who waited for the change.
    private func change<Result>(_ body: (inout State) -> sending Result) -> Result {
        let (result, ready) = state.withLock { state in
            let result = body(&state)
            let waiters = state.waiters
            let ready = waiters.map { $0.isReady(state) }
            state.waiters = zip(waiters, ready).filter { !$0.1 }.map(\.0)
            return (result, zip(waiters, ready).filter(\.1).map(\.0.continuation))
        }
        for continuation in ready { continuation.resume() }
        return result
    }

    private func serve(_ descriptor: Int32) {
        let connection = LoopbackConnection(descriptor)
        let identifier = change { state -> Int? in
            guard !state.isStopped else { return nil }
            state.accepted += 1
            state.connections[state.accepted] = connection
            return state.accepted
        }
        guard let identifier else { return connection.close() }
        Thread.start(named: "loopback-peer") { [weak self] in
            while !connection.isClosed, let request = connection.readRequest() {
                guard let handler = self?.record(request) else { break }
                handler(request, connection)
                if request.wantsClose || connection.closesAfterAnswer { break }
            }
            connection.close()
            self?.change { state in _ = state.connections.removeValue(forKey: identifier) }
        }
    }

    private func record(_ request: LoopbackRequest) -> Handler {
        change { state in
            if keepsRequests { state.requests.append(request) }
            state.counts[request.path, default: 0] += 1
            return state.handlers[request.path] ?? state.fallback ?? { request, connection in
                connection.send(LoopbackResponse(status: 404, text: "not here"), to: request)
            }
        }
    }
}
