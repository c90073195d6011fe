/// What the library remembers of a display: for each key the load under way, the address and the progress.
///
/// When the display goes away its loads are cancelled.
@MainActor
public final class DisplayState {
    struct Slot {
        typealias Last = (request: ImageRequest, options: DisplayOptions, box: PixelSize?)

        var load: DisplayLoad?
        var url: ImageURL?
        /// The request whose picture is shown, with what it gave.
        var shown: (identity: String, image: LoadedImage)?
        /// What to load again when the display grows, or when it comes back and has let go of its picture.
        var last: Last?
        let progress = DisplayProgress()
    }

    var slots: [DisplayKey: Slot] = [:]

    /// Runs while a load takes longer than ``DisplayOptions/indicatorDelay``; nil for none.
    public var indicator: (any LoadIndicator)? {
        didSet {
            guard let old = oldValue, old !== indicator, !indicating.isEmpty else { return }
            old.stop()
            indicator?.start()
        }
    }

    /// The loads that want the indicator to run.
    private var indicating: Set<ObjectIdentifier> = []

    /// Makes the memory of one display; on any thread.
    public nonisolated init() {}

    isolated deinit {
        for slot in slots.values { slot.load?.cancel() }
    }

    /// Whether a load is under way for any key.
    public var isLoading: Bool { slots.values.contains { $0.load != nil } }

    /// To be called by displays when ``ImageDisplay/displaySize`` is known or has changed: starts loads that wait for
    /// it, and loads again what has become too small.
    public func sizeDidChange() {
        for (key, slot) in slots {
            if let load = slot.load {
                load.sizeDidChange()
            } else if let last = slot.last, let old = last.box, let display, let box = DisplayLoad.box(of: display),
                box.width > old.width || box.height > old.height
            {
                repeatLoad(last.request, last.options, for: key)
            }
        }
    }

    /// To be called by displays that let go of pictures while nobody sees them, when they are seen again: what was shown
    /// comes out of the caches, without placeholder and transition.
    public func restore() {
        for (key, slot) in slots where slot.load == nil {
            guard let last = slot.last else { continue }
            // The display has let go of it.
            update(key) { $0.shown = nil }
            var request = last.request
            if request.options.cachePolicy == .refreshCached || request.options.cachePolicy == .reload {
                request.options.cachePolicy = .useCached
            }
            repeatLoad(request, last.options, restoring: last, for: key)
        }
    }

    /// Whether what a key shows can be brought back by ``restore()``.
    public func canRestore(_ key: DisplayKey) -> Bool {
        let slot = slot(key)
        return slot.load == nil && slot.last != nil
    }

    /// - Parameter last: Kept for a further try where the load fails.
    private func repeatLoad(
        _ request: ImageRequest, _ options: DisplayOptions, restoring last: Slot.Last? = nil, for key: DisplayKey
    ) {
        var options = options
        options.transition = nil
        options.reloads = true
        options.showsImage = true
        display?.setImage(with: request, placeholder: .keepCurrent, options: options) { [weak self] outcome in
            guard let self, let last, case .failure(let error) = outcome, error.code != .cancelled else { return }
            update(key) { slot in
                if slot.load == nil, slot.last == nil { slot.last = last }
            }
        }
    }

    /// Known from the first load on.
    weak var display: (any ImageDisplay)?

    func slot(_ key: DisplayKey) -> Slot { slots[key] ?? Slot() }

    func update(_ key: DisplayKey, _ change: (inout Slot) -> Void) {
        var slot = slot(key)
        change(&slot)
        slots[key] = slot
    }

    func startIndicator(for load: DisplayLoad) {
        guard let indicator else { return }
        let isFirst = indicating.isEmpty
        indicating.insert(ObjectIdentifier(load))
        if isFirst { indicator.start() }
    }

    func updateIndicator(for load: DisplayLoad, _ fraction: Double?) {
        if indicating.contains(ObjectIdentifier(load)) { indicator?.update(fraction) }
    }

    func stopIndicator(for load: DisplayLoad) {
        if indicating.remove(ObjectIdentifier(load)) != nil, indicating.isEmpty { indicator?.stop() }
    }
}
