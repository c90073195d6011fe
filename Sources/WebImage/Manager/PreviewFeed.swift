internal import FoundationEssentials

/// Makes partial pictures of a body while it arrives, for one load, away from the threads that bring it.
///
/// At most one decoding is under way; pieces that come meanwhile are taken together, so a fast network never makes more
/// pictures than can be shown.
final class PreviewFeed: Sendable {
    private struct State {
        var pending = Data()
        var isWorking = false
        var hasEnded = false
        var decoder: (any ProgressiveDecoder)?
        var lastPartial: Duration?
    }

    private let plan: LoadPlan
    private let pool: WorkerPool
    private let task: LoadTask
    private let token = CancellationToken()
    private let time: any TimeSource
    private let state = Lock(State())

    init(plan: LoadPlan, pool: WorkerPool, task: LoadTask, time: any TimeSource = .system) {
        self.plan = plan
        self.pool = pool
        self.task = task
        self.time = time
    }

    /// Takes the next bytes of the body.
    func append(_ piece: Data) {
        let starts = state.withLock { state in
            guard !state.hasEnded else { return false }
            state.pending.append(piece)
            defer { state.isWorking = true }
            return !state.isWorking
        }
        if starts { pool.submit(priority: task.priority) { [self] in work() } }
    }

    /// Stops: nothing is sent after this.
    func end() {
        state.withLock { state in
            state.hasEnded = true
            state.pending = Data()
            state.decoder = nil
        }
        token.cancel()
    }

    private func work() {
        while let (bytes, known) = next() {
            do {
                let decoder: (any ProgressiveDecoder)?
                if let known { decoder = known } else { decoder = makeDecoder(bytes) }
                guard let decoder else {
                    state.withLock { state in
                        // Too few bytes to tell the format, or one that can't be shown in part.
                        if bytes.count < ImageFormat.sniffLength { state.pending = bytes + state.pending }
                        if bytes.count >= ImageFormat.sniffLength { state.hasEnded = true }
                        state.isWorking = false
                    }
                    return
                }
                state.withLock { state in if !state.hasEnded { state.decoder = decoder } }
                try decoder.append(bytes)
                guard isDue(), let partial = try decoder.partialImage() else { continue }
                let image =
                    plan.steps.isEmpty
                    ? partial
                    : try partial.edited(
                        by: ImageEditor(steps: plan.steps), token: token, keepsAnimation: false)
                if !state.withLock({ $0.hasEnded }) { task.send(.partial(image)) }
            } catch {
                // The one-shot decoding at the end tells what is wrong; a preview only goes missing.
                state.withLock { $0.hasEnded = true }
            }
        }
    }

    /// The bytes to decode next; nil ends this turn of work.
    private func next() -> (Data, (any ProgressiveDecoder)?)? {
        state.withLock { state in
            guard !state.hasEnded, !state.pending.isEmpty else {
                state.isWorking = false
                return nil
            }
            defer { state.pending = Data() }
            return (state.pending, state.decoder)
        }
    }

    private func makeDecoder(_ head: Data) -> (any ProgressiveDecoder)? {
        var options = plan.decodeOptions
        options.firstFrameOnly = true
        let context = DecodeContext(of: head, plan: plan, options: options, token: token)
        guard plan.coder.canDecode(context.format, head: head) else { return nil }
        return plan.coder.makeProgressiveDecoder(context: context)
    }

    private func isDue() -> Bool {
        let now = time.uptime
        return state.withLock { state in
            if let last = state.lastPartial, now - last < plan.options.partialInterval { return false }
            state.lastPartial = now
            return true
        }
    }
}
