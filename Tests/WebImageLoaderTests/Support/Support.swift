import FoundationEssentials
import Testing
import WebImageCore
import WebImageTesting

@testable import WebImageLoader

/// Bytes that repeat only after 251, so that a shift shows.
func pattern(_ count: Int) -> [UInt8] { (0..<count).map { UInt8($0 % 251) } }

/// Waits for what other threads do without telling.
func until(_ isTrue: () -> Bool) async { while !isTrue() { await Task.yield() } }

/// The error that `body` throws; nil and a test failure where it throws none, or one that isn't ours.
func failure(of body: () async throws -> some Any, sourceLocation: SourceLocation = #_sourceLocation) async
    -> WebImageError?
{
    do {
        _ = try await body()
        Issue.record("no error was thrown", sourceLocation: sourceLocation)
    } catch let error as WebImageError {
        return error
    } catch {
        Issue.record("a foreign error was thrown: \(error)", sourceLocation: sourceLocation)
    }
    return nil
}

extension ImageLoader {
    func load(_ url: String, _ options: TransferOptions = TransferOptions(), context: LoaderContext = LoaderContext())
        async throws -> LoadedData
    {
        try await load(LoaderRequest(ImageURL(url), options: options), context: context)
    }
}

extension LoopbackServer {
    /// Serves `body` with its true length: the first `count` bytes at once, the rest when the gate opens.
    func serve(_ path: String, _ body: [UInt8], first count: Int, then gate: LoopbackGate) {
        handle(path) { _, connection in
            connection.send(LoopbackResponse(framing: .claiming(body.count)).head + body[..<count])
            gate.wait()
            connection.send(body[count...])
        }
    }
}
