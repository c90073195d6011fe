public import WebImageCore

/// The memory and the threads for the frames of all animations that play.
///
/// All players share one budget: 20 % of the memory there is or 60 % of what is free, whichever is less (container limits
/// count). Small animations fit whole and are decoded once; the rest is shared evenly by the larger ones, of which
/// the frames that come next are kept. Programs use ``shared``; a pool of one's own serves tests and special limits.
public final class FramePool: Sendable {
    /// The pool of all players that are not given another.
    public static let shared = FramePool()

    /// After memory ran short, how long only the very next frame of each animation is kept.
    public static let pressurePause = Duration.seconds(2)

    private static let budgetLifetime = Duration.seconds(1)

    private struct Key: Hashable {
        var source: ObjectIdentifier
        var editKey: String?
    }

    private struct Entry {
        weak var buffer: FrameBuffer?
    }

    private struct State {
        var buffers: [Key: Entry] = [:]
        /// Buffers of sources that have no identity, by a number of their own.
        var others: [Entry] = []
        var maximumBytes: Int?
        var budget: Int?
        var budgetTime = Duration.zero
        var pressureEnd: Duration?
        var pressure: (any MemoryPressureObservation)?
    }

    private let memory: any MemorySource
    private let time: any TimeSource
    private let workers: WorkerPool
    private let pressureSource: (any MemoryPressureSource)?
    private let state: Lock<State>
    /// Held while the budget is divided: of two divisions the later one must have the last word.
    private let dividing = Lock(())

    /// Makes a pool for the players that are given it.
    ///
    /// - Parameters:
    ///   - maximumBytes: A fixed budget in bytes; nil follows the memory that there is.
    ///   - width: How many frames are decoded at once; nil is the number of cores.
    ///   - pressureSource: Tells when the machine runs short of memory, which calls ``releaseMemory()``; nil: the pool never
    ///     hears of it.
    public init(
        maximumBytes: Int? = nil, memory: any MemorySource = .system, time: any TimeSource = .system, width: Int? = nil,
        pressureSource: (any MemoryPressureSource)? = .system
    ) {
        self.memory = memory
        self.time = time
        self.pressureSource = pressureSource
        workers = WorkerPool(name: "webimage.frames", width: width)
        state = Lock(State(maximumBytes: maximumBytes))
    }

    /// A fixed budget in bytes; nil follows the memory that there is. Takes effect at once.
    public var maximumBytes: Int? {
        get { state.withLock { $0.maximumBytes } }
        set {
            state.withLock { state in
                state.maximumBytes = newValue
                state.budget = nil
            }
            rebalance()
        }
    }

    /// The bytes of all decoded frames that are kept now, without those on screen.
    public var keptBytes: Int { buffers.reduce(0) { $0 + $1.keptBytes } }

    /// How many frames were decoded for the animations that are alive.
    public var decodeCount: Int { buffers.reduce(0) { $0 + $1.decodeCount } }

    /// Lets go of all frames but the next one of each animation that plays, and keeps no more for ``pressurePause``.
    ///
    /// The pool does this by itself when the machine runs short of memory; programs that hear of it otherwise may call it.
    public func releaseMemory() {
        state.withLock { state in
            state.pressureEnd = time.uptime + Self.pressurePause
            state.budget = nil
        }
        rebalance()
    }

    /// Listens for memory pressure from the first animation on: the machine's source has a thread, which programs without
    /// animations need not have.
    private func observePressure() {
        guard let pressureSource, state.withLock({ $0.pressure == nil }) else { return }
        let observation = pressureSource.observe { [weak self] _ in self?.releaseMemory() }
        state.withLock { state in if state.pressure == nil { state.pressure = observation } }
    }

    /// The buffer for a source; players of one image and one editor get the same.
    func buffer(for source: any AnimationFrameSource, editor: ImageEditor?, info: ImageInfo) -> FrameBuffer {
        observePressure()
        let new = FrameBuffer(source: source, editor: editor, info: info, pool: self)
        guard type(of: source) is AnyClass else {
            state.withLock { state in
                state.others.removeAll { $0.buffer == nil }
                state.others.append(Entry(buffer: new))
            }
            return new
        }
        // A live buffer keeps its source alive, so the identity can't be another object's.
        let key = Key(source: ObjectIdentifier(source as AnyObject), editKey: editor?.key)
        return state.withLock { state in
            if let known = state.buffers[key]?.buffer { return known }
            state.buffers = state.buffers.filter { $0.value.buffer != nil }
            state.buffers[key] = Entry(buffer: new)
            return new
        }
    }

    /// Divides the budget anew, on a worker: looking at the memory reads files.
    func scheduleRebalance() { workers.submit(priority: .high) { [weak self] in self?.rebalance() } }

    func submit(_ job: @escaping @Sendable () -> Void) { workers.submit(job) }

    /// Looks at the memory again if the last look is old.
    func refreshBudget() {
        let now = time.uptime
        let isOld = state.withLock { state in
            if let end = state.pressureEnd, now < end { return false }
            let isOld = state.pressureEnd != nil || now - state.budgetTime >= Self.budgetLifetime
            if isOld {
                state.pressureEnd = nil
                state.budget = nil
            }
            return isOld
        }
        if isOld { rebalance() }
    }

    /// Divides the budget among the animations that play: those that need less than an even share get what they need,
    /// and what they leave goes to the others.
    func rebalance() { dividing.withLock { _ in divide() } }

    private func divide() {
        let active = buffers.filter(\.isActive)
        var rest = budget(kept: active.reduce(0) { $0 + $1.keptBytes })
        let needs = active.map { buffer in
            (buffer: buffer, frameBytes: buffer.frameBytes, limit: buffer.limit)
        }
        for need in needs {
            guard let limit = need.limit else { continue }
            need.buffer.setAllowance(limit / need.frameBytes)
            rest -= min(limit, need.frameBytes.saturatingMultiply(need.buffer.source.frameCount))
        }
        let automatic = needs.filter { $0.limit == nil }
            .map { (need: $0, bytes: $0.frameBytes.saturatingMultiply($0.buffer.source.frameCount)) }
            .sorted { $0.bytes < $1.bytes }
        for (index, entry) in automatic.enumerated() {
            let share = min(entry.bytes, max(0, rest) / (automatic.count - index))
            rest -= share
            entry.need.buffer.setAllowance(share / entry.need.frameBytes)
        }
    }

    private var buffers: [FrameBuffer] {
        state.withLock { state in (Array(state.buffers.values) + state.others).compactMap(\.buffer) }
    }

    private func budget(kept: Int) -> Int {
        let now = time.uptime
        let known = state.withLock { state -> Int? in
            if state.pressureEnd != nil { return 0 }
            return state.maximumBytes ?? state.budget
        }
        if let known { return known }
        // What is kept already is memory that frames may have.
        let free = memory.availableBytes.addingReportingOverflow(kept)
        let budget = min(memory.totalBytes / 5, (free.overflow ? .max : free.partialValue) / 5 * 3)
        state.withLock { state in
            state.budget = budget
            state.budgetTime = now
        }
        return budget
    }
}

extension Int {
    fileprivate func saturatingMultiply(_ other: Int) -> Int {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? .max : product
    }
}
