import Testing
import WebImageCore
import WebImageTesting

@testable import WebImageAnimation

@Suite(.timeLimit(.minutes(5)))
struct FramePoolTests {
    /// The bytes of a frame of 16 × 16 pixels.
    private let frame = 1024
    private let size = PixelSize(width: 16, height: 16)

    private func source(frames: Int, loops: Int = 0) -> CountingSource {
        CountingSource(frames: frames, loops: loops, size: size)
    }

    private func kept(_ player: AnimationPlayer) -> [Int] { player.state.withLock { $0.buffer.keptFrames } }

    @Test("PLY-14 players of one image share its frames")
    func shared() throws {
        let pool = FramePool(maximumBytes: 1 << 20, pressureSource: nil)
        let source = source(frames: 6)
        let first = try #require(AnimationPlayer(source: source, pool: pool))
        let second = try #require(AnimationPlayer(source: source, pool: pool))
        first.play()
        second.play()
        _ = first.readyTick(at: .zero)
        _ = second.readyTick(at: .zero)
        #expect(source.decodedFrames == Array(0..<6))
        #expect(pool.keptBytes == 6 * frame)
        #expect(pool.decodeCount == 6)
        first.isHidden = true
        #expect(pool.keptBytes == 6 * frame)
        second.stop()
        #expect(pool.keptBytes == 0)
    }

    @Test("B-88 B-96 the budget: 20 % of all memory or 60 % of what is free, in true bytes")
    func budget() throws {
        let memory = FixedMemory(total: 100 * frame, available: 10 * frame)
        let time = ManualTime()
        let pool = FramePool(memory: memory, time: time, pressureSource: nil)
        let player = try #require(AnimationPlayer(source: source(frames: 50), pool: pool))
        player.play()
        wait { kept(player).count == 6 }
        #expect(kept(player) == Array(0..<6))
        memory.set(available: 1000 * frame)
        time.advance(by: .seconds(2))
        _ = player.tick(at: .zero)
        var now = Duration.zero
        var largest = 0
        while largest < 20 {
            now += .milliseconds(50)
            _ = player.tick(at: now)
            largest = max(largest, kept(player).count)
        }
        #expect(largest == 20)
    }

    @Test("A3-50 a smaller budget keeps the frames that come next and drops past ones")
    func shrink() throws {
        let pool = FramePool(maximumBytes: 10 * frame, pressureSource: nil)
        let player = try #require(AnimationPlayer(source: source(frames: 10), pool: pool))
        player.play()
        #expect(player.run(every: .milliseconds(100), until: .milliseconds(400)) == [0, 1, 2, 3, 4])
        pool.maximumBytes = 3 * frame
        #expect(kept(player) == [5, 6, 7])
    }

    @Test("A3-51 a player's own limit; 0 keeps one frame", arguments: [(0, 1), (4096, 4), (Int.max, 20)])
    func limit(bytes: Int, frames: Int) throws {
        let pool = FramePool(maximumBytes: 2 * frame, pressureSource: nil)
        let player = try #require(
            AnimationPlayer(source: source(frames: 20), options: .init(bufferLimit: bytes), pool: pool))
        player.prepare()
        wait { kept(player).count == frames }
        #expect(kept(player) == Array(0..<frames))
    }

    @Test("MEM-02 all players share one budget; small animations fit, the rest is even")
    func sharedBudget() throws {
        let pool = FramePool(maximumBytes: 40 * frame, pressureSource: nil)
        let small = try #require(AnimationPlayer(source: source(frames: 4), pool: pool))
        let large = try (0..<2).map { _ in try #require(AnimationPlayer(source: source(frames: 100), pool: pool)) }
        for player in [small] + large { player.prepare() }
        wait { kept(small).count == 4 && large.allSatisfy { kept($0).count == 18 } }
        #expect(pool.keptBytes == 40 * frame)
        small.stop()
        wait { large.allSatisfy { kept($0).count == 20 } }
        #expect(pool.keptBytes == 40 * frame)
    }

    @Test("D-53 B-91 pressure keeps the next frame only, and grows back after two seconds")
    func pressure() throws {
        let time = ManualTime()
        let pool = FramePool(memory: FixedMemory(total: 1 << 30, available: 1 << 30), time: time, pressureSource: nil)
        let player = try #require(AnimationPlayer(source: source(frames: 8), pool: pool))
        player.play()
        #expect(player.run(every: .milliseconds(100), until: .milliseconds(200)) == [0, 1, 2])
        pool.releaseMemory()
        #expect(kept(player) == [3])
        #expect(player.tick(at: .milliseconds(300)) != nil)
        wait { kept(player) == [4] }
        time.advance(by: .seconds(3))
        #expect(player.tick(at: .milliseconds(400)) != nil)
        wait { kept(player).count == 8 }
    }

    @Test("A3-54 pressure of the machine lets frames go without the program", arguments: MemoryPressureLevel.allCases)
    func machinePressure(level: MemoryPressureLevel) throws {
        let machine = ManualMemoryPressure()
        do {
            let pool = FramePool(
                memory: FixedMemory(total: 1 << 30, available: 1 << 30), time: ManualTime(), pressureSource: machine)
            #expect(machine.observerCount == 0, "programs without animations watch nothing")
            let player = try #require(AnimationPlayer(source: source(frames: 8), pool: pool))
            let other = try #require(AnimationPlayer(source: source(frames: 8), pool: pool))
            #expect(machine.observerCount == 1)
            for player in [player, other] {
                player.play()
                #expect(player.run(every: .milliseconds(100), until: .milliseconds(200)) == [0, 1, 2])
            }
            machine.tell(level)
            #expect(kept(player) == [3] && kept(other) == [3])
            #expect(pool.keptBytes == 2 * frame)
        }
        // A worker may hold the pool for a moment.
        wait { machine.observerCount == 0 }
    }

    @Test("A3-49 the decoder is asked for frames and times, each frame once while there is room")
    func asksDecoder() throws {
        let pool = FramePool(maximumBytes: 1 << 20, pressureSource: nil)
        let times = [30, 70, 20, 80].map { Duration.milliseconds($0) }
        let source = CountingSource(frames: 4, loops: 3, durations: times, size: size)
        let player = try #require(AnimationPlayer(source: source, pool: pool))
        player.play()
        var changes: [Int: Int] = [:]
        for time in stride(from: 0, to: 600, by: 10) {
            if let number = player.readyTick(at: .milliseconds(time)) { changes[time] = number }
        }
        // Sums of the decoder's times, three loops of 200 ms.
        var expected: [Int: Int] = [:]
        for loop in 0..<3 {
            for (number, time) in [0, 30, 100, 120].enumerated() { expected[loop * 200 + time] = number }
        }
        #expect(changes == expected)
        #expect(source.decodedFrames == [0, 1, 2, 3])
        #expect(pool.decodeCount == 4)
    }

    @Test("a player that goes away lets go of its frames and stops decoding")
    func ends() throws {
        let pool = FramePool(maximumBytes: 1 << 20, pressureSource: nil)
        let gate = Semaphore()
        let source = CountingSource(frames: 100, gate: gate)
        var player = AnimationPlayer(source: source, pool: pool)
        player?.play()
        gate.signal()
        source.decoded.wait()
        weak let buffer = player?.state.withLock { $0.buffer }
        player = nil
        for _ in 0..<5 { gate.signal() }
        wait { buffer == nil }
        #expect(source.decodedFrames.count <= 2)
        #expect(pool.keptBytes == 0)
    }

    @Test("AVW-09 frames that were decoded before more of the file came outlive a budget that is slow to come")
    func adopted() throws {
        let memory = SlowMemory()
        let pool = FramePool(memory: memory, width: 4, pressureSource: nil)
        let player = try #require(AnimationPlayer(source: source(frames: 3), isComplete: false, pool: pool))
        player.play()
        #expect(player.run(every: .milliseconds(100), until: .milliseconds(200)) == [0, 1, 2])
        memory.close()
        defer { memory.open() }
        // Forgets the budget; whoever asks for it from here on waits.
        Thread.start(named: "budget") { pool.maximumBytes = nil }
        wait { memory.waitingCount > 0 }
        let more = source(frames: 5)
        player.update(more, isComplete: true)
        more.decoded.wait()
        wait { player.state.withLock { $0.buffer.isSettled(3) } }
        #expect(kept(player) == [0, 1, 2, 3])
        memory.open()
        wait { kept(player).count == 5 }
        #expect(Set(more.decodedFrames) == [3, 4])
    }

    @Test("MEM-03 625 large frames play within the budget")
    func largeAnimation() throws {
        let pool = FramePool(maximumBytes: 100 << 20, pressureSource: nil)
        let bitmap = try CountingSource.bitmap(7, size: PixelSize(width: 1790, height: 1060))
        let source = try FrameListSource(
            size: bitmap.size, durations: Array(repeating: .milliseconds(40), count: 625), loopCount: 1
        ) { _, _ in bitmap }
        let player = try #require(AnimationPlayer(source: source, pool: pool))
        player.play()
        var now = Duration.zero
        var shown = 0
        var largest = 0
        while player.isPlaying {
            if player.tick(at: now) != nil { shown += 1 }
            largest = max(largest, pool.keptBytes)
            let next = player.state.withLock { $0.playhead.step + 1 }
            wait { next == 625 || !player.isPlaying || player.state.withLock { $0.buffer.isSettled(next) } }
            now += .milliseconds(40)
        }
        #expect(shown == 625)
        #expect(largest <= 100 << 20)
    }

    @Test("players on many threads at once")
    func concurrent() async throws {
        let pool = FramePool(maximumBytes: 20 * frame, pressureSource: nil)
        let sources = (0..<4).map { _ in source(frames: 12, loops: 2) }
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<50 {
                        guard let player = AnimationPlayer(source: sources[(task + round) % 4], pool: pool) else {
                            return
                        }
                        player.play()
                        for tick in 0..<40 { _ = player.tick(at: .milliseconds(tick * 70)) }
                        if round % 3 == 0 { player.isHidden = true }
                        if round % 5 == 0 { pool.releaseMemory() }
                    }
                }
            }
        }
        #expect(pool.keptBytes == 0)
    }
}
