import Foundation
import FoundationNetworking
import WebImageCore

/// The same downloads by FoundationNetworking, as a program on Linux would make them without this library.
///
/// Over http only: on Linux it can't be told to trust a server's own certificate.
enum URLSessionPeer {
    private final class Failures: Sendable {
        private let state: Lock<Int>

        init(_ count: Int) { state = Lock(count) }

        var count: Int { state.withLock { $0 } }

        func add() { state.withLock { $0 += 1 } }
    }

    /// Requests a second; NaN where one failed.
    static func rate(_ urls: [String], width: Int) async -> Double {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = width
        configuration.urlCache = nil
        let session = URLSession(configuration: configuration)
        defer { session.finishTasksAndInvalidate() }
        let parsed = urls.compactMap { URL(string: $0) }
        let failures = Failures(urls.count - parsed.count)
        let seconds = await Measure.seconds {
            await withTaskGroup(of: Void.self) { group in
                for (index, url) in parsed.enumerated() {
                    if index >= width { await group.next() }
                    group.addTask { @Sendable in
                        // Not the async method: it crashes now and then where a task ends early.
                        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
                            let task = session.dataTask(with: url) { data, response, _ in
                                let isGood = (response as? HTTPURLResponse)?.statusCode == 200 && data?.isEmpty == false
                                if !isGood { failures.add() }
                                done.resume()
                            }
                            task.resume()
                        }
                    }
                }
            }
        }
        return failures.count == 0 ? Double(urls.count) / seconds : .nan
    }
}
