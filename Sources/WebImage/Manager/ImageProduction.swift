internal import FoundationEssentials

/// Makes the picture of a plan, each step on top of the one before; every step's result is shared with other loads.
struct ImageProduction: Sendable {
    let manager: ImageManager
    let plan: LoadPlan
    let policy: CachePolicy
    /// The original, where it is known already.
    let original: Original?

    /// The picture after the first `count` edits.
    func image(prefix count: Int, listener: WorkListener) async throws -> ProducedImage {
        let key = plan.key(prefix: count)
        if let hit = memoryImage(prefix: count) { return ProducedImage(image: hit, original: nil) }
        let identity = original.map { "\(ObjectIdentifier($0))" } ?? ""
        let workKey = "\(policy.rawValue)|\(plan.scope)|\(identity)|\(key)"
        return try await manager.images.value(for: workKey, listener: listener) { listener in
            if count == 0 { return try await decoded(plan.decodeOptions, listener: listener) }
            let step = plan.steps[count - 1]
            if count == 1, plan.decodeOptions.thumbnail == nil, let thumbnail = step.thumbnail,
                memoryImage(prefix: 0) == nil
            {
                var options = plan.decodeOptions
                options.thumbnail = thumbnail
                var produced = try await decoded(options, listener: listener)
                produced.image.editKey = plan.editKey(prefix: 1)
                return produced
            }
            var produced = try await image(prefix: count - 1, listener: listener)
            produced.image = try await edited(produced.image, by: step, priority: listener.priority.value)
            produced.image.editKey = plan.editKey(prefix: count)
            return produced
        }
    }

    private func memoryImage(prefix count: Int) -> DecodedImage? {
        guard original == nil, policy == .useCached || policy == .cacheOnly,
            plan.options.queryTiers.contains(.memory), !plan.options.deliversData
        else { return nil }
        return plan.cache.memoryImage(for: plan.key(prefix: count))
    }

    private func edited(_ image: DecodedImage, by step: ImageEditor.Step, priority: LoadPriority) async throws
        -> DecodedImage
    {
        manager.counter.add { $0.edits += 1 }
        return try await manager.decodePool.run(priority: priority) { token in
            try image.edited(by: ImageEditor(steps: [step]), token: token, keepsAnimation: plan.options.editsAnimations)
        }
    }

    private func decoded(_ options: DecodeOptions, listener: WorkListener) async throws -> ProducedImage {
        let first: Original
        if let original {
            first = original
        } else {
            first = try await manager.original(plan, policy: policy, listener: listener)
        }
        do {
            let produced = try await decode(first, options, listener)
            if !first.isCached {
                manager.failedURLs.recordSuccess(for: plan.request.url, varyKey: plan.loaderRequest.varyKey)
            }
            return produced
        } catch let error as WebImageError where first.isCached && error.code.isFaultOfData && policy != .cacheOnly {
            // A damaged entry is no good to anybody: it goes, and the source is asked.
            try? await plan.originalCache.remove(plan.originalKey, context: CacheContext())
            return try await decode(
                try await manager.original(plan, policy: .reload, listener: listener), options, listener)
        } catch {
            if !first.isCached { manager.remember(error, of: plan) }
            throw error
        }
    }

    private func decode(_ original: Original, _ options: DecodeOptions, _ listener: WorkListener) async throws
        -> ProducedImage
    {
        let data = original.data
        manager.counter.add { $0.decodings += 1 }
        let image = try await manager.decodePool.run(priority: listener.priority.value) {
            [budget = manager.decodeBudget] token in
            let context = DecodeContext(of: data, plan: plan, options: options, token: token)
            let bytes = (try? plan.coder.info(of: data, context: context)).map { decodedBytes($0, options) } ?? 0
            return try budget.withBytes(bytes) {
                try Self.fitted(try plan.coder.decode(data, context: context), options, token)
            }
        }
        return ProducedImage(image: image, original: original)
    }

    /// The picture in the size that was asked for, also where a coder doesn't know of thumbnails.
    private static func fitted(_ image: DecodedImage, _ options: DecodeOptions, _ token: CancellationToken) throws
        -> DecodedImage
    {
        guard let thumbnail = options.thumbnail, thumbnail.plan(for: image.size).size != image.size else {
            return image
        }
        var fitted = try image.edited(by: .thumbnail(thumbnail), token: token)
        fitted.editKey = image.editKey
        return fitted
    }

    /// What decoding a picture takes at most, about: of a thumbnail the small picture and a few rows, except where a format
    /// holds all of it (progressive JPEG: its coefficients).
    private func decodedBytes(_ info: ImageInfo, _ options: DecodeOptions) -> Int {
        let size = options.thumbnail?.plan(for: info.size).scaled ?? info.size
        let whole = (info.storedSize.pixelCount ?? 0) * 4
        guard options.thumbnail != nil, info.format == .jpeg || info.format == .png else { return whole }
        return info.isProgressive ? whole : (size.pixelCount ?? 0) * 4
    }
}

extension DecodeContext {
    /// The context for decoding `data`, its format told by its beginning.
    init(of data: Data, plan: LoadPlan, options: DecodeOptions? = nil, token: CancellationToken) {
        self.init(options: options ?? plan.decodeOptions, token: token, url: plan.request.url)
        if case .image(let format) = ContentKind(of: data) { self.format = format }
    }
}

extension WebImageError.Code {
    /// Whether the bytes are to blame, not the way they came.
    var isFaultOfData: Bool { self == .corruptImage || self == .truncated || self == .notAnImage }
}
