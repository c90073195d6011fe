internal import WebImageCore

extension LoaderCore {
    /// A load that waits or runs.
    struct Record {
        enum Phase {
            case waiting(RequestQueue<LoadOperation>.Ticket)
            case running
            /// Between two tries; holds no slot.
            case pausing
        }

        struct Member {
            let requester: Requester
            var priority: LoadPriority
        }

        let operation: LoadOperation
        let key: OperationKey
        var phase: Phase
        var priority: LoadPriority
        var members: [UInt64: Member] = [:]
        /// How many members want each priority, by raw value: the highest is found without a walk.
        var wishes = SIMD4<Int32>.zero

        /// The highest priority that anybody wants; the last one that somebody wanted where nobody is left.
        var wanted: LoadPriority {
            LoadPriority.allCases.last { wishes[$0.rawValue] > 0 } ?? priority
        }

        mutating func add(_ requester: Requester, _ priority: LoadPriority) {
            members[requester.identifier] = Member(requester: requester, priority: priority)
            wishes[priority.rawValue] += 1
        }

        mutating func remove(_ requester: Requester) {
            guard let member = members.removeValue(forKey: requester.identifier) else { return }
            wishes[member.priority.rawValue] -= 1
        }

        mutating func change(_ requester: Requester, to priority: LoadPriority) {
            guard let old = members[requester.identifier]?.priority, old != priority else { return }
            members[requester.identifier]?.priority = priority
            wishes[old.rawValue] -= 1
            wishes[priority.rawValue] += 1
        }
    }

    /// What the line allows now.
    enum Turn {
        case start(LoadOperation)
        /// The rate limit allows the next load after this time.
        case wait(Duration)
        case nothing
    }

    /// All loads of a loader; every change is O(1) but for ending, which is O(members).
    struct State {
        private(set) var records: [UInt64: Record] = [:]
        private var identifiers: [OperationKey: UInt64] = [:]
        private var queue: RequestQueue<LoadOperation>
        var limit: Int
        var isSuspended = false
        /// Running loads that somebody waits for, and running preloads.
        private var urgent = 0
        private var preloads = 0
        private var lastIdentifier: UInt64 = 0
        private var bucket: TokenBucket?
        /// Whether a timer will ask again.
        var isWaitingForToken = false

        init(limit: Int, order: QueueOrder, rateLimit: RateLimit?) {
            bucket = rateLimit.map(TokenBucket.init)
            self.limit = limit
            queue = RequestQueue()
            queue.order = order
        }

        var order: QueueOrder {
            get { queue.order }
            set { queue.order = newValue }
        }

        var runningCount: Int { urgent + preloads }
        var waitingCount: Int { queue.count }

        mutating func makeIdentifier() -> UInt64 {
            lastIdentifier += 1
            return lastIdentifier
        }

        /// The load that a request can join.
        func record(for key: OperationKey) -> Record? { identifiers[key].flatMap { records[$0] } }

        mutating func add(_ operation: LoadOperation, for key: OperationKey, priority: LoadPriority) {
            let ticket = queue.append(operation, priority: priority)
            records[operation.identifier] = Record(
                operation: operation, key: key, phase: .waiting(ticket), priority: priority)
            identifiers[key] = operation.identifier
        }

        /// Changes the members of a load, then its place in the line.
        mutating func update(_ identifier: UInt64, _ body: (inout Record) -> Void) {
            guard let index = records.index(forKey: identifier) else { return }
            body(&records.values[index])
            let record = records.values[index]
            let wanted = record.wanted
            guard wanted != record.priority else { return }
            records.values[index].priority = wanted
            switch record.phase {
            case .waiting(let ticket): queue.move(ticket, to: wanted)
            case .running:
                count(record.priority, -1)
                count(wanted, 1)
            case .pausing: break
            }
        }

        /// Takes a load out, wherever it stands.
        mutating func remove(_ identifier: UInt64) -> Record? {
            guard let record = records.removeValue(forKey: identifier) else { return nil }
            // A later load of the same key keeps its place.
            if identifiers[record.key] == identifier { identifiers[record.key] = nil }
            switch record.phase {
            case .waiting(let ticket): queue.remove(ticket)
            case .running: count(record.priority, -1)
            case .pausing: break
            }
            return record
        }

        /// Whether a load may start now. Where none may, nobody need be woken: each end of a load looks again.
        var mayStart: Bool {
            guard !isSuspended, !isWaitingForToken, let first = queue.firstPriority else { return false }
            return first == .preload ? runningCount < limit : urgent < limit
        }

        /// The next load that may start; it counts as running from now on.
        ///
        /// Preloads only fill the free slots. A more urgent load doesn't count them: it starts although preloads fill
        /// all slots, so that up to twice the limit run until they end.
        mutating func next(at now: Duration) -> Turn {
            guard mayStart else { return .nothing }
            if let wait = bucket?.take(at: now) {
                isWaitingForToken = true
                return .wait(wait)
            }
            guard let next = queue.pop() else { return .nothing }
            records[next.element.identifier]?.phase = .running
            count(next.priority, 1)
            return .start(next.element)
        }

        /// Frees the slot of a load that waits for its next try.
        mutating func pause(_ identifier: UInt64) -> Bool {
            guard let record = records[identifier], case .running = record.phase else { return false }
            count(record.priority, -1)
            records[identifier]?.phase = .pausing
            return true
        }

        /// Puts a load that paused back in line.
        mutating func enqueueAgain(_ identifier: UInt64) -> Bool {
            guard let record = records[identifier], case .pausing = record.phase else { return false }
            let ticket = queue.append(record.operation, priority: record.priority)
            records[identifier]?.phase = .waiting(ticket)
            return true
        }

        private mutating func count(_ priority: LoadPriority, _ change: Int) {
            if priority == .preload { preloads += change } else { urgent += change }
        }
    }
}
