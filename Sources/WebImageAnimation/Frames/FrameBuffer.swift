internal import WebImageCore

/// The decoded frames of one animation, shared by all players that show it.
///
/// Frames are decoded on a worker, one at a time, in the order in which the players need them; players only look.
final class FrameBuffer: Sendable {
    /// What a player needs next.
    struct Cursor: Sendable {
        var order: PlaybackOrder
        /// The first step whose frame is not on screen yet.
        var step: Int
        /// The most bytes to keep as this player wishes; nil leaves it to the pool.
        var limit: Int?
    }

    private struct State {
        var frames: [Int: Bitmap] = [:]
        /// Frames that can't be decoded: players keep what they show in their time.
        var broken: Set<Int> = []
        var cursors: [Int: Cursor] = [:]
        var lastIdentifier = 0
        /// How many frames may be kept; nil until the pool has said, when the next one is decoded and none is dropped.
        var allowance: Int?
        var isWorking = false
        var token = CancellationToken()
        var decodeCount = 0
    }

    let source: any AnimationFrameSource
    private let editor: ImageEditor?
    private let info: ImageInfo
    private let pool: FramePool
    private let state = Lock(State())

    init(source: any AnimationFrameSource, editor: ImageEditor?, info: ImageInfo, pool: FramePool) {
        self.source = source
        self.editor = editor
        self.info = info
        self.pool = pool
    }

    deinit { state.withLock { $0.token }.cancel() }

    /// The memory of one frame in bytes; rows stand on 64-byte boundaries.
    var frameBytes: Int {
        let rowBytes = state.withLock { $0.frames.first?.value.byteCount }
        return rowBytes ?? ((source.size.width * 4 + 63) & ~63) * source.size.height
    }

    var keptFrames: [Int] { state.withLock { $0.frames.keys.sorted() } }
    var keptBytes: Int { state.withLock { $0.frames.values.reduce(0) { $0 + $1.byteCount } } }
    var isActive: Bool { state.withLock { !$0.cursors.isEmpty } }
    /// How many frames have been decoded so far.
    var decodeCount: Int { state.withLock { $0.decodeCount } }

    /// The largest wish of the players; nil where none has one.
    var limit: Int? { state.withLock { $0.cursors.values.compactMap(\.limit).max() } }

    func frame(at index: Int) -> Bitmap? { state.withLock { $0.frames[index] } }

    /// Whether waiting for the frame is over: it is there, or never will be.
    func isSettled(_ index: Int) -> Bool { state.withLock { $0.frames[index] != nil || $0.broken.contains(index) } }

    /// Puts in frames that were decoded elsewhere.
    func adopt(_ frames: [Int: Bitmap]) {
        state.withLock { state in
            for (index, bitmap) in frames where index < source.frameCount && bitmap.size == source.size {
                state.frames[index] = bitmap
            }
        }
    }

    /// All frames that are here.
    var frames: [Int: Bitmap] { state.withLock { $0.frames } }

    func makeIdentifier() -> Int {
        state.withLock { state in
            state.lastIdentifier += 1
            return state.lastIdentifier
        }
    }

    /// Says what the player `identifier` needs, and decodes on if that is not all here.
    func want(_ cursor: Cursor, for identifier: Int) {
        let (isNew, starts) = state.withLock { state in
            let before = state.cursors.updateValue(cursor, forKey: identifier)
            return (before == nil || before?.limit != cursor.limit, Self.startWork(&state, count: source.frameCount))
        }
        if isNew { pool.scheduleRebalance() }
        if starts { pool.submit { [self] in work() } }
    }

    /// Says that the player needs nothing now. When the last one goes, decoding stops and the frames are let go.
    func leave(_ identifier: Int) {
        let token = state.withLock { state -> CancellationToken? in
            guard state.cursors.removeValue(forKey: identifier) != nil, state.cursors.isEmpty else { return nil }
            defer { state.token = CancellationToken() }
            state.frames = [:]
            return state.token
        }
        guard let token else { return }
        token.cancel()
        pool.scheduleRebalance()
    }

    /// Sets how many frames may be kept, and drops those over that which are needed last.
    func setAllowance(_ frames: Int) {
        let starts = state.withLock { state in
            let frames = max(1, frames)
            guard state.allowance != frames else { return false }
            state.allowance = frames
            _ = Self.trim(&state, count: source.frameCount)
            return Self.startWork(&state, count: source.frameCount)
        }
        if starts { pool.submit { [self] in work() } }
    }

    private static func startWork(_ state: inout State, count: Int) -> Bool {
        guard !state.isWorking, !state.cursors.isEmpty, state.frames.count + state.broken.count < count else {
            return false
        }
        state.isWorking = true
        return true
    }

    /// Decodes the next frame that is needed, then gives the thread to other animations before the one after it.
    private func work() {
        let job = state.withLock { state -> (index: Int, token: CancellationToken)? in
            let wanted = Self.trim(&state, count: source.frameCount)
            let missing = wanted.first { state.frames[$0] == nil && !state.broken.contains($0) }
            state.isWorking = missing != nil
            return missing.map { ($0, state.token) }
        }
        guard let job else { return }
        let result = Result { try decode(job.index, token: job.token) }
        state.withLock { state in
            state.decodeCount += 1
            guard !job.token.isCancelled else { return }
            switch result {
            case .success(let bitmap): state.frames[job.index] = bitmap
            case .failure: state.broken.insert(job.index)
            }
        }
        pool.refreshBudget()
        pool.submit { [self] in work() }
    }

    private func decode(_ index: Int, token: CancellationToken) throws -> Bitmap {
        let frame = try source.frame(at: index, token: token)
        guard let editor else { return frame }
        return try editor.edit(frame, context: EditContext(info: info, frameIndex: index, token: token))
    }

    /// The frames to keep, those needed first in front; drops all others.
    private static func trim(_ state: inout State, count: Int) -> [Int] {
        let allowance = min(state.allowance ?? 1, count)
        let lists = state.cursors.values.map { $0.order.upcoming(from: $0.step, limit: allowance) }
        var wanted: [Int] = []
        var seen = Set<Int>()
        for rank in 0..<(lists.map(\.count).max() ?? 0) {
            for list in lists where rank < list.count && wanted.count < allowance {
                if seen.insert(list[rank]).inserted { wanted.append(list[rank]) }
            }
        }
        // While everything fits, nothing is dropped: the next loop then costs no decoding.
        if state.allowance != nil, allowance < count { state.frames = state.frames.filter { seen.contains($0.key) } }
        return wanted
    }
}
