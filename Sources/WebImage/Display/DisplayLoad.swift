/// One picture on its way to a display. Ends exactly once.
///
/// Once it has ended nothing of it reaches the display any more, also not a result that was waiting for the main thread.
@MainActor
public final class DisplayLoad {
    /// Hears on the main actor how a load ended.
    public typealias Completion = @MainActor (LoadTask.Outcome) -> Void

    /// Which of the display's pictures is loaded.
    public let key: DisplayKey
    /// The address that was asked for.
    public let url: ImageURL?
    /// How it ended; nil while it is under way.
    public private(set) var outcome: LoadTask.Outcome?

    /// Tells the same request again; nil where there is no telling.
    let identity: String?
    private let base: ImageRequest
    private let placeholder: DisplayPlaceholder
    private let options: DisplayOptions
    private weak var display: (any ImageDisplay)?
    private weak var state: DisplayState?
    private var completions: [Completion] = []
    private var progressHandlers: [@MainActor (LoadProgress) -> Void] = []
    private var task: LoadTask?
    /// Counts the tasks: what a replaced one still sends is not heard.
    private var generation = 0
    private var box: PixelSize?
    private var hasShownPlaceholder = false
    private var indicatorTimer: Task<Void, Never>?

    init(
        _ request: ImageRequest, identity: String?, placeholder: DisplayPlaceholder, options: DisplayOptions,
        display: any ImageDisplay
    ) {
        base = request
        url = request.url
        key = options.key
        self.identity = identity
        self.placeholder = placeholder
        self.options = options
        self.display = display
        state = display.displayState
    }

    /// A load that had ended before it began.
    init(key: DisplayKey, url: ImageURL?, outcome: LoadTask.Outcome, options: DisplayOptions) {
        self.key = key
        self.url = url
        self.outcome = outcome
        self.options = options
        base = ImageRequest("")
        placeholder = .keepCurrent
        identity = nil
    }

    /// Whether the load is still under way.
    public var isActive: Bool { outcome == nil }

    /// How urgent the load is; settable while it is under way.
    public var priority: LoadPriority {
        get { task?.priority ?? base.priority }
        set { task?.priority = newValue }
    }

    /// The outcome; waits for it.
    public var result: LoadTask.Outcome {
        get async {
            if let outcome { return outcome }
            return await withCheckedContinuation { continuation in
                completions.append { continuation.resume(returning: $0) }
            }
        }
    }

    /// Ends the load with ``WebImageError/Code/cancelled``; its completions run before this returns.
    public func cancel() {
        guard isActive else { return }
        let task = task
        end(.failure(WebImageError(.cancelled, "The load was cancelled.", url: url)))
        task?.cancel()
    }

    func add(progress: (@MainActor (LoadProgress) -> Void)?, completion: Completion?) {
        if let progress { progressHandlers.append(progress) }
        guard let completion else { return }
        if let outcome { completion(outcome) } else { completions.append(completion) }
    }

    // MARK: Way

    func start() {
        if display?.displaySize == .pending, options.fit != nil {
            showPlaceholder()
        } else {
            startTask()
            // A picture in memory has been shown by now; the placeholder is never seen.
            if isActive, options.placeholderTime == .atOnce { showPlaceholder() }
        }
        if isActive { startIndicatorTimer() }
    }

    private func startTask() {
        generation += 1
        let current = generation
        var request = base
        if let fit = options.fit, request.options.decode.thumbnail == nil, let display, let box = Self.box(of: display)
        {
            request.options.decode.thumbnail = ThumbnailSize(box, fit: fit)
            self.box = box
        }
        request.options.callbackTarget = .mainActor
        let relay = ProgressRelay()
        let task = options.manager.load(request) { [self] outcome in
            MainActor.assumeIsolated { if generation == current { end(outcome) } }
        } onEvent: { [weak self] event in
            if case .progress(let progress) = event {
                relay.send(progress) { [weak self] progress in self?.take(progress, from: current) }
            } else {
                MainActor.assumeIsolated { self?.take(event, from: current) }
            }
        }
        if isActive { self.task = task }
    }

    /// Starts a load that waits for the size, or starts it again for a larger one.
    func sizeDidChange() {
        guard isActive, options.fit != nil, let display, let new = Self.box(of: display) else { return }
        if let box, new.width <= box.width, new.height <= box.height { return }
        guard task == nil || box != nil else { return }
        let old = task
        task = nil
        startTask()
        old?.cancel()
    }

    /// The box that a display's pictures are decoded for: its size, rounded up to multiples of 32 pixels, so that cells of
    /// nearly one size share cached pictures.
    public static func box(of display: any ImageDisplay) -> PixelSize? {
        guard case .pixels(let size) = display.displaySize, !size.isEmpty else { return nil }
        return PixelSize(width: (size.width + 31) / 32 * 32, height: (size.height + 31) / 32 * 32)
    }

    private func take(_ progress: LoadProgress, from generation: Int) {
        guard isActive, generation == self.generation else { return }
        state?.slot(key).progress.update(progress)
        state?.updateIndicator(for: self, progress.fraction)
        for handler in progressHandlers { handler(progress) }
    }

    private func take(_ event: LoadEvent, from generation: Int) {
        guard isActive, generation == self.generation, isShowing else { return }
        switch event {
        case .progress: break
        case .partial(let image): show(image, .partial)
        case .cached(let loaded): show(loaded.image, .cached, source: loaded.source)
        }
    }

    /// Without a completion nobody else could show the picture.
    private var isShowing: Bool { options.showsImage || completions.isEmpty }

    private func end(_ outcome: LoadTask.Outcome) {
        guard isActive else { return }
        self.outcome = outcome
        task = nil
        indicatorTimer?.cancel()
        state?.stopIndicator(for: self)
        state?.update(key) { slot in if slot.load === self { slot.load = nil } }
        switch outcome {
        case .success(let loaded): succeed(loaded)
        case .failure(let error): fail(error)
        }
        let completions = completions
        self.completions = []
        progressHandlers = []
        for completion in completions { completion(outcome) }
    }

    private func succeed(_ loaded: LoadedImage) {
        state?.slot(key).progress.finish()
        guard isShowing else {
            // Whoever shows it leaves nothing to be known of what is seen.
            state?.update(key) { $0.shown = nil }
            return
        }
        var update = DisplayUpdate(kind: .final, image: loaded.image, key: key, url: url)
        update.source = loaded.source
        update.data = loaded.data
        if let transition = options.transition, loaded.source != .memory || transition.isForced {
            update.transition = transition
        }
        deliver(update)
        state?.update(key) { slot in
            if let identity { slot.shown = (identity, loaded) }
            slot.last = (base, options, box)
        }
    }

    private func fail(_ error: WebImageError) {
        if error.code != .cancelled, !hasShownPlaceholder { showPlaceholder(options.transition) }
        if error.code == .cancelled, options.placeholderTime == .onFailure, state?.slot(key).load == nil {
            showPlaceholder()
        }
        if error.code != .cancelled, let image = options.errorImage { show(image, .failure) }
    }

    // MARK: Showing

    private func showPlaceholder(_ transition: DisplayTransition? = nil) {
        guard !hasShownPlaceholder else { return }
        hasShownPlaceholder = true
        switch placeholder {
        case .keepCurrent: break
        case .clear: show(nil, .placeholder)
        case .image(let image):
            show(image, .placeholder, transition: options.placeholderTime == .onFailure ? transition : nil)
        }
    }

    private func show(
        _ image: DecodedImage?, _ kind: DisplayUpdate.Kind, source: LoadedImage.Source? = nil,
        transition: DisplayTransition? = nil
    ) {
        var update = DisplayUpdate(kind: kind, image: image, key: key, url: url)
        update.source = source
        update.transition = transition
        deliver(update)
    }

    private func deliver(_ update: DisplayUpdate) {
        state?.update(key) { $0.shown = nil }
        if let setter = options.setter { return setter(update) }
        guard let display else { return }
        if let transition = update.transition, case .custom(let run) = transition.style {
            run(display, update)
        } else {
            display.show(update)
        }
    }

    // MARK: Indicator

    private func startIndicatorTimer() {
        guard state?.indicator != nil else { return }
        guard options.indicatorDelay > .zero else {
            state?.startIndicator(for: self)
            return
        }
        let delay = options.indicatorDelay
        let time = options.manager.configuration.timeSource
        indicatorTimer = Task { [weak self] in
            guard (try? await time.sleep(for: delay)) != nil, let self, isActive else { return }
            state?.startIndicator(for: self)
        }
    }
}
