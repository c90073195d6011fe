import FoundationEssentials
import Glibc
import Testing
import WebImageCore
import WebImageTesting

@testable import WebImageLoader

/// Callbacks that don't keep up, and those that come to want pieces later.
@Suite(.timeLimit(.minutes(5)), .serialized)
struct PausingTests {
    let server: LoopbackServer
    let loader = HTTPLoader()

    init() throws { server = try LoopbackServer() }

    private func operation(_ url: String) -> LoadOperation? {
        loader.core.operation(for: OperationKey(LoaderRequest(ImageURL(url))))
    }

    private func isPaused(_ url: String) -> Bool { operation(url)?.state.withLock { $0.isPaused } == true }

    /// Bytes that have gone out.
    private final class Sent: Sendable {
        private let state = Lock(0)
        var bytes: Int { state.withLock { $0 } }
        func add(_ count: Int) { state.withLock { $0 += count } }
    }

    /// Serves `total` bytes as fast as they are taken.
    private func serve(_ path: String, total: Int) -> Sent {
        let sent = Sent()
        server.handle(path) { _, connection in
            connection.send(LoopbackResponse(framing: .claiming(total)).head)
            let piece = [UInt8](repeating: 7, count: 1_000_000)
            for _ in 0..<total / piece.count {
                guard connection.send(piece) else { return }
                sent.add(piece.count)
            }
        }
        return sent
    }

    @Test("MEM-04 a callback that doesn't return pauses a transfer of 400 MB: at most 16 MB are on their way")
    func slowCallback() async throws {
        let sent = serve("/a", total: 400_000_000)
        let url = server.url("/a")
        let gate = LoopbackGate()
        let task = Task { try await loader.load(url, context: LoaderContext(onData: { _ in gate.wait() })) }
        await gate.arrivals()
        await until { isPaused(url) }
        // What this process holds, then that and what the sockets hold.
        let held = operation(url)?.state.withLock { $0.body.count } ?? 0
        // The piece that the callback has, and what waits behind it.
        #expect(held >= LoadOperation.highWater && held <= 2 * LoadOperation.highWater + (256 << 10))
        #expect(sent.bytes <= 16 << 20)
        task.cancel()
        gate.open()
        #expect(await failure { try await task.value }?.code == .cancelled)
        await server.waitForConnections(atMost: 0)
    }

    @Test("MEM-04 a slow callback gets every byte, in order, though its transfer is paused again and again")
    func wholeBody() async throws {
        let body = pattern(12_000_000)
        server.serve("/a", LoopbackResponse(body: body))
        let seen = Lock<[UInt8]>([])
        let most = Lock(0)
        let context = LoaderContext(onData: { piece in
            most.withLock { $0 = max($0, piece.count) }
            usleep(300)
            seen.withLock { $0 += piece }
        })
        let data = try await loader.load(server.url("/a"), context: context).data
        #expect(Array(data) == body)
        #expect(seen.withLock { $0 } == body)
        #expect(most.withLock { $0 } < 4 << 20, "a piece is what fits between two pauses")
    }

    @Test("MEM-04 a slow callback holds up nobody else: a caller without one lets the transfer go on")
    func othersGoOn() async throws {
        _ = serve("/a", total: 20_000_000)
        let url = server.url("/a")
        let gate = LoopbackGate()
        async let slow = loader.load(url, context: LoaderContext(onData: { _ in gate.wait() }))
        await gate.arrivals()
        await until { isPaused(url) }
        #expect(try await loader.load(url).data.count == 20_000_000)
        gate.open()
        #expect(try await slow.data.count == 20_000_000)
        #expect(server.count("/a") == 1)
    }

    @Test("when the caller who didn't care leaves, the slow one's pace counts again, and the load still ends")
    func leaving() async throws {
        let half = LoopbackGate()
        let body = pattern(8_000_000)
        server.serve("/a", body, first: 100_000, then: half)
        let url = server.url("/a")
        let slow = Recorder()
        async let first = loader.load(url, context: slow.context())
        await until { !slow.pieces.isEmpty }
        let other = Task { try await loader.load(url) }
        await until { loader.requesterCount == 2 }
        other.cancel()
        half.open()
        #expect(await failure { try await other.value }?.code == .cancelled)
        #expect(try await Array(first.data) == body)
        #expect(Array(slow.pieces.joined()) == body)
    }

    @Test("3.4 pieces that come to be wanted later begin with everything so far")
    func lateDemand() async throws {
        let gate = LoopbackGate()
        let body = pattern(90_000)
        server.serve("/a", body, first: 60_000, then: gate)
        let pieces = Lock<[Data]>([])
        let demand = DataDemand { piece in pieces.withLock { $0.append(piece) } }
        let half = LoopbackGate()
        let context = LoaderContext(
            onProgress: { if $0.received == 60_000 { half.open() } }, dataDemand: demand)
        async let loaded = loader.load(server.url("/a"), context: context)
        await half.opened()
        #expect(pieces.withLock { $0.isEmpty })
        demand.want()
        await until { pieces.withLock { !$0.isEmpty } }
        #expect(pieces.withLock { $0.first?.count } == 60_000)
        gate.open()
        #expect(try await Array(loaded.data) == body)
        #expect(Array(pieces.withLock { $0.joined() }) == body)
    }

    @Test("3.4 a load that nobody watched can be watched from the middle on")
    func lateDemandWithoutProgress() async throws {
        let gate = LoopbackGate()
        let body = pattern(50_000)
        server.serve("/a", body, first: 20_000, then: gate)
        let pieces = Lock<[Data]>([])
        let demand = DataDemand { piece in pieces.withLock { $0.append(piece) } }
        let url = server.url("/a")
        async let loaded = loader.load(url, context: LoaderContext(dataDemand: demand))
        await until { operation(url)?.state.withLock { $0.body.count } == 20_000 }
        demand.want()
        await until { pieces.withLock { !$0.isEmpty } }
        gate.open()
        #expect(try await loaded.data.count == 50_000)
        #expect(Array(pieces.withLock { $0.joined() }) == body)
    }
}
