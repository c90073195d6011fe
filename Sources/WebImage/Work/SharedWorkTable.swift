internal import FoundationEssentials

/// Work that several loads want at once: done once, at the highest priority among those that wait, and cancelled when the
/// last of them leaves.
///
/// Work is told apart by key and by identity: work that was abandoned never answers those that came after it.
final class SharedWorkTable<Value: Sendable>: Sendable {
    typealias Body = @Sendable (WorkListener) async throws -> Value

    private struct Member {
        var listener: WorkListener
        var continuation: CheckedContinuation<Value, any Error>
        /// Whether it gets the pieces of the body.
        var takesPieces: Bool
    }

    /// Held while pieces of one work's body are passed on, so that one who joins gets all of them, once and in order.
    /// What takes pieces is the library's own: work that stands on this one, never this one again.
    private final class Delivery: Sendable {
        private let lock = Lock(())

        func run<Result: Sendable>(_ body: () -> Result) -> Result { lock.withLock { _ in body() } }
    }

    private struct Work {
        var identifier: Int
        let delivery = Delivery()
        /// Through which the work's body hears that pieces are wanted.
        var demand: DataDemand?
        var members: [Int: Member] = [:]
        var priority: PriorityHandle
        var task: Task<Void, Never>?
        var progress: LoadProgress?
        /// The pieces so far, kept for those that join late; empty where nobody wanted any.
        var pieces: [Data] = []
    }

    private struct State {
        var works: [String: Work] = [:]
        var nextIdentifier = 0

        mutating func makeIdentifier() -> Int {
            nextIdentifier += 1
            return nextIdentifier
        }

        /// The highest priority among those that wait for `key`.
        func wantedPriority(of key: String) -> LoadPriority? {
            works[key]?.members.values.map(\.listener.priority.value).max()
        }
    }

    private let state = Lock(State())

    /// How many different results are being worked on.
    var count: Int { state.withLock { $0.works.count } }

    /// How many wait for pieces of work that have not ended.
    var memberCount: Int { state.withLock { $0.works.values.reduce(0) { $0 + $1.members.count } } }

    /// The result for `key`: joins the work that is under way, or starts `body`.
    ///
    /// `body` gets a listener that stands for all that wait.
    func value(for key: String, listener: WorkListener, body: @escaping Body) async throws -> Value {
        let token = CancellationToken()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let member = Member(
                    listener: listener, continuation: continuation, takesPieces: listener.onData != nil)
                join(key, member, token: token, body: body)
            }
        } onCancel: {
            token.cancel()
        }
    }

    private func join(_ key: String, _ member: Member, token: CancellationToken, body: @escaping Body) {
        let (work, identifier, isNew, progress) = enter(key, member)
        member.listener.priority.observe { [weak self] _ in self?.updatePriority(of: key, work: work.identifier) }
        updatePriority(of: key, work: work.identifier)
        if isNew {
            start(key, work: work, wantsPieces: member.takesPieces, body: body)
        } else {
            if let now = work.progress { progress?(now) }
            if member.takesPieces { work.demand?.want() }
        }
        member.listener.demand?.observe { [weak self] in self?.beginPieces(key, work: work, member: identifier) }
        token.onCancel { [weak self] in self?.leave(key, work: work.identifier, member: identifier) }
    }

    private func enter(_ key: String, _ member: Member) -> (
        work: Work, identifier: Int, isNew: Bool, onProgress: (@Sendable (LoadProgress) -> Void)?
    ) {
        while true {
            let (work, isNew) = state.withLock { state -> (Work, Bool) in
                if let work = state.works[key] { return (work, false) }
                var work = Work(identifier: state.makeIdentifier(), priority: PriorityHandle(.preload))
                work.demand = DataDemand { [weak self, work] piece in self?.pass(piece, to: key, work: work) }
                state.works[key] = work
                return (work, true)
            }
            var member = member
            if !isNew, let onProgress = member.listener.onProgress {
                // The work goes on meanwhile: what it says now may overtake what this one is told of its beginning.
                member.listener.onProgress = ProgressOrder(onProgress).report
            }
            let identifier = work.delivery.run { [member] () -> Int? in
                let entered = add(member, to: key, work: work.identifier)
                if let entered, member.takesPieces { for piece in entered.pieces { member.listener.takePiece?(piece) } }
                return entered?.identifier
            }
            // The work may have ended between the two steps; then there is another to join, or to begin.
            if let identifier { return (work, identifier, isNew, member.listener.onProgress) }
        }
    }

    private func add(_ member: Member, to key: String, work: Int) -> (identifier: Int, pieces: [Data])? {
        state.withLock { state in
            guard state.works[key]?.identifier == work else { return nil }
            let identifier = state.makeIdentifier()
            state.works[key]?.members[identifier] = member
            return (identifier, state.works[key]?.pieces ?? [])
        }
    }

    /// One who stood for others that wanted no pieces now has one that does: it gets those so far, then all that follow.
    private func beginPieces(_ key: String, work: Work, member: Int) {
        work.delivery.run {
            let (listener, pieces) = state.withLock { state -> (WorkListener?, [Data]) in
                guard state.works[key]?.identifier == work.identifier,
                    state.works[key]?.members[member]?.takesPieces == false
                else { return (nil, []) }
                state.works[key]?.members[member]?.takesPieces = true
                return (state.works[key]?.members[member]?.listener, state.works[key]?.pieces ?? [])
            }
            for piece in pieces { listener?.takePiece?(piece) }
        }
        work.demand?.want()
    }

    private func start(_ key: String, work: Work, wantsPieces: Bool, body: @escaping Body) {
        var everybody = WorkListener(priority: work.priority)
        everybody.onProgress = { [weak self] progress in self?.pass(progress, to: key, work: work.identifier) }
        if wantsPieces { everybody.onData = work.demand?.onData } else { everybody.demand = work.demand }
        let task = Task { [weak self, everybody] in
            let result: Result<Value, any Error>
            do { result = .success(try await body(everybody)) } catch { result = .failure(error) }
            self?.end(key, work: work.identifier, with: result)
        }
        // Those that started the work may all have left before its task was known.
        let isWanted = state.withLock { state in
            guard state.works[key]?.identifier == work.identifier else { return false }
            state.works[key]?.task = task
            return true
        }
        if !isWanted { task.cancel() }
    }

    private func end(_ key: String, work: Int, with result: Result<Value, any Error>) {
        let members = state.withLock { state -> [Member] in
            guard let current = state.works[key], current.identifier == work else { return [] }
            state.works[key] = nil
            return Array(current.members.values)
        }
        for member in members {
            member.listener.stopObserving()
            member.continuation.resume(with: result)
        }
    }

    private func leave(_ key: String, work: Int, member: Int) {
        let (left, abandoned) = state.withLock { state -> (Member?, Task<Void, Never>?) in
            guard state.works[key]?.identifier == work, let left = state.works[key]?.members.removeValue(forKey: member)
            else { return (nil, nil) }
            guard state.works[key]?.members.isEmpty == true else { return (left, nil) }
            return (left, state.works.removeValue(forKey: key)?.task)
        }
        abandoned?.cancel()
        guard let left else { return }
        left.listener.stopObserving()
        left.continuation.resume(throwing: CancellationError())
        updatePriority(of: key, work: work)
    }

    private func updatePriority(of key: String, work: Int) {
        let (handle, wanted) = state.withLock { state -> (PriorityHandle?, LoadPriority?) in
            guard state.works[key]?.identifier == work else { return (nil, nil) }
            return (state.works[key]?.priority, state.wantedPriority(of: key))
        }
        if let handle, let wanted { handle.value = wanted }
    }

    private func pass(_ progress: LoadProgress, to key: String, work: Int) {
        let listeners = state.withLock { state -> [WorkListener] in
            guard state.works[key]?.identifier == work else { return [] }
            state.works[key]?.progress = progress
            return state.works[key]?.members.values.map(\.listener) ?? []
        }
        for listener in listeners { listener.onProgress?(progress) }
    }

    private func pass(_ piece: Data, to key: String, work: Work) {
        work.delivery.run {
            let listeners = state.withLock { state -> [WorkListener] in
                guard state.works[key]?.identifier == work.identifier else { return [] }
                state.works[key]?.pieces.append(piece)
                return state.works[key]?.members.values.filter(\.takesPieces).map(\.listener) ?? []
            }
            for listener in listeners { listener.takePiece?(piece) }
        }
    }
}
