import FoundationEssentials
import Testing
import WebImage
import WebImageTesting

/// The main thread and the work in the background never wait for each other.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct ManagerContentionTests {
    private func urls(_ count: Int, in fixture: ManagerFixture) -> [ImageURL] {
        (0..<count).map { index in
            let url = ImageURL("https://example.org/\(index).fake")
            fixture.loader.answer(url, with: .init(fixture.body))
            return url
        }
    }

    @Test("CONC-05 synchronous queries on the main thread while 100 loads complete there")
    func queries() async throws {
        let fixture = ManagerFixture()
        let urls = urls(100, in: fixture)
        var ends = 0
        let tasks = urls.map { url in
            fixture.manager.load(ImageRequest(url: url)) { _ in MainActor.assumeIsolated { ends += 1 } }
        }
        for index in 0..<1000 { _ = fixture.manager.memoryImage(for: ImageRequest(url: urls[index % 100])) }
        for task in tasks { _ = try await task.result.get() }
        #expect(ends == 100)
        #expect(urls.allSatisfy { fixture.manager.memoryImage(for: ImageRequest(url: $0)) != nil })
    }

    @Test("CONC-06 cancels while 50 reads of the disk wait; a completion that cancels and loads; all others end")
    func cancelsDuringReads() async throws {
        let gate = TestGate()
        let cache = FakeCache(readGate: gate)
        let fixture = ManagerFixture { $0.cache = cache }
        let urls = urls(50, in: fixture)
        let manager = fixture.manager
        let nested = Recorder<LoadTask>()
        let tasks = urls.map { url in
            var request = ImageRequest(url: url)
            request.options.callbackTarget = .immediate
            return manager.load(request) { [request] outcome in
                guard outcome.failureCode == .cancelled else { return }
                let again = manager.load(request)
                manager.load(request).cancel()
                nested.add(again)
            }
        }
        await gate.waitForArrivals()
        for task in tasks.prefix(10) { task.cancel() }
        await Task.detached { for task in tasks[10..<20] { task.cancel() } }.value
        gate.open()
        for (index, task) in tasks.enumerated() {
            #expect(await task.result.failureCode == (index < 20 ? .cancelled : nil))
        }
        #expect(nested.all.count == 20)
        for task in nested.all { #expect(await task.result.failureCode == nil) }
        #expect(try await manager.image(for: fixture.request()).image.size.width == 40)
    }

    @Test("CONC-09 with all decoders busy, the main thread cancels and asks again without a wait")
    func busyDecoders() async throws {
        let start = Semaphore()
        let fixture = ManagerFixture(coder: FakeCoder(start: start)) { $0.decodeWidth = 2 }
        let urls = urls(60, in: fixture)
        var requests = urls.map { ImageRequest(url: $0, priority: .preload) }
        for index in requests.indices { requests[index].options.callbackTarget = .immediate }
        let busy = requests[..<10].map { fixture.manager.load($0) }
        while fixture.loader.requests.count < 10 { await Task.yield() }
        // Nothing can be decoded now: were there a lock shared with the decoders, this would never get on.
        var again: [LoadTask] = []
        for request in requests[10...] {
            fixture.manager.load(request).cancel()
            again.append(fixture.manager.load(request))
        }
        #expect(again.allSatisfy { $0.outcome == nil })
        for _ in 0..<200 { start.signal() }
        for task in busy + again { #expect(await task.result.failureCode == nil) }
    }
}
