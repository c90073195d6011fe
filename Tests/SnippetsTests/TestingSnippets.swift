import FoundationEssentials
import Testing
import WebImage
// snippet imports
import WebImageTesting

// end

/// Testing programs.
struct TestingSnippets {
    // snippet fake loader
    @Test func theSecondLoadComesOutOfMemory() async throws {
        let loader = FakeLoader()
        loader.answer(
            "https://example.org/a", with: FakeLoader.Answer(FakeCoder.file(PixelSize(width: 4, height: 3), .white)))
        let manager = ImageManager(
            ImageManager.Configuration(cache: FakeCache(), loader: loader, coder: FakeCoder()))
        let first = try await manager.image(for: ImageRequest("https://example.org/a"))
        let second = try await manager.image(for: ImageRequest("https://example.org/a"))
        #expect(first.source == .network)
        #expect(second.source == .memory)
        #expect(loader.count(of: "https://example.org/a") == 1)
    }
    // end

    // snippet gate
    @Test func cancellingStopsTheTransfer() async throws {
        let gate = TestGate()
        let loader = FakeLoader()
        loader.answer("https://example.org/a", with: FakeLoader.Answer(Data("fake 4x3 #ff0000ff".utf8), gate: gate))
        let manager = ImageManager(
            ImageManager.Configuration(cache: FakeCache(), loader: loader, coder: FakeCoder()))
        let task = manager.load(ImageRequest("https://example.org/a"))
        await gate.waitForArrivals()  // now it is certain that the transfer is under way
        task.cancel()
        #expect(throws: WebImageError.self) { try task.outcome?.get() }
    }
    // end

    // snippet clock
    @Test func aFailedAddressIsAskedAgainAfterTenMinutes() async throws {
        let time = ManualTimeSource()
        let loader = FakeLoader()  // answers 404 to everything
        var configuration = ImageManager.Configuration(cache: FakeCache(), loader: loader)
        configuration.timeSource = time
        let manager = ImageManager(configuration)
        let request = ImageRequest("https://example.org/gone")
        for wait: Duration in [.zero, .seconds(599), .seconds(2)] {
            time.advance(by: wait)
            _ = await manager.load(request).result
        }
        #expect(loader.requests.count == 2)
    }
    // end

    // snippet server
    @Test func aServerThatAnswersTooLittleIsNoticed() async throws {
        let server = try LoopbackServer()
        server.serve("/short.jpg", LoopbackResponse(text: "abc"))
        server.serve("/lie.jpg", LoopbackResponse(body: [1, 2, 3], framing: .claiming(1000)))
        let manager = ImageManager(.standard(cachePath: nil))
        for (path, code) in [("/short.jpg", WebImageError.Code.notAnImage), ("/lie.jpg", .truncated)] {
            let outcome = await manager.load(ImageRequest(server.url(path))).result
            guard case .failure(let error) = outcome else {
                Issue.record("\(path) gave a picture")
                continue
            }
            #expect(error.code == code)
        }
    }
    // end
}
