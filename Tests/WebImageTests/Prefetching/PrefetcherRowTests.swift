import FoundationEssentials
import Testing
import WebImage
import WebImageTesting

/// Defaults, counts and times of the prefetcher.
@Suite(.timeLimit(.minutes(5)))
struct PrefetcherRowTests {
    private let fixture = ManagerFixture()

    private func urls(_ count: Int, gate: TestGate? = nil) -> [ImageURL] {
        (0..<count).map { index in
            let url = ImageURL("https://example.org/\(index).fake")
            fixture.loader.answer(url, with: .init(fixture.body, gate: gate))
            return url
        }
    }

    private func prefetcher(_ change: (inout ImagePrefetcher.Configuration) -> Void = { _ in }) -> ImagePrefetcher {
        var configuration = ImagePrefetcher.Configuration()
        configuration.callbackTarget = .immediate
        change(&configuration)
        return ImagePrefetcher(manager: fixture.manager, configuration: configuration)
    }

    @Test("A4-01 A4-05 A4-06 A4-07 A4-08 lowest priority, six at once, calls on the main actor: the defaults")
    func defaults() async {
        let configuration = ImagePrefetcher.Configuration()
        #expect(configuration.priority == .preload && configuration.width == 6)
        guard case .mainActor = configuration.callbackTarget else {
            Issue.record("calls go to \(configuration.callbackTarget)")
            return
        }
        let gate = TestGate()
        let urls = urls(1, gate: gate)
        let prefetcher = prefetcher()
        #expect(prefetcher.manager === fixture.manager)
        let batch = prefetcher.prefetch(urls)
        await gate.waitForArrivals()
        #expect(fixture.loader.priority(of: urls[0]) == .preload)
        gate.open()
        #expect(await batch.summary.counts.finished == 1)
    }

    @Test("A4-04 A4-11 A4-12 A4-13 A4-17 progress of each address, then one end with the counts")
    func progress() async {
        let prefetcher = prefetcher { $0.width = 2 }
        let ended = Recorder<Int>()
        let ends = Counter()
        let batch = prefetcher.prefetch(
            urls(10).map { ImageRequest(url: $0) }, completion: { _ in ends.add() },
            onEvent: { ended.add($0.counts.ended) })
        let counts = await batch.summary.counts
        #expect(counts.finished == 10 && counts.total == 10 && counts.skipped == 0 && counts.failed == 0)
        #expect(ended.all.sorted() == Array(1...10) && ends.value == 1)
    }

    @Test("A4-14 progressive pictures do not count")
    func partials() async {
        let url = urls(1)[0]
        var answer = FakeLoader.Answer(fixture.body)
        answer.pieces = [4, 4]
        fixture.loader.answer(url, with: answer)
        var request = ImageRequest(url: url)
        request.options.isProgressive = true
        let events = Counter()
        let prefetcher = prefetcher { $0.destination = .memory }
        let batch = prefetcher.prefetch([request], onEvent: { _ in events.add() })
        #expect(!prefetcher.isPaused)
        #expect(await batch.summary.counts.ended == 1 && events.value == 1)
    }

    @Test("A4-18 of ten, two of them bad: eight finished, two failed")
    func bad() async {
        let list = urls(8) + [ImageURL("https://example.org/x"), ImageURL("https://example.org/y")]
        let prefetcher = prefetcher()
        let summary = await prefetcher.prefetch(list).summary
        #expect(!prefetcher.isPaused)
        #expect(summary.counts.finished == 8 && summary.counts.failed == 2 && summary.failures.count == 2)
    }

    @Test("A4-20 the duration is told, by the manager's clock")
    func duration() async {
        let gate = TestGate()
        let prefetcher = prefetcher()
        let batch = prefetcher.prefetch(urls(1, gate: gate))
        await gate.waitForArrivals()
        fixture.time.advance(by: .seconds(3))
        gate.open()
        #expect(await batch.summary.duration == .seconds(3))
        #expect(!prefetcher.isPaused)
    }

    private final class Delegate: ImagePrefetcherDelegate {}

    @Test("A4-09 the delegate is held weakly")
    func weakDelegate() {
        let prefetcher = prefetcher()
        do {
            let delegate = Delegate()
            prefetcher.delegate = delegate
            #expect(prefetcher.delegate === delegate)
        }
        #expect(prefetcher.delegate == nil)
    }
}
