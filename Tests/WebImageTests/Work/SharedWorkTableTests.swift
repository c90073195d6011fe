import FoundationEssentials
import Testing
import WebImageCore
import WebImageTesting

@testable import WebImage

@Suite(.timeLimit(.minutes(5)))
struct SharedWorkTableTests {
    private func listener(_ priority: LoadPriority = .normal) -> WorkListener {
        WorkListener(priority: PriorityHandle(priority))
    }

    @Test("equal keys share one run, different ones don't")
    func sharing() async throws {
        let table = SharedWorkTable<Int>()
        let gate = TestGate()
        let runs = Counter()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for index in 0..<20 {
                let listener = listener()
                group.addTask {
                    try await table.value(for: "key\(index % 2)", listener: listener) { _ in
                        runs.add()
                        try await gate.pass()
                        return index % 2
                    }
                }
            }
            await gate.waitForArrivals(2)
            gate.open()
            var sum = 0
            for try await value in group { sum += value }
            #expect(sum == 10)
        }
        #expect(runs.value >= 2 && table.count == 0)
    }

    @Test("the last that leaves cancels the work; a new one under the same key starts anew")
    func abandon() async throws {
        let table = SharedWorkTable<Int>()
        let gate = TestGate()
        let listener = listener()
        let first = Task {
            try await table.value(for: "key", listener: listener) { _ in
                try await gate.pass()
                return 1
            }
        }
        await gate.waitForArrivals()
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(gate.waitingCount == 0)
        #expect(try await table.value(for: "key", listener: listener) { _ in 2 } == 2)
    }

    @Test("progress of the work that overtakes what one who joins is told of its beginning: nothing falls back")
    func overtaken() async throws {
        let table = SharedWorkTable<Int>()
        let gate = TestGate()
        let work = Task {
            try await table.value(for: "key", listener: listener(.low)) { everybody in
                everybody.onProgress?(LoadProgress(received: 1, total: 9))
                // The one who joins raises the priority on its way in, before it is told what has come so far.
                everybody.priority.observe { _ in everybody.onProgress?(LoadProgress(received: 5, total: 9)) }
                try await gate.pass()
                everybody.onProgress?(LoadProgress(received: 9, total: 9))
                return 1
            }
        }
        await gate.waitForArrivals()
        let seen = Recorder<Int>()
        var late = listener(.high)
        late.onProgress = { seen.add($0.received) }
        let joiner = Task { [late] in try await table.value(for: "key", listener: late) { _ in 2 } }
        while seen.all.isEmpty { await Task.yield() }
        gate.open()
        #expect(try await (work.value, joiner.value) == (1, 1))
        #expect(seen.all == [5, 9])
    }

    @Test("those that join late get the progress and all pieces so far, in order")
    func lateJoiner() async throws {
        let table = SharedWorkTable<Int>()
        let gate = TestGate()
        var early = listener()
        early.onData = { _ in }
        let body: SharedWorkTable<Int>.Body = { everybody in
            everybody.onData?(Data([1, 2]))
            everybody.onData?(Data([3]))
            everybody.onProgress?(LoadProgress(received: 3, total: 4))
            try await gate.pass()
            everybody.onData?(Data([4]))
            return 4
        }
        let first = Task { [early] in try await table.value(for: "key", listener: early, body: body) }
        await gate.waitForArrivals()
        let bytes = Recorder<UInt8>()
        let progress = Recorder<Int>()
        var late = listener()
        late.onData = { for byte in $0 { bytes.add(byte) } }
        late.onProgress = { progress.add($0.received) }
        let second = Task { [late] in try await table.value(for: "key", listener: late, body: body) }
        while bytes.all.count < 3 { await Task.yield() }
        gate.open()
        #expect(try await first.value == 4)
        #expect(try await second.value == 4)
        #expect(bytes.all == [1, 2, 3, 4] && progress.all == [3])
    }

    @Test("3.4 the first that wants pieces turns them on for work that nobody watched, through two layers")
    func lateDemand() async throws {
        let (outer, inner) = (SharedWorkTable<Int>(), SharedWorkTable<Int>())
        let gate = TestGate()
        let demands = Recorder<DataDemand>()
        let body: SharedWorkTable<Int>.Body = { everybody in
            try await inner.value(for: "original", listener: everybody) { everybody in
                let isQuiet = everybody.onData == nil
                #expect(isQuiet)
                if let demand = everybody.demand { demands.add(demand) }
                try await gate.pass()
                return 7
            }
        }
        let quiet = listener()
        let first = Task { try await outer.value(for: "image", listener: quiet, body: body) }
        await gate.waitForArrivals()
        let demand = try #require(demands.all.first)
        #expect(!demand.isWanted)
        let bytes = Recorder<UInt8>()
        var curious = listener()
        curious.onData = { for byte in $0 { bytes.add(byte) } }
        let second = Task { [curious] in try await outer.value(for: "image", listener: curious, body: body) }
        while !demand.isWanted { await Task.yield() }
        demand.onData(Data([1, 2]))
        let later = Recorder<UInt8>()
        var third = listener()
        third.onData = { for byte in $0 { later.add(byte) } }
        let last = Task { [third] in try await outer.value(for: "image", listener: third, body: body) }
        while later.all.count < 2 { await Task.yield() }
        demand.onData(Data([3]))
        gate.open()
        for task in [first, second, last] { #expect(try await task.value == 7) }
        #expect(bytes.all == [1, 2, 3] && later.all == [1, 2, 3])
    }

    @Test("the priority is the highest of those that wait, live")
    func priority() async throws {
        let table = SharedWorkTable<Int>()
        let gate = TestGate()
        let seen = Recorder<LoadPriority>()
        let low = listener(.low)
        let high = listener(.high)
        let body: SharedWorkTable<Int>.Body = { everybody in
            seen.add(everybody.priority.value)
            everybody.priority.observe { seen.add($0) }
            try await gate.pass()
            return 0
        }
        let first = Task { try await table.value(for: "key", listener: low, body: body) }
        await gate.waitForArrivals()
        let second = Task { try await table.value(for: "key", listener: high, body: body) }
        while seen.all.last != .high { await Task.yield() }
        high.priority.value = .preload
        #expect(seen.all == [.low, .high, .low])
        second.cancel()
        gate.open()
        _ = try await first.value
    }
}
