extension ImageDisplay {
    /// Loads a picture and shows it.
    ///
    /// A load for the same key that is under way is cancelled first, and its completion says so. A picture in memory is shown
    /// before this returns, without placeholder and transition. If the same request is under way already this joins it,
    /// and if its picture is shown already nothing happens but the completion (``DisplayOptions/reloads``).
    ///
    /// - Parameters:
    ///   - source: What to load: an ``ImageRequest``, or an address as ``ImageURL``, `URL` or text; nil shows the placeholder
    ///     and ends with ``WebImageError/Code/invalidURL``.
    ///   - placeholder: Shown until the picture is there. Default: nothing.
    ///   - options: How the picture is loaded and shown, besides the request.
    ///   - editor: Used where the request has none.
    ///   - progress: Hears on the main actor how far the transfer is; steps may be left out, and none comes after the end.
    ///   - completion: Called exactly once on the main actor, also when the load is cancelled, replaced, or the display goes away.
    @discardableResult
    public func setImage(
        with source: (any ImageRequestConvertible)?, placeholder: DisplayPlaceholder = .clear,
        options: DisplayOptions = DisplayOptions(),
        editor: ImageEditor? = nil, progress: (@MainActor (LoadProgress) -> Void)? = nil,
        completion: DisplayLoad.Completion?
    ) -> DisplayLoad {
        var request = source?.imageRequest(options: options.load)
        if request?.editor == nil, let editor { request?.editor = editor }
        let state = displayState
        state.display = self
        let key = options.key
        let identity = request.flatMap { Self.identity(of: $0, options) }
        if let identity, !options.reloads {
            if let load = state.slot(key).load, load.identity == identity {
                load.add(progress: progress, completion: completion)
                return load
            }
            if let shown = state.slot(key).shown, shown.identity == identity, state.slot(key).load == nil {
                completion?(.success(shown.image))
                return DisplayLoad(key: key, url: request?.url, outcome: .success(shown.image), options: options)
            }
        }
        let load = DisplayLoad(
            request ?? ImageRequest(""), identity: identity, placeholder: placeholder, options: options, display: self)
        load.add(progress: progress, completion: completion)
        let old = state.slot(key).load
        state.update(key) { slot in
            slot.load = load
            slot.url = request?.url
            slot.last = nil
        }
        old?.cancel()
        // The old load's completion may have set another picture.
        guard load.isActive else { return load }
        state.slot(key).progress.reset()
        load.start()
        return load
    }

    /// Loads a picture and shows it; the returned load tells how it ends.
    @discardableResult
    public func setImage(
        with source: (any ImageRequestConvertible)?, placeholder: DisplayPlaceholder = .clear,
        options: DisplayOptions = DisplayOptions(),
        editor: ImageEditor? = nil
    ) -> DisplayLoad {
        setImage(with: source, placeholder: placeholder, options: options, editor: editor, completion: nil)
    }

    /// Loads a picture, shows it, and returns it; cancelling the task cancels the load.
    ///
    /// - Throws: Why the load failed; ``WebImageError/Code/cancelled`` also where another load took its place.
    @discardableResult
    public func loadImage(
        with source: any ImageRequestConvertible, placeholder: DisplayPlaceholder = .clear,
        options: DisplayOptions = DisplayOptions(),
        editor: ImageEditor? = nil
    ) async throws(WebImageError) -> LoadedImage {
        let load = setImage(with: source, placeholder: placeholder, options: options, editor: editor)
        let outcome = await withTaskCancellationHandler {
            await load.result
        } onCancel: {
            Task { @MainActor in load.cancel() }
        }
        return try outcome.get()
    }

    /// Cancels the load for a key; what is shown stays.
    public func cancelImageLoad(for key: DisplayKey = .image) { displayState.slots[key]?.load?.cancel() }

    /// Cancels the loads for all keys.
    public func cancelAllImageLoads() {
        for slot in displayState.slots.values { slot.load?.cancel() }
    }

    /// Cancels the load for a key and shows nothing.
    public func clearImage(for key: DisplayKey = .image) {
        let old = displayState.slots.removeValue(forKey: key)?.load
        old?.cancel()
        // The old load's completion may have set another picture.
        if let slot = displayState.slots[key], slot.load != nil || slot.shown != nil || slot.last != nil { return }
        displayState.slots[key] = nil
        show(DisplayUpdate(kind: .placeholder, image: nil, key: key))
    }

    /// The address that was asked for last, from the moment of asking on.
    public func imageURL(for key: DisplayKey = .image) -> ImageURL? { displayState.slot(key).url }

    /// How far the load for a key is.
    public func imageProgress(for key: DisplayKey = .image) -> DisplayProgress {
        displayState.update(key) { _ in }
        return displayState.slot(key).progress
    }

    /// The load for a key that is under way.
    public func imageLoad(for key: DisplayKey = .image) -> DisplayLoad? { displayState.slot(key).load }

    /// Names the picture that a request asks for; nil where parts of its own or a policy make every load another one.
    private static func identity(of request: ImageRequest, _ options: DisplayOptions) -> String? {
        let parts = request.parts
        guard parts.cache == nil, parts.originalCache == nil, parts.loader == nil, parts.coder == nil else {
            return nil
        }
        switch request.options.cachePolicy {
        case .useCached, .cacheOnly, .followHTTPCaching: break
        case .refreshCached, .reload, .bypass: return nil
        }
        let key = options.manager.cacheKeys(for: request).image
        return
            "\(ObjectIdentifier(options.manager))|\(options.fit?.rawValue ?? "")|\(request.options.cachePolicy)|\(key)"
    }
}
