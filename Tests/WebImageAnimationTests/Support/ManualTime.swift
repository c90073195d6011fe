import FoundationEssentials
import WebImageCore

/// A clock that the test moves.
final class ManualTime: TimeSource {
    private let now = Lock(Duration.zero)

    var date: Date { Date(timeIntervalSince1970: 0) }
    var uptime: Duration { now.withLock { $0 } }

    func sleep(for duration: Duration) async throws {}
    func advance(by duration: Duration) { now.withLock { $0 += duration } }
}
