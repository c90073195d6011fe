internal import FoundationEssentials

extension ImageManager {
    /// The finished picture as an earlier load kept it on disk, where the options say that such are kept.
    func storedFinalImage(_ plan: LoadPlan, policy: CachePolicy) async throws -> ProducedImage? {
        let tiers = plan.options.storeTiers.intersection(plan.options.queryTiers).subtracting(.memory)
        guard policy == .useCached || policy == .cacheOnly, !tiers.isEmpty, plan.finalKey != plan.originalKey,
            let entry = try? await plan.cache.entry(for: plan.finalKey, context: CacheContext(tiers: tiers))
        else { return nil }
        let image = try? await decodePool.run(priority: plan.request.priority) { token in
            try plan.coder.decode(
                entry.data, context: DecodeContext(of: entry.data, plan: plan, options: DecodeOptions(), token: token))
        }
        guard var image else { return nil }
        image.editKey = plan.editKey(prefix: plan.steps.count)
        return ProducedImage(
            image: image, original: Original(data: entry.data, metadata: entry.metadata, source: entry.source))
    }

    /// Starts to store what a load made; gives the tasks to wait for.
    func store(_ image: DecodedImage, _ original: Original, _ plan: LoadPlan) -> [Task<Void, Never>] {
        let options = plan.options
        guard options.cachePolicy.writesCache else { return [] }
        var tasks: [Task<Void, Never>] = []
        if let task = storeOriginal(original, plan, image: image) { tasks.append(task) }
        let finalTiers = options.storeTiers.subtracting(.memory)
        if !finalTiers.isEmpty, plan.finalKey != plan.originalKey {
            tasks.append(Task { await storeFinal(image, tiers: finalTiers, original, plan) })
        }
        return tasks
    }

    /// Starts to store the bytes of an original that did not come out of a cache; once, however many loads share it.
    ///
    /// - Parameter image: Given to the serializer; without a picture the bytes are stored as they came.
    func storeOriginal(_ original: Original, _ plan: LoadPlan, image: DecodedImage? = nil) -> Task<Void, Never>? {
        let options = plan.options
        guard options.cachePolicy.writesCache, !original.isCached, original.isStorable, plan.request.url.isRemote,
            !options.originalStoreTiers.isEmpty
        else { return nil }
        return original.storeOnce {
            var data = original.data
            if let image, let serializer = plan.serializer, let own = try? serializer(image, data, plan.request.url) {
                data = own
            }
            let context = CacheContext(tiers: options.originalStoreTiers, priority: plan.request.priority)
            // A broken cache never fails a load; it reports its own state.
            try? await plan.originalCache.store(
                CacheEntry(data: data, metadata: original.metadata), for: plan.originalKey, context: context)
        }
    }

    private func storeFinal(_ image: DecodedImage, tiers: CacheTiers, _ original: Original, _ plan: LoadPlan) async {
        let context = CacheContext(tiers: tiers, priority: plan.request.priority)
        let held = await plan.cache.tiers(holding: plan.finalKey, context: context)
        guard !held.isSuperset(of: tiers) else { return }
        let format = plan.options.storeFormat ?? storeFormat(for: image, coder: plan.coder)
        let data = try? await decodePool.run(priority: .low) { token in
            try plan.coder.encode(image, context: EncodeContext(format: format, token: token))
        }
        guard let data else { return }
        let entry = CacheEntry(data: data, metadata: original.metadata)
        try? await plan.cache.store(entry, for: plan.finalKey, context: context)
    }

    /// A format that loses nothing which the picture has: an edited JPEG with clear corners can't stay a JPEG.
    private func storeFormat(for image: DecodedImage, coder: any ImageCoder) -> ImageFormat {
        if image.isAnimated { return coder.canEncode(.webp) ? .webp : .gif }
        return image.bitmap.isOpaque && image.info.format == .jpeg ? .jpeg : .png
    }
}
