/// The dispatch center: memory, then disk, then the loader; decodes, edits, stores, and ends each load exactly once.
///
/// Loads that share an address share the transfer, and those that share the beginning of their edits share the decoding
/// and editing of it. Instances are independent; a program makes one, or uses ``shared``.
public final class ImageManager: Sendable {
    /// The parts and the rules this manager was made with.
    public let configuration: Configuration
    let originals = SharedWorkTable<Original>()
    let images = SharedWorkTable<ProducedImage>()
    let running = RunningLoads()
    let decodePool: WorkerPool
    let decodeBudget: DecodeBudget
    let counter = StatisticsCounter()
    /// The addresses that failed by their own fault a short while ago.
    public let failedURLs: FailedURLStore

    /// Makes a manager; threads and files are opened by its first load.
    public init(_ configuration: Configuration) {
        self.configuration = configuration
        decodePool = WorkerPool(name: "webimage.decode", width: configuration.decodeWidth)
        decodeBudget = DecodeBudget(limit: configuration.decodeBudget)
        failedURLs = FailedURLStore(lifetime: configuration.failureLifetime, time: configuration.timeSource)
    }

    /// The parts in use.
    public var cache: any ImageCache { configuration.cache }
    /// Where bytes come from.
    public var loader: any ImageLoader { configuration.loader }
    /// What reads and writes formats.
    public var coder: any ImageCoder { configuration.coder }

    /// Starts a load.
    ///
    /// A picture in memory is there when this returns (``LoadTask/outcome``), and on the main thread the closures
    /// have run by then.
    ///
    /// - Parameters:
    ///   - request: What to load and what to make of it.
    ///   - completion: Called exactly once, where ``LoadOptions/callbackTarget`` says.
    ///   - onEvent: Hears of progress (on a background thread), partial pictures and a cached picture that is being refreshed.
    @discardableResult
    public func load(
        _ request: ImageRequest, completion: (@Sendable (LoadTask.Outcome) -> Void)? = nil,
        onEvent: (@Sendable (LoadEvent) -> Void)? = nil
    ) -> LoadTask {
        let request = configuration.requestProcessor?(request) ?? request
        let task = LoadTask(request: request, onEvent: onEvent, onEnd: completion)
        counter.add { $0.loads += 1 }
        if let hit = memoryHit(request) {
            end(task, .success(hit))
            return task
        }
        guard let plan = plan(for: request) else {
            end(task, .failure(WebImageError(.invalidURL, "The address is empty; give the URL of a picture.")))
            return task
        }
        if running.insert(task) {
            start(LoadRun(manager: self, plan: plan, task: task), task)
        } else {
            end(
                task,
                .failure(WebImageError(.cancelled, "The manager was invalidated; make another.", url: request.url)))
        }
        return task
    }

    private func plan(for request: ImageRequest) -> LoadPlan? {
        request.url.string.isEmpty ? nil : LoadPlan(request, configuration: configuration)
    }

    private func start(_ run: LoadRun, _ task: LoadTask) {
        task.attach(
            Task(priority: task.priority.taskPriority) { [running, counter] in
                let outcome = await run.outcome()
                task.finish(outcome)
                running.remove(task)
                if let outcome = task.outcome { counter.end(outcome) }
            })
    }

    private func end(_ task: LoadTask, _ outcome: LoadTask.Outcome) {
        counter.end(outcome)
        task.finish(outcome)
    }

    /// Loads a picture; cancelling the surrounding task cancels the load.
    public func image(for request: ImageRequest) async throws(WebImageError) -> LoadedImage {
        var request = request
        request.options.callbackTarget = .immediate
        let task = load(request)
        let outcome = await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            task.cancel()
        }
        return try outcome.get()
    }

    /// The finished picture, if it is in memory; never waits.
    public func memoryImage(for request: ImageRequest) -> DecodedImage? {
        let request = configuration.requestProcessor?(request) ?? request
        let cache = request.parts.cache ?? configuration.cache
        return cache.memoryImage(for: LoadPlan.finalKey(of: request, configuration: configuration))
    }

    /// The key of the finished picture in memory, and that of the original on disk.
    public func cacheKeys(for request: ImageRequest) -> (image: CacheKey, original: CacheKey) {
        let request = configuration.requestProcessor?(request) ?? request
        let plan = LoadPlan(request, configuration: configuration)
        return (plan.finalKey, plan.originalKey)
    }

    /// How many loads have not ended.
    public var runningCount: Int { running.count }

    /// What this manager has done so far.
    public var statistics: Statistics {
        var statistics = counter.value
        statistics.running = runningCount
        return statistics
    }

    /// Cancels every load that has not ended.
    public func cancelAll() { running.cancelAll() }

    /// Cancels every load, and ends all later ones that memory can't answer with ``WebImageError/Code/cancelled``.
    public func invalidate() { running.close() }

    /// Removes a picture, its original and what else was made of it with this request's edits, from the given tiers.
    ///
    /// - Throws: what the cache throws.
    public func remove(_ request: ImageRequest, from tiers: CacheTiers = .all) async throws {
        guard let plan = plan(for: configuration.requestProcessor?(request) ?? request) else { return }
        let context = CacheContext(tiers: tiers)
        for count in 0...plan.steps.count { try await plan.cache.remove(plan.key(prefix: count), context: context) }
        try await plan.originalCache.remove(plan.originalKey, context: context)
    }

    private func memoryHit(_ request: ImageRequest) -> LoadedImage? {
        let policy = request.options.cachePolicy
        guard policy == .useCached || policy == .cacheOnly, request.options.queryTiers.contains(.memory),
            !request.options.deliversData
        else { return nil }
        let cache = request.parts.cache ?? configuration.cache
        let key = LoadPlan.finalKey(of: request, configuration: configuration)
        guard let image = cache.memoryImage(for: key) else { return nil }
        return LoadedImage(image: image, source: .memory, url: request.url)
    }
}

extension LoadPriority {
    var taskPriority: TaskPriority {
        switch self {
        case .preload: .background
        case .low: .utility
        case .normal: .medium
        case .high: .high
        }
    }
}
