import Testing
import WebImageCore

@testable import WebImageAnimation

@Suite(.timeLimit(.minutes(5)))
struct AnimationPlayerTests {
    private let pool = FramePool(maximumBytes: 1 << 20, pressureSource: nil)

    private func player(_ source: CountingSource, _ options: AnimationPlayer.Options = .init()) throws
        -> AnimationPlayer
    {
        try #require(AnimationPlayer(source: source, options: options, pool: pool))
    }

    @Test("A3-53 PLY-10 frames come by time, the first at once, none decoded on the main thread")
    @MainActor
    func plays() throws {
        let source = CountingSource(frames: 4, watchedThread: currentThread)
        let player = try player(source)
        player.play()
        #expect(player.run(every: .milliseconds(50), until: .milliseconds(500)) == [0, 1, 2, 3, 0, 1])
        #expect(source.decodesOnWatchedThread == 0)
        #expect(source.decodedFrames == [0, 1, 2, 3])
    }

    @Test("ANIM-08 one frame is a still")
    func still() {
        #expect(AnimationPlayer(source: CountingSource(frames: 1), pool: pool) == nil)
    }

    @Test("ANIM-01 all indices, loop and end callbacks, whatever the buffer", arguments: [1, 5, 10, 20])
    func buffers(frames: Int) throws {
        let source = CountingSource(frames: 10, loops: 2)
        let player = try player(source, .init(bufferLimit: frames * 64))
        let log = Lock([String]())
        player.onLoopEnd = { loop in log.withLock { $0.append("loop \(loop)") } }
        player.onEnd = { log.withLock { $0.append("end") } }
        player.play()
        var now = Duration.zero
        while player.isPlaying {
            if let number = number(of: player.tick(at: now)) {
                log.withLock { $0.append("\(number)") }
            }
            // The next frame may still be under way; time goes on once it is there.
            wait {
                player.state.withLock { state in
                    let next = state.playhead.order.frame(at: state.playhead.step + (state.needsFrame ? 0 : 1))
                    return !state.isPlaying || state.playhead.step == 19 || state.buffer.isSettled(next)
                }
            }
            now += .milliseconds(100)
        }
        let loop = (0...9).map { "\($0)" }
        // The first loop is over in the tick that shows frame 0 again.
        #expect(log.withLock { $0 } == loop + ["loop 1"] + loop + ["loop 2", "end"])
        #expect(player.currentFrameIndex == 9 && player.hasEnded)
        #expect(player.tick(at: now + .seconds(5)) == nil)
    }

    @Test(
        "PLY-05 modes",
        arguments: [
            (PlaybackMode.normal, [0, 1, 2]), (.reverse, [2, 1, 0]), (.bounce, [0, 1, 2, 1, 0]),
            (.reversedBounce, [2, 1, 0, 1, 2]),
        ])
    func modes(mode: PlaybackMode, expected: [Int]) throws {
        let player = try player(CountingSource(frames: 3, loops: 1), .init(mode: mode))
        player.play()
        #expect(player.run(every: .milliseconds(100), until: .seconds(2)) == expected)
        #expect(player.hasEnded)
    }

    @Test("PLY-04 rate: twice as fast; 0 stands still")
    func rate() throws {
        let player = try player(CountingSource(frames: 4), .init(rate: 2))
        player.play()
        #expect(player.run(every: .milliseconds(50), until: .milliseconds(150)) == [0, 1, 2, 3])
        player.options.rate = 0
        #expect(player.readyTick(at: .milliseconds(900)) == nil)
        #expect(player.nextTick(after: .milliseconds(900)) == nil)
    }

    @Test("a loop count of the program's own takes the place of the picture's")
    func loopCount() throws {
        let player = try player(CountingSource(frames: 2, loops: 0), .init(loopCount: 2))
        player.play()
        #expect(player.run(every: .milliseconds(100), until: .seconds(2)) == [0, 1, 0, 1])
        #expect(player.hasEnded && player.completedLoops == 2)
    }

    @Test("ANIM-05 time counts only while playing")
    func pauses() throws {
        let player = try player(CountingSource(frames: 5))
        player.play()
        #expect(player.run(every: .milliseconds(100), until: .milliseconds(200)) == [0, 1, 2])
        player.pause()
        #expect(player.tick(at: .seconds(10)) == nil)
        player.play()
        #expect(player.readyTick(at: .seconds(30)) == nil)
        #expect(player.readyTick(at: .seconds(30) + .milliseconds(99)) == nil)
        #expect(player.readyTick(at: .seconds(30) + .milliseconds(100)) == 3)
    }

    @Test("ANIM-07 pause keeps the frame, twice")
    func pauseKeepsFrame() throws {
        let player = try player(CountingSource(frames: 10))
        var now = Duration.zero
        for round in 1...2 {
            player.play()
            while player.currentFrameIndex != 5 * round - (round - 1) * 4 {
                _ = player.readyTick(at: now)
                now += .milliseconds(100)
            }
            player.pause()
            let held = player.currentFrameIndex
            #expect(player.tick(at: now + .seconds(1)) == nil)
            #expect(player.currentFrameIndex == held)
            player.play()
            _ = player.readyTick(at: now)
            #expect(player.readyTick(at: now + .milliseconds(100)) == held + 1)
            player.pause()
        }
    }

    @Test("ANIM-11 playing again after the end plays all loops, one end for each run")
    func replay() throws {
        let player = try player(CountingSource(frames: 2, loops: 2))
        let ends = Lock(0)
        player.onEnd = { ends.withLock { $0 += 1 } }
        for run in 1...3 {
            player.play()
            #expect(player.run(every: .milliseconds(100), until: .seconds(1)) == [0, 1, 0, 1])
            #expect(ends.withLock { $0 } == run)
        }
    }

    @Test("ANIM-11 playing again from inside the end callback")
    func replayFromCallback() throws {
        let player = try player(CountingSource(frames: 2, loops: 1))
        let left = Lock(2)
        player.onEnd = { [weak player] in
            if left.withLock({ left in
                defer { left -= 1 }; return left > 0
            }) {
                player?.play()
            }
        }
        player.play()
        #expect(player.run(every: .milliseconds(100), until: .seconds(2)) == [0, 1, 0, 1, 0, 1])
    }

    @Test("stop: what is shown stays, playing begins anew")
    func stops() throws {
        let player = try player(CountingSource(frames: 4))
        player.play()
        #expect(player.run(every: .milliseconds(100), until: .milliseconds(200)) == [0, 1, 2])
        player.stop()
        #expect(player.tick(at: .seconds(1)) == nil)
        #expect(player.nextTick(after: .seconds(1)) == nil)
        #expect(number(of: player.currentFrame) == 2)
        #expect(player.bufferedFrameCount == 0)
        player.play()
        #expect(player.readyTick(at: .seconds(2)) == 0)
    }

    @Test("PLY-16 seek through all frames, also while paused; outside is ignored")
    func seeks() throws {
        let player = try player(CountingSource(frames: 5))
        for index in [3, 0, 4, 1, 2] {
            player.seek(to: index)
            wait { player.state.withLock { $0.buffer.isSettled(index) } }
            #expect(number(of: player.tick(at: .zero)) == index)
            #expect(player.currentFrameIndex == index)
        }
        player.seek(to: 5)
        player.seek(to: -1)
        #expect(player.tick(at: .seconds(1)) == nil)
        #expect(player.currentFrameIndex == 2)
    }

    @Test("E-33 E-34 nothing ticks faster than needed, nor hidden, paused or ended")
    func nextTick() throws {
        let player = try player(CountingSource(frames: 2, loops: 1, durations: [.milliseconds(300), .seconds(5)]))
        #expect(player.nextTick(after: .zero) == nil)
        player.play()
        #expect(player.nextTick(after: .zero) == .zero)
        _ = player.readyTick(at: .zero)
        #expect(player.nextTick(after: .zero) == .milliseconds(300))
        _ = player.readyTick(at: .milliseconds(100))
        #expect(player.nextTick(after: .milliseconds(100)) == .milliseconds(300))
        _ = player.readyTick(at: .milliseconds(300))
        #expect(player.nextTick(after: .milliseconds(300)) == .milliseconds(5300))
        player.isHidden = true
        #expect(player.nextTick(after: .milliseconds(300)) == nil)
        player.isHidden = false
        #expect(player.nextTick(after: .seconds(9)) == .seconds(9))
        #expect(player.tick(at: .seconds(9)) == nil)
        #expect(player.nextTick(after: .seconds(9)) == .seconds(14))
        #expect(player.tick(at: .seconds(14)) == nil)
        #expect(player.hasEnded && player.nextTick(after: .seconds(14)) == nil)
    }

    @Test("A3-54 MEM-02 hidden: frames are let go, playing goes on from the held frame")
    func hides() throws {
        let player = try player(CountingSource(frames: 4))
        player.play()
        #expect(player.run(every: .milliseconds(100), until: .milliseconds(200)) == [0, 1, 2])
        player.isHidden = true
        #expect(player.bufferedFrameCount == 0 && pool.keptBytes == 0)
        #expect(player.tick(at: .seconds(30)) == nil)
        player.isHidden = false
        _ = player.readyTick(at: .seconds(60))
        #expect(player.readyTick(at: .seconds(60) + .milliseconds(100)) == 3)
    }

    @Test("PLY-16 a frame that was sought while nobody saw the animation is shown when it is seen again")
    func seeksWhileHidden() throws {
        let player = try player(CountingSource(frames: 4))
        player.isHidden = true
        player.seek(to: 2)
        player.isHidden = false
        wait { player.state.withLock { $0.buffer.isSettled(2) } }
        #expect(number(of: player.tick(at: .zero)) == 2)
        #expect(player.nextTick(after: .zero) == nil)
    }

    @Test("ANIM-10 B-94 frames that come late: the old one stays, the order is kept")
    func slowDecoder() throws {
        let gate = Semaphore()
        let source = CountingSource(frames: 3, loops: 1, each: .milliseconds(40), gate: gate)
        let player = try player(source)
        player.play()
        var shown: [Int] = []
        for tick in 0..<30 {
            // Every third tick the decoder delivers one frame: slower than the animation.
            if tick % 3 == 2, tick < 9 {
                gate.signal()
                source.decoded.wait()
                let decoded = tick / 3
                wait { player.state.withLock { $0.buffer.isSettled(decoded) } || player.hasEnded }
            }
            if let number = number(of: player.tick(at: .milliseconds(20 * tick))) { shown.append(number) }
        }
        #expect(shown == [0, 1, 2])
        #expect(player.hasEnded)
    }

    @Test("a damaged frame keeps the one before it for its time")
    func broken() throws {
        let player = try player(CountingSource(frames: 4, loops: 1, broken: [2]))
        player.play()
        wait { player.bufferedFrameCount == 3 }
        var shown: [Int?] = []
        for tick in 0...4 { shown.append(number(of: player.tick(at: .milliseconds(100 * tick)))) }
        #expect(shown == [0, 1, nil, 3, nil])
        #expect(player.hasEnded)
    }

    @Test("A3-52 an editor set while playing edits the frames that follow")
    func editor() throws {
        let player = try player(CountingSource(frames: 4))
        player.play()
        #expect(player.run(every: .milliseconds(100), until: .milliseconds(100)) == [0, 1])
        player.options.editor = ImageEditor(key: "plus100") { bitmap, context in
            #expect(context.frameIndex == Int(bitmap[0, 0].red))
            return try CountingSource.bitmap(100 + context.frameIndex)
        }
        #expect(player.readyTick(at: .milliseconds(200)) == 102)
        #expect(player.readyTick(at: .milliseconds(300)) == 103)
        #expect(player.readyTick(at: .milliseconds(400)) == 100)
    }

    @Test("AVW-09 ANI:test27 plays while frames arrive, holds the last one known, never goes back")
    func progressive() throws {
        let first = CountingSource(frames: 2, loops: 1)
        let player = try #require(
            AnimationPlayer(source: first, isComplete: false, options: .init(mode: .reverse), pool: pool))
        player.play()
        #expect(player.run(every: .milliseconds(100), until: .milliseconds(500)) == [0, 1])
        #expect(player.nextTick(after: .milliseconds(500)) == nil && player.isPlaying)
        let second = CountingSource(frames: 4, loops: 1)
        player.update(second, isComplete: false)
        player.update(CountingSource(frames: 3), isComplete: false)
        #expect(player.frameCount == 4)
        var shown: [Int] = []
        for tick in 6...9 {
            if let number = player.readyTick(at: .milliseconds(100 * tick)) { shown.append(number) }
        }
        #expect(shown == [2, 3])
        #expect(second.decodedFrames == [2, 3])
        player.options.mode = .normal
        player.update(CountingSource(frames: 5, loops: 1), isComplete: true)
        #expect(player.readyTick(at: .milliseconds(1100)) == 4)
        _ = player.readyTick(at: .milliseconds(1200))
        #expect(player.hasEnded)
    }

    @Test("ANIM-03 times of 10 ms and less play as 100 ms; a missing time too")
    func shortTimes() throws {
        let source = CountingSource(
            frames: 4, durations: [.zero, .milliseconds(10), .milliseconds(20)])
        let player = try player(source)
        player.play()
        #expect(player.run(every: .milliseconds(10), until: .milliseconds(319)) == [0, 1, 2, 3])
        #expect(player.readyTick(at: .milliseconds(320)) == 0)
    }

    @Test("the poster is the first frame and is not decoded again")
    func poster() throws {
        let source = CountingSource(frames: 3, gate: Semaphore())
        let player = try #require(
            AnimationPlayer(source: source, poster: try CountingSource.bitmap(0), pool: pool))
        player.play()
        #expect(number(of: player.tick(at: .zero)) == 0)
        for _ in 0..<9 { source.gate?.signal() }
        #expect(player.readyTick(at: .milliseconds(100)) == 1)
        // Frame 0 of the next round may be ahead already; it is never the first.
        #expect(source.decodedFrames.prefix(2) == [1, 2])
    }
}
