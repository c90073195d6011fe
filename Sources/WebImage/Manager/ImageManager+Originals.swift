internal import FoundationEssentials

extension ImageManager {
    /// The encoded bytes that a plan needs: from a cache or the loader, as `policy` says; shared with others that want them.
    func original(_ plan: LoadPlan, policy: CachePolicy, listener: WorkListener) async throws -> Original {
        let key = "\(policy.rawValue)|\(plan.scope)|\(plan.originalKey)"
        return try await originals.value(for: key, listener: listener) { [self] listener in
            let cached = try await cachedEntry(plan, policy: policy, priority: listener.priority.value)
            if let cached, !mustAsk(about: cached, plan, policy: policy) {
                return Original(data: cached.data, metadata: cached.metadata, source: cached.source)
            }
            guard policy != .cacheOnly || !plan.request.url.isRemote else {
                throw WebImageError(
                    .notCached, "The picture is not cached, and the network may not be used.", url: plan.request.url)
            }
            return try await loaded(plan, cached: cached, listener: listener)
        }
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

    private func mustAsk(about entry: CacheEntry, _ plan: LoadPlan, policy: CachePolicy) -> Bool {
        policy == .refreshCached
    }

    private func loaded(_ plan: LoadPlan, cached: CacheEntry?, listener: WorkListener) async throws -> Original {
        var request = plan.loaderRequest
        request.etag = cached?.metadata.etag
        request.lastModified = cached?.metadata.lastModified
        let context = LoaderContext(
            priority: listener.priority, onProgress: listener.onProgress, onData: listener.onData)
        let answer = try await plan.loader.load(request, context: context)
        if answer.isNotModified, let cached {
            return Original(
                data: cached.data, metadata: cached.metadata, source: cached.source, isRevalidated: true,
                metrics: answer.metrics)
        }
        if case .other(let reason) = ContentKind(of: answer.data), !plan.coder.canDecode(nil, head: answer.data) {
            throw WebImageError(.notAnImage, reason.explanation, url: plan.request.url, status: answer.status)
        }
        return Original(
            data: answer.data, metadata: CacheMetadata(url: plan.request.url.string), source: answer.source,
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
        case .custom: .custom
        }
    }
}
