public import FoundationEssentials
public import WebImageCore

/// A loader that answers from a table, counts, and can be held.
public final class FakeLoader: ImageLoader {
    /// What an address is answered with.
    public struct Answer: Sendable {
        /// The bytes, or the error.
        public var result: Result<LoadedData, any Error>
        /// Passed before the answer is given; nil answers at once.
        public var gate: TestGate?
        /// Sizes of the pieces in which the body is told to those that want partial pictures; empty tells it whole.
        public var pieces: [Int] = []
        /// Passed before each piece.
        public var pieceGate: TestGate?

        /// Makes an answer, given at once unless there is a gate.
        public init(_ result: Result<LoadedData, any Error>, gate: TestGate? = nil) {
            self.result = result
            self.gate = gate
        }

        /// A body as if it came over the network.
        public init(_ data: Data, etag: String? = nil, gate: TestGate? = nil) {
            var loaded = LoadedData(data: data, origin: .network)
            loaded.status = 200
            if let etag { loaded.headers["ETag"] = etag }
            self.init(.success(loaded), gate: gate)
        }
    }

    private struct State {
        var answers: [ImageURL: [Answer]] = [:]
        var requests: [LoaderRequest] = []
        var priorities: [ImageURL: PriorityHandle] = [:]
        var cancelled = 0
    }

    private let state = Lock(State())

    /// Makes a loader that answers every address with 404 until ``answer(_:with:)`` tells it more.
    public init() {}

    /// Sets the answers of an address, in order; the last one stays.
    public func answer(_ url: ImageURL, with answers: Answer...) {
        state.withLock { $0.answers[url] = answers }
    }

    /// All requests so far, in order.
    public var requests: [LoaderRequest] { state.withLock { $0.requests } }

    /// How often an address was asked for.
    public func count(of url: ImageURL) -> Int { requests.count { $0.url == url } }

    /// How many requests were cancelled while they were held.
    public var cancelledCount: Int { state.withLock { $0.cancelled } }

    /// How urgent the newest request for an address is now.
    public func priority(of url: ImageURL) -> LoadPriority? { state.withLock { $0.priorities[url]?.value } }

    public func canLoad(_ request: LoaderRequest) -> Bool { true }

    public func load(_ request: LoaderRequest, context: LoaderContext) async throws -> LoadedData {
        let answer = state.withLock { state -> Answer? in
            state.requests.append(request)
            state.priorities[request.url] = context.priority
            guard var answers = state.answers[request.url], let first = answers.first else { return nil }
            if answers.count > 1 { answers.removeFirst() }
            state.answers[request.url] = answers
            return first
        }
        guard let answer else {
            throw WebImageError(.httpStatus, "There is no answer for this address.", url: request.url, status: 404)
        }
        do {
            try await answer.gate?.pass()
            let loaded = try answer.result.get()
            try await report(loaded.data, answer, context)
            return loaded
        } catch is CancellationError {
            state.withLock { $0.cancelled += 1 }
            throw WebImageError(.cancelled, "The load was cancelled.", url: request.url)
        }
    }

    private func report(_ body: Data, _ answer: Answer, _ context: LoaderContext) async throws {
        var start = body.startIndex
        for size in answer.pieces.isEmpty ? [body.count] : answer.pieces {
            try await answer.pieceGate?.pass()
            let end = min(body.endIndex, start + size)
            context.onData?(body[start..<end])
            context.onProgress?(LoadProgress(received: end - body.startIndex, total: body.count))
            start = end
        }
    }
}
