internal import FoundationEssentials

/// The way of one load through the tiers: memory, disk, loader, decoding, editing, storing.
struct LoadRun: Sendable {
    let manager: ImageManager
    let plan: LoadPlan
    let task: LoadTask
    let preview: PreviewFeed?

    init(manager: ImageManager, plan: LoadPlan, task: LoadTask) {
        self.manager = manager
        self.plan = plan
        self.task = task
        preview = plan.options.isProgressive ? PreviewFeed(plan: plan, pool: manager.decodePool, task: task) : nil
    }

    /// Does everything and says how it ended. Never throws: every error, also a custom part's, becomes the outcome.
    func outcome() async -> LoadTask.Outcome {
        var outcome = await attempt(plan)
        for url in plan.request.alternatives {
            guard case .failure(let error) = outcome, error.code != .cancelled else { break }
            var request = plan.request
            request.url = url
            outcome = await attempt(LoadPlan(request, configuration: manager.configuration))
        }
        preview?.end()
        return outcome
    }

    private func attempt(_ plan: LoadPlan) async -> LoadTask.Outcome {
        do {
            return .success(try await load(plan))
        } catch {
            return .failure(
                WebImageError.wrapping(
                    error, as: .customPartFailed, "A custom part failed; see the underlying error.",
                    url: plan.request.url))
        }
    }

    private func load(_ plan: LoadPlan) async throws -> LoadedImage {
        switch plan.options.cachePolicy {
        case .refreshCached: try await refreshed(plan)
        case .followHTTPCaching: try await followed(plan)
        default: try await finish(try await finalImage(plan, policy: plan.options.cachePolicy), plan)
        }
    }

    /// What is cached first, as an event; then what the source says of it.
    private func refreshed(_ plan: LoadPlan) async throws -> LoadedImage {
        guard let cached = try? await finish(try await finalImage(plan, policy: .cacheOnly), plan) else {
            try Task.checkCancellation()
            return try await finish(try await finalImage(plan, policy: .refreshCached), plan)
        }
        task.send(.cached(cached))
        do {
            let original = try await manager.original(plan, policy: .refreshCached, listener: listener)
            guard !original.isRevalidated else {
                var result = cached
                result.isRevalidated = true
                result.metrics = original.metrics
                return result
            }
            return try await finish(try await finalImage(plan, policy: .refreshCached, given: original), plan)
        } catch {
            let refreshError = WebImageError.wrapping(
                error, as: .customPartFailed, "A custom part failed; see the underlying error.", url: plan.request.url)
            guard refreshError.code != .cancelled else { throw refreshError }
            var result = cached
            result.refreshError = refreshError
            return result
        }
    }

    /// By the rules of RFC 9111: which bytes count is known first; pictures in memory are those of just these bytes.
    private func followed(_ plan: LoadPlan) async throws -> LoadedImage {
        let original = try await manager.original(plan, policy: .followHTTPCaching, listener: listener)
        let key = CacheKey(plan.finalKey.string + LoadPlan.keySeparator + original.version)
        if original.isStorable, let image = plan.cache.memoryImage(for: key) {
            return try await finish(ProducedImage(image: image, original: original), plan, memoryKey: key)
        }
        let produced = try await finalImage(plan, policy: .followHTTPCaching, given: original)
        return try await finish(produced, plan, memoryKey: key)
    }

    private var listener: WorkListener {
        var listener = WorkListener(priority: task.priorityHandle)
        listener.onProgress = { [task] progress in task.send(.progress(progress)) }
        if let preview { listener.onData = { piece in preview.append(piece) } }
        return listener
    }

    private func finalImage(_ plan: LoadPlan, policy: CachePolicy, given original: Original? = nil) async throws
        -> ProducedImage
    {
        if let stored = try await manager.storedFinalImage(plan, policy: policy) { return stored }
        let production = ImageProduction(manager: manager, plan: plan, policy: policy, original: original)
        return try await production.image(prefix: plan.steps.count, listener: listener)
    }

    /// Stores what is to be stored and makes the result.
    private func finish(_ produced: ProducedImage, _ plan: LoadPlan, memoryKey: CacheKey? = nil) async throws
        -> LoadedImage
    {
        try Task.checkCancellation()
        let options = plan.options
        var result = LoadedImage(
            image: produced.image, source: produced.original?.source ?? .memory, url: plan.request.url)
        let isStorable = produced.original?.isStorable ?? true
        if options.cachePolicy != .bypass, isStorable, options.storeTiers.contains(.memory) {
            plan.cache.storeInMemory(produced.image, for: memoryKey ?? plan.finalKey)
        }
        guard let original = produced.original else { return result }
        result.isRevalidated = original.isRevalidated
        result.byteCount = original.data.count
        result.metrics = original.metrics
        if options.deliversData { result.data = original.data }
        let storing = manager.store(produced.image, original, plan)
        if options.waitsForStore { for task in storing { await task.value } }
        return result
    }
}
