/// Brings lists of pictures into the caches before anybody looks at them, at preload priority.
///
/// Batches are independent: each has its own counts and its own end. A picture that a view wants meanwhile is loaded at
/// the view's priority, once. Letting go of a prefetcher ends its batches.
public final class ImagePrefetcher: Sendable {
    private struct State {
        /// The batches that still have pictures to begin with, oldest first.
        var waiting: [PrefetchBatch] = []
        var open: [ObjectIdentifier: PrefetchBatch] = [:]
        var workers = 0
        var isPaused = false
    }

    /// Loads the pictures, and keeps them in its cache.
    public let manager: ImageManager
    /// The rules this prefetcher was made with.
    public let configuration: Configuration
    private let state = Lock(State())
    private let delegateBox = Lock(WeakDelegate())

    /// Makes a prefetcher over `manager`; cancelling batches never ends other loads of that manager.
    public init(manager: ImageManager, configuration: Configuration = Configuration()) {
        self.manager = manager
        self.configuration = configuration
    }

    deinit { cancelAll() }

    /// Hears of everything; held weakly.
    public var delegate: (any ImagePrefetcherDelegate)? {
        get { delegateBox.withLock { $0.delegate } }
        set { delegateBox.withLock { $0.delegate = newValue } }
    }

    /// Whether no further picture is begun; those under way end. Batches that are paused go on where they were.
    public var isPaused: Bool {
        get { state.withLock { $0.isPaused } }
        set {
            state.withLock { $0.isPaused = newValue }
            if !newValue { startWorkers() }
        }
    }

    /// Starts a batch.
    ///
    /// - Parameters:
    ///   - requests: The pictures, in the order in which they are begun.
    ///   - destination: nil is the configuration's.
    ///   - completion: Called once, also for an empty list and after cancelling.
    ///   - onEvent: Called for each picture that ends.
    @discardableResult
    public func prefetch(
        _ requests: [ImageRequest], to destination: Destination? = nil,
        completion: (@Sendable (PrefetchSummary) -> Void)? = nil,
        onEvent: (@Sendable (PrefetchEvent) -> Void)? = nil
    ) -> PrefetchBatch {
        if configuration.cancelsPrevious { cancelAll() }
        var configuration = configuration
        if let destination { configuration.destination = destination }
        let reporter = PrefetchReporter(prefetcher: self, onEvent: onEvent, onEnd: completion)
        let batch = PrefetchBatch(
            requests: requests, configuration: configuration, handlers: reporter.handlers,
            time: manager.configuration.timeSource)
        reporter.batch = batch
        state.withLock { state in
            state.open[ObjectIdentifier(batch)] = batch
            state.waiting.append(batch)
        }
        batch.endIfDone()
        startWorkers()
        return batch
    }

    /// Starts a batch of plain addresses.
    @discardableResult
    public func prefetch(_ urls: [ImageURL], to destination: Destination? = nil) -> PrefetchBatch {
        prefetch(urls.map { ImageRequest(url: $0) }, to: destination)
    }

    /// Ends every batch; each tells its end once.
    public func cancelAll() {
        let batches = state.withLock { state in
            defer { state.open = [:] }
            state.waiting = []
            return Array(state.open.values)
        }
        for batch in batches { batch.cancel() }
    }

    func forget(_ batch: PrefetchBatch) {
        state.withLock { state in
            state.open[ObjectIdentifier(batch)] = nil
            state.waiting.removeAll { $0 === batch }
        }
    }

    private func startWorkers() {
        let count = state.withLock { state -> Int in
            guard !state.isPaused, !state.waiting.isEmpty else { return 0 }
            let count = max(0, max(1, configuration.width) - state.workers)
            state.workers += count
            return count
        }
        for _ in 0..<count {
            Task(priority: .background) { [weak self] in
                while let work = self?.takeNext() { await work() }
            }
        }
    }

    /// The next piece of work; nil ends the worker.
    private func takeNext() -> (@Sendable () async -> Void)? {
        state.withLock { state -> (@Sendable () async -> Void)? in
            while !state.isPaused, let batch = state.waiting.first {
                if let (index, token) = batch.takeNext() {
                    return { [manager] in await manager.prefetch(index, of: batch, token: token) }
                }
                state.waiting.removeFirst()
            }
            state.workers -= 1
            return nil
        }
    }
}

private struct WeakDelegate {
    weak var delegate: (any ImagePrefetcherDelegate)?
}
