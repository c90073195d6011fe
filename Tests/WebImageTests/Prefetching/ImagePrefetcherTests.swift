import FoundationEssentials
import Testing
import WebImage
import WebImageTesting

@Suite(.timeLimit(.minutes(5)))
struct ImagePrefetcherTests {
    private func fixture(_ count: Int, gate: TestGate? = nil) -> (ManagerFixture, [ImageURL]) {
        let fixture = ManagerFixture()
        let urls = (0..<count).map { ImageURL("https://example.org/\($0).fake") }
        for url in urls { fixture.loader.answer(url, with: FakeLoader.Answer(fixture.body, gate: gate)) }
        return (fixture, urls)
    }

    private func prefetcher(
        _ fixture: ManagerFixture, configure: (inout ImagePrefetcher.Configuration) -> Void = { _ in }
    ) -> ImagePrefetcher {
        var configuration = ImagePrefetcher.Configuration()
        configuration.callbackTarget = .immediate
        configure(&configuration)
        return ImagePrefetcher(manager: fixture.manager, configuration: configuration)
    }

    @Test("PREF-01 A4-15 6 good, 2 bad, 1 cached, 1 double: the counts add up, and the end comes once")
    func counts() async throws {
        let (fixture, urls) = fixture(7)
        fixture.cache.plant(CacheEntry(data: fixture.body, metadata: CacheMetadata()), for: CacheKey(urls[6].string))
        let list = urls + ["https://example.org/bad1", "https://example.org/bad2", urls[0]]
        let ends = Counter()
        let events = Counter()
        let prefetcher = prefetcher(fixture)
        let batch = prefetcher.prefetch(
            list.map { ImageRequest(url: $0) }, completion: { _ in ends.add() }, onEvent: { _ in events.add() })
        let summary = await batch.summary
        #expect(summary.counts.finished == 6 && summary.counts.skipped == 2 && summary.counts.failed == 2)
        #expect(summary.counts.ended == list.count && summary.counts.total == list.count)
        #expect(summary.counts.byteCount == 6 * fixture.body.count)
        #expect(Set(summary.failures.map(\.url.string)) == ["https://example.org/bad1", "https://example.org/bad2"])
        #expect(ends.value == 1 && events.value == list.count)
    }

    @Test("A4-21 B-79 PREF-01 an empty list ends at once, once")
    func empty() async {
        let (fixture, _) = fixture(0)
        let ends = Counter()
        let batch = prefetcher(fixture).prefetch([], completion: { _ in ends.add() })
        #expect(batch.hasEnded && ends.value == 1)
        #expect(await batch.summary.counts == PrefetchCounts(total: 0))
    }

    @Test(
        "PREF-02 with some cached, all are there afterwards and the cold ones were asked for once",
        arguments: [1, 2, 3])
    func warmOnes(width: Int) async {
        let (fixture, urls) = fixture(20)
        for index in [1, 7, 8, 19] {
            fixture.cache.plant(
                CacheEntry(data: fixture.body, metadata: CacheMetadata()), for: CacheKey(urls[index].string))
        }
        let prefetcher = prefetcher(fixture) { $0.width = width }
        let summary = await prefetcher.prefetch(urls).summary
        #expect(summary.counts.finished == 16 && summary.counts.skipped == 4)
        #expect(fixture.cache.entries.count == 20 && fixture.loader.requests.count == 16)
    }

    @Test("PREF-03 A4-23 PRE-09 cancel: the end comes once, nothing after it, open ones count as failed")
    func cancel() async {
        let gate = TestGate()
        let (fixture, urls) = fixture(5, gate: gate)
        let events = Recorder<PrefetchCounts>()
        let prefetcher = prefetcher(fixture) { $0.width = 2 }
        let batch = prefetcher.prefetch(urls.map { ImageRequest(url: $0) }, onEvent: { events.add($0.counts) })
        await gate.waitForArrivals(2)
        batch.cancel()
        let summary = await batch.summary
        #expect(summary.isCancelled && summary.counts.failed == 5)
        #expect(summary.failures.allSatisfy { $0.error.code == .cancelled })
        #expect(events.all.count == 5)
        let next = await prefetcher.prefetch(urls.map { _ in "https://example.org/none" }).summary
        #expect(next.counts.failed == 5)
        #expect(events.all.count == 5)
    }

    @Test("PREF PR-2191 one address of a batch is cancelled alone")
    func cancelOne() async {
        let gate = TestGate()
        let (fixture, urls) = fixture(3, gate: gate)
        let prefetcher = prefetcher(fixture)
        let batch = prefetcher.prefetch(urls)
        await gate.waitForArrivals(3)
        batch.cancel(urls[1])
        gate.open()
        let summary = await batch.summary
        #expect(summary.counts.finished == 2 && summary.counts.failed == 1)
        #expect(summary.failures.map(\.url) == [urls[1]])
    }

    @Test("A4-19 batches are independent; with cancelsPrevious a new one ends those before it")
    func batches() async {
        let gate = TestGate()
        let (fixture, urls) = fixture(6, gate: gate)
        let independent = prefetcher(fixture)
        let first = independent.prefetch(Array(urls[..<3]))
        let second = independent.prefetch(Array(urls[3...]))
        await gate.waitForArrivals(6)
        second.cancel()
        gate.open()
        #expect(await first.summary.counts.finished == 3)

        let closed = TestGate()
        let (other, list) = self.fixture(2, gate: closed)
        let replacing = prefetcher(other) { $0.cancelsPrevious = true }
        let old = replacing.prefetch([list[0]])
        await closed.waitForArrivals()
        let new = replacing.prefetch([list[1]])
        #expect(await old.summary.isCancelled)
        closed.open()
        #expect(await new.summary.counts.finished == 1)
    }

    @Test("A4-10 cancelling a prefetch never ends another's load of the same picture")
    func othersGoOn() async throws {
        let gate = TestGate()
        let (fixture, urls) = fixture(1, gate: gate)
        let prefetcher = prefetcher(fixture)
        let batch = prefetcher.prefetch(urls)
        await gate.waitForArrivals()
        var request = fixture.request()
        request.url = urls[0]
        let task = fixture.manager.load(request)
        while fixture.loader.priority(of: urls[0]) != .normal { await Task.yield() }
        batch.cancel()
        gate.open()
        #expect(try await task.image.size.width == 40)
        #expect(fixture.loader.requests.count == 1)
    }

    @Test("12.7 a prefetcher that is let go ends its batches")
    func letGo() async {
        let gate = TestGate()
        let (fixture, urls) = fixture(3, gate: gate)
        var prefetcher: ImagePrefetcher? = prefetcher(fixture)
        let batch = prefetcher?.prefetch(urls)
        await gate.waitForArrivals(3)
        prefetcher = nil
        #expect(await batch?.summary.isCancelled == true)
    }

    @Test("A4-16 A4-22 never more than the width under way")
    func width() async {
        let gate = TestGate()
        let (fixture, urls) = fixture(9, gate: gate)
        let prefetcher = prefetcher(fixture) { $0.width = 3 }
        let batch = prefetcher.prefetch(urls)
        for index in 0..<9 {
            await gate.waitForArrivals(min(9, 3 + index))
            #expect(gate.waitingCount <= 3)
            gate.letOneThrough()
        }
        #expect(await batch.summary.counts.finished == 9)
    }

    @Test("12.4 paused: nothing further begins; resumed: the rest is done")
    func pause() async {
        let (fixture, urls) = fixture(4)
        let prefetcher = prefetcher(fixture)
        prefetcher.isPaused = true
        let batch = prefetcher.prefetch(urls)
        #expect(batch.counts.ended == 0 && fixture.loader.requests.isEmpty)
        prefetcher.isPaused = false
        #expect(await batch.summary.counts.finished == 4)
    }

    @Test(
        "B-78 to disk: bytes on disk, nothing decoded, nothing in memory; PREF-06 to memory: edited, and there the second time"
    )
    func destinations() async throws {
        let (fixture, urls) = fixture(5)
        let prefetcher = prefetcher(fixture)
        _ = await prefetcher.prefetch(urls).summary
        #expect(fixture.coder.decodeCount == 0 && fixture.cache.memoryKeys.isEmpty && fixture.cache.entries.count == 5)
        let requests = urls.map { ImageRequest(url: $0, editor: .paint(.white)) }
        #expect(await prefetcher.prefetch(requests, to: .memory).summary.counts.finished == 5)
        #expect(await prefetcher.prefetch(requests, to: .memory).summary.counts.skipped == 5)
        #expect(fixture.loader.requests.count == 5)
        #expect(fixture.manager.memoryImage(for: requests[0])?.bitmap[0, 0] == .white)
    }

    @Test("PRE-08 A4-02 A4-03 the delegate hears of each picture and of the end")
    func delegate() async {
        final class Delegate: ImagePrefetcherDelegate {
            let ended = Recorder<ImageURL>()
            let finished = Counter()
            func prefetcher(_ prefetcher: ImagePrefetcher, didEnd event: PrefetchEvent, in batch: PrefetchBatch) {
                ended.add(event.url)
            }
            func prefetcher(
                _ prefetcher: ImagePrefetcher, didFinish batch: PrefetchBatch, with summary: PrefetchSummary
            ) {
                finished.add()
            }
        }
        let (fixture, urls) = fixture(3)
        let delegate = Delegate()
        let prefetcher = prefetcher(fixture)
        prefetcher.delegate = delegate
        _ = await prefetcher.prefetch(urls).summary
        #expect(Set(delegate.ended.all) == Set(urls) && delegate.finished.value == 1)
    }

    @Test("A4-24 stress: cancel and restart 200 times, every batch's counts are exact")
    func stress() async {
        let (fixture, urls) = fixture(8)
        let prefetcher = prefetcher(fixture)
        for round in 0..<200 {
            let batch = prefetcher.prefetch(urls)
            if round % 2 == 0 { batch.cancel() }
            #expect(await batch.summary.counts.ended == 8)
        }
    }
}
