internal import FoundationEssentials

extension ImageManager {
    /// The encoded bytes that a plan needs: from a cache or the loader, as `policy` says; shared with others that want them.
    func original(_ plan: LoadPlan, policy: CachePolicy, listener: WorkListener) async throws -> Original {
        let key = "\(policy.rawValue)|\(plan.scope)|\(plan.originalKey)"
        return try await originals.value(for: key, listener: listener) { [self] listener in
            let cached = try await cachedEntry(plan, policy: policy, priority: listener.priority.value)
            if let cached, canUse(cached, plan, policy: policy) {
                return Original(data: cached.data, metadata: cached.metadata, source: cached.source)
            }
            try checkMayLoad(plan, policy: policy, isRefresh: cached != nil)
            do {
                return try await loaded(plan, cached: cached, policy: policy, listener: listener)
            } catch {
                remember(error, of: plan)
                throw error
            }
        }
    }

    /// Throws where the source may not be asked.
    private func checkMayLoad(_ plan: LoadPlan, policy: CachePolicy, isRefresh: Bool) throws(WebImageError) {
        let url = plan.request.url
        guard policy != .cacheOnly || !url.isRemote else {
            throw WebImageError(.notCached, "The picture is not cached, and the network may not be used.", url: url)
        }
        if !plan.options.retriesFailed, let reason = failedURLs.reason(for: url, varyKey: plan.loaderRequest.varyKey) {
            throw reason
        }
        guard configuration.shouldLoad?(LoadDecision(request: plan.request, isRefresh: isRefresh)) ?? true else {
            throw WebImageError(.refused, "The program's own hook refused to load this picture.", url: url)
        }
    }

    /// Remembers an address that failed by its own fault, so that it isn't asked again at once.
    func remember(_ error: any Error, of plan: LoadPlan) {
        guard let error = error as? WebImageError, error.code != .cancelled, error.code != .failedBefore,
            plan.request.url.isRemote
        else { return }
        let isRemembered = FailedURLStore.isOwnFault(error)
        let decision = FailureDecision(url: plan.request.url, error: error, isRememberedByDefault: isRemembered)
        guard configuration.shouldRememberFailure?(decision) ?? isRemembered else { return }
        failedURLs.record(error, for: plan.request.url, varyKey: plan.loaderRequest.varyKey, isForced: true)
    }

    private func cachedEntry(_ plan: LoadPlan, policy: CachePolicy, priority: LoadPriority) async throws -> CacheEntry?
    {
        let tiers = plan.options.queryTiers.subtracting(.memory)
        guard policy.readsCache, plan.request.url.isRemote, !tiers.isEmpty else { return nil }
        let context = CacheContext(
            tiers: tiers, priority: priority, allowsExpired: policy == .cacheOnly || policy == .refreshCached)
        do {
            return try await plan.originalCache.entry(for: plan.originalKey, context: context)
        } catch let error as WebImageError where error.code == .cancelled {
            throw error
        } catch {
            // A broken cache never fails a load.
            return nil
        }
    }

    /// Whether a cached entry is used without asking its source.
    private func canUse(_ entry: CacheEntry, _ plan: LoadPlan, policy: CachePolicy) -> Bool {
        switch policy {
        case .refreshCached, .reload, .bypass: return false
        case .useCached, .cacheOnly: return true
        case .followHTTPCaching:
            switch Freshness.of(entry.metadata, plan.loaderRequest, at: configuration.timeSource.date) {
            case .fresh: return true
            case .stale: return false
            case .staleWhileRevalidate:
                refreshInBackground(plan)
                return true
            }
        }
    }

    /// Asks the source about a cached original that was given out stale, for the next time (RFC 5861, 3).
    private func refreshInBackground(_ plan: LoadPlan) {
        var request = plan.request
        request.options.cachePolicy = .refreshCached
        request.priority = .low
        Task { [request] in try? await cacheOriginal(for: request) }
    }

    private func loaded(_ plan: LoadPlan, cached: CacheEntry?, policy: CachePolicy, listener: WorkListener) async throws
        -> Original
    {
        let request = cached?.metadata.validating(plan.loaderRequest) ?? plan.loaderRequest
        let context = LoaderContext(
            priority: listener.priority, onProgress: listener.onProgress, onData: listener.onData,
            dataDemand: listener.demand,
            sharedLoad: cached == nil ? plan.sharedLoad(policy: policy) : nil)
        let answer = try await plan.loader.load(request, context: context)
        let date = configuration.timeSource.date
        if answer.isNotModified, let cached {
            let metadata = cached.metadata.confirmed(by: answer, request: plan.loaderRequest, date: date)
            // A broken cache never fails a load.
            try? await plan.originalCache.update(metadata, for: plan.originalKey, context: CacheContext())
            return Original(
                data: cached.data, metadata: metadata, source: cached.source, isRevalidated: true,
                metrics: answer.metrics)
        }
        if case .other(let reason) = ContentKind(of: answer.data), !plan.coder.canDecode(nil, head: answer.data) {
            throw WebImageError(.notAnImage, reason.explanation, url: plan.request.url, status: answer.status)
        }
        let metadata = CacheMetadata(answer: answer, request: plan.loaderRequest, date: date)
        return Original(
            data: answer.data, metadata: metadata, source: answer.source,
            isStorable: policy != .followHTTPCaching || metadata.isStorable(for: plan.loaderRequest),
            metrics: answer.metrics)
    }
}

extension ImageURL {
    /// Whether the bytes come from elsewhere, so that keeping them on disk saves something.
    var isRemote: Bool { !isFile && scheme != "data" }
}

extension CacheEntry {
    var source: LoadedImage.Source { tier.contains(.shared) ? .shared : .disk }
}

extension LoadedData {
    var source: LoadedImage.Source {
        switch origin {
        case .network: .network
        case .file: .file
        case .data: .data
        case .shared: .shared
        case .custom: .custom
        }
    }
}
