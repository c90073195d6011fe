import FoundationEssentials
import Testing
import WebImage
import WebImageTesting

@Suite(.timeLimit(.minutes(5)))
struct LoadTaskTests {
    @Test("A1-15 E-04 VIEW-05 a memory hit is there when the call returns, and the closure has run")
    @MainActor func synchronousHit() async throws {
        let fixture = ManagerFixture()
        _ = try await fixture.manager.image(for: fixture.request())
        var request = fixture.request()
        request.options.callbackTarget = .mainActor
        let ends = Counter()
        let task = fixture.manager.load(request) { _ in ends.add() }
        #expect(try task.outcome?.get().source == .memory)
    }

    @Test("A0-14 progress, then the end; no progress after it")
    func events() async throws {
        let fixture = ManagerFixture()
        var answer = FakeLoader.Answer(fixture.body)
        answer.pieces = [5, 5, 100]
        fixture.loader.answer(fixture.url, with: answer)
        let received = Recorder<Int>()
        let task = fixture.manager.load(
            fixture.request(),
            onEvent: { event in if case .progress(let progress) = event { received.add(progress.received) } })
        _ = try await task.image
        #expect(received.all == [5, 10, fixture.body.count])
    }

    @Test("A1-19 partial pictures are edited, grow, and come before the end")
    func partials() async throws {
        let gate = TestGate()
        let fixture = ManagerFixture()
        var answer = FakeLoader.Answer(fixture.body)
        answer.pieces = [6, 6, 100]
        answer.pieceGate = gate
        fixture.loader.answer(fixture.url, with: answer)
        var request = fixture.request(editor: .paint(.white))
        request.options.isProgressive = true
        request.options.partialInterval = .zero
        let widths = Recorder<Int>()
        let colors = Recorder<PixelColor>()
        let task = fixture.manager.load(
            request,
            onEvent: { event in
                guard case .partial(let image) = event else { return }
                widths.add(image.size.width)
                colors.add(image.bitmap[0, 0])
            })
        for count in 1...2 {
            await gate.waitForArrivals(count)
            gate.letOneThrough()
            while widths.all.count < count { await Task.yield() }
        }
        gate.open()
        _ = try await task.image
        #expect(widths.all.prefix(2) == [6, 12])
        #expect(Set(colors.all) == [.white])
    }

    @Test("a stream of events ends with the load, also one taken after the end")
    func stream() async throws {
        let fixture = ManagerFixture()
        let task = fixture.manager.load(fixture.request())
        let before = task.events
        _ = try await task.image
        for await _ in before {}
        for await _ in task.events { Issue.record("an event after the end") }
        #expect(task.outcome != nil)
    }

    @Test("VIEW-03 exactly one end, whatever the moment of the cancel")
    func cancelStorm() async throws {
        let fixture = ManagerFixture()
        for round in 0..<500 {
            try await fixture.cache.removeAll(context: CacheContext(tiers: .memory))
            let ends = Counter()
            let task = fixture.manager.load(fixture.request()) { _ in ends.add() }
            for _ in 0..<round % 7 { await Task.yield() }
            task.cancel()
            _ = await task.result
            #expect(ends.value == 1)
        }
    }
}
