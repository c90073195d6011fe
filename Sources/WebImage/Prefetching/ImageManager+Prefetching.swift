extension ImageManager {
    /// Whether and how an original is in the caches now.
    public struct CachedOriginal: Sendable {
        /// Whether it was there before the call.
        public var wasCached: Bool
        /// The length of what was loaded, in bytes; 0 where it was there.
        public var byteCount: Int
    }

    /// Brings the original's bytes into the tiers below memory; returns when they are stored.
    ///
    /// The beginning of the data is looked at, so that only pictures are kept; no pixels are decoded.
    public func cacheOriginal(for request: ImageRequest) async throws(WebImageError) -> CachedOriginal {
        try await cacheOriginal(for: request, priority: PriorityHandle(request.priority))
    }

    func cacheOriginal(for request: ImageRequest, priority: PriorityHandle) async throws(WebImageError)
        -> CachedOriginal
    {
        let request = configuration.requestProcessor?(request) ?? request
        let plan = LoadPlan(request, configuration: configuration)
        do {
            let tiers = plan.options.originalStoreTiers
            let held = await plan.originalCache.tiers(holding: plan.originalKey, context: CacheContext(tiers: tiers))
            if plan.options.cachePolicy == .useCached, !held.isEmpty {
                return CachedOriginal(wasCached: true, byteCount: 0)
            }
            let original = try await original(
                plan, policy: plan.options.cachePolicy, listener: WorkListener(priority: priority))
            _ = try await decodePool.run(priority: priority.value) { token in
                try plan.coder.info(
                    of: original.data, context: DecodeContext(of: original.data, plan: plan, token: token))
            }
            await storeOriginal(original, plan)?.value
            return CachedOriginal(wasCached: original.isCached, byteCount: original.isCached ? 0 : original.data.count)
        } catch {
            throw WebImageError.wrapping(
                error, as: .customPartFailed, "A custom part failed; see the underlying error.", url: request.url)
        }
    }

    /// Prefetches one picture of a batch and counts how that ended.
    func prefetch(_ index: Int, of batch: PrefetchBatch, token: CancellationToken) async {
        let request = batch.requests[index]
        let work = Task { () throws(WebImageError) -> CachedOriginal in
            switch batch.destination {
            case .disk: try await cacheOriginal(for: request, priority: batch.priorityHandle)
            case .memory: try await cacheFinished(request, priority: batch.priorityHandle)
            }
        }
        token.onCancel { work.cancel() }
        switch await work.result {
        case .success(let cached):
            // A double shares the transfer of the first: what came is counted there.
            let wasThere = cached.wasCached || batch.doubles.contains(index)
            batch.end(index, wasThere ? .skipped : .finished, byteCount: wasThere ? 0 : cached.byteCount)
        case .failure(let error):
            let error = WebImageError.wrapping(error, as: .customPartFailed, "A custom part failed.", url: request.url)
            batch.end(index, .failed(error), byteCount: 0)
        }
    }

    private func cacheFinished(_ request: ImageRequest, priority: PriorityHandle) async throws(WebImageError)
        -> CachedOriginal
    {
        var request = request
        request.priority = priority.value
        let loaded = try await image(for: request)
        let isTransfer = loaded.source != .memory && loaded.source != .disk && loaded.source != .shared
        return CachedOriginal(wasCached: loaded.source == .memory, byteCount: isTransfer ? loaded.byteCount : 0)
    }
}
