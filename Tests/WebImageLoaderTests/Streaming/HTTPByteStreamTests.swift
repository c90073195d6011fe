import FoundationEssentials
import Glibc
import Testing
import WebImageCore
import WebImageTesting

@testable import WebImageLoader

@Suite(.timeLimit(.minutes(5)), .serialized)
struct HTTPByteStreamTests {
    let server: LoopbackServer
    let loader = HTTPLoader()

    init() throws { server = try LoopbackServer() }

    private func request(_ path: String) -> LoaderRequest { LoaderRequest(ImageURL(server.url(path))) }

    @Test func thePiecesMakeTheBody() async throws {
        let body = pattern(3_000_000)
        server.serve("/a", .redirect(to: "/b"))
        server.serve("/b", LoopbackResponse(headers: ["Content-Type": "image/png"], body: body))
        let stream = try await loader.bytes(for: request("/a"))
        #expect(stream.response.mediaType == "image/png")
        #expect(stream.response.url.string == server.url("/b"))
        var seen: [UInt8] = []
        for try await piece in stream { seen += piece }
        #expect(seen == body)
    }

    @Test func refusedByItsHead() async throws {
        server.serve("/a", LoopbackResponse(status: 404, text: "no"))
        let error = await failure { try await loader.bytes(for: request("/a")) }
        #expect(error?.status == 404)
    }

    @Test func aCutBodyThrowsAfterItsPieces() async throws {
        server.serve("/a", LoopbackResponse(body: pattern(1000), framing: .claiming(2000)))
        let stream = try await loader.bytes(for: request("/a"))
        var count = 0
        let error = await failure {
            for try await piece in stream { count += piece.count }
        }
        #expect(error?.code == .truncated)
        #expect(count == 1000)
    }

    @Test("MEM-04 a slow reader pauses the transfer: of 400 MB at most 16 MB wait beside what sockets hold")
    func backPressure() async throws {
        let total = 400_000_000
        let sent = Lock(0)
        server.handle("/a") { _, connection in
            connection.send(LoopbackResponse(framing: .claiming(total)).head)
            let piece = [UInt8](repeating: 1, count: 1_000_000)
            for _ in 0..<total / piece.count {
                guard connection.send(piece) else { return }
                sent.withLock { $0 += piece.count }
            }
        }
        let stream = try await loader.bytes(for: request("/a"))
        var count = 0
        var most = 0
        for try await piece in stream {
            // Here, in libcurl and in the sockets; the process's own memory would be that of all tests that run.
            most = max(most, sent.withLock { $0 } - count)
            count += piece.count
            // A reader that is slower than the network.
            usleep(50)
        }
        #expect(count == total)
        #expect(most <= 16 << 20 + Self.largestSockets, "\(most >> 20) MiB")
    }

    /// The bytes that the kernel lets both ends of a connection hold (tcp(7)).
    private static var largestSockets: Int {
        ["rmem", "wmem"].reduce(0) { sum, name in
            let text = (try? String(contentsOfFile: "/proc/sys/net/ipv4/tcp_\(name)", encoding: .utf8)) ?? ""
            return sum + (text.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) } ?? 0)
        }
    }

    @Test func aPausedTransferStandsStillAndCanBeLetGo() async throws {
        let sent = Lock(0)
        server.handle("/a") { _, connection in
            connection.send(LoopbackResponse(framing: .claiming(400 << 20)).head)
            let piece = [UInt8](repeating: 1, count: 1_000_000)
            while connection.send(piece) { sent.withLock { $0 = connection.sentBytes } }
        }
        var options = TransferOptions()
        options.idleTimeout = .milliseconds(200)
        var request = request("/a")
        request.options = options
        do {
            let stream = try await loader.bytes(for: request)
            // What libcurl, the sockets and our marks hold; far less than the whole. Waiting while paused is no
            // timeout.
            try await Task.sleep(for: .milliseconds(600))
            #expect(sent.withLock { $0 } < 32 << 20)
            var iterator = stream.makeAsyncIterator()
            #expect(try await iterator.next() != nil)
            #expect(try await iterator.next() != nil)
        }
        await server.waitForConnections(atMost: 0)
    }

    @Test func cancellingTheReaderEndsTheTransfer() async throws {
        server.handle("/a") { _, connection in
            connection.send(LoopbackResponse(framing: .claiming(100)).head)
            connection.waitForClientToLeave()
        }
        let request = request("/a")
        let task = Task {
            for try await _ in try await loader.bytes(for: request) {}
        }
        await server.waitForRequests("/a")
        task.cancel()
        let error = await failure { try await task.value }
        #expect(error?.code == .cancelled)
        await server.waitForConnections(atMost: 0)
    }
}
