import FoundationEssentials
import Testing
// snippet start
import WebImage
// end
import WebImageTesting

/// Getting started and Loading pictures.
struct LoadSnippets {
    /// Goes over the network: compiled only.
    func start() async throws {
        // snippet start
        let manager = ImageManager(.standard())
        let request = ImageRequest("https://example.org/photo.jpg", editor: .thumbnail(256) + .roundedCorners(12))
        let loaded = try await manager.image(for: request)
        print(loaded.image.size, loaded.source)  // 256×171 network; the next time 256×171 memory

        let webp = EncodeContext(format: .webp, options: EncodeOptions(quality: 0.8))
        let file = try CoderManager.standard.encode(loaded.image, context: webp)
        try file.write(to: URL(filePath: "thumbnail.webp"))
        // end
    }

    @Test("A load by async and await")
    func load() async throws {
        let place = try SnippetPlace()
        defer { place.remove() }
        let manager = place.manager
        // snippet load
        let loaded = try await manager.image(for: ImageRequest("https://example.org/photo.jpg"))
        let bitmap = loaded.image.bitmap
        print(bitmap.width, bitmap.height, loaded.source)
        // end
        #expect(loaded.source == .network)
        #expect(bitmap.width == loaded.image.info.size.width)
    }

    @Test("A load by closures, with progress, priority and cancelling")
    func closures() async throws {
        let place = try SnippetPlace()
        defer { place.remove() }
        let manager = place.manager
        // Held until the load is cancelled.
        let held = FakeLoader.Answer(try SnippetPlace.sample("sunset.jpg"), gate: TestGate())
        place.loader.answer("https://example.org/photo.jpg", with: held)
        // snippet closures
        let task = manager.load(ImageRequest("https://example.org/photo.jpg")) { outcome in
            switch outcome {
            case .success(let loaded): print("loaded from", loaded.source)
            case .failure(let error): print(error.code, error.message)
            }
        } onEvent: { event in
            if case .progress(let progress) = event { print(progress.received, "bytes") }
        }
        task.priority = .high
        task.cancel()
        // end
        guard case .failure(let error) = await task.result else {
            Issue.record("the load went on")
            return
        }
        #expect(error.code == .cancelled)
    }

    @Test("Partial pictures")
    func partial() async throws {
        let place = try SnippetPlace()
        defer { place.remove() }
        let manager = place.manager
        let screen = Screen()
        // snippet partial
        var request = ImageRequest("https://example.org/next.jpg")
        request.options.isProgressive = true
        let task = manager.load(request)
        for await event in task.events {
            if case .partial(let image) = event { screen.show(image) }
        }
        screen.show(try await task.image)
        // end
        let size = try await task.image.size
        #expect(screen.images.last?.size == size)
    }

    @Test("Options of a request")
    func options() async throws {
        // snippet options
        var request = ImageRequest("https://example.org/photo.jpg", priority: .high)
        request.headers["Authorization"] = "Bearer 123"
        request.alternatives = ["https://mirror.example.org/photo.jpg"]
        request.options.transfer.totalTimeout = .seconds(30)
        request.options.transfer.maximumBytes = 20 << 20
        request.options.decode.firstFrameOnly = true
        request.options.deliversData = true
        // end
        let place = try SnippetPlace()
        defer { place.remove() }
        let loaded = try await place.manager.image(for: request)
        let bytes = try SnippetPlace.sample("sunset.jpg")
        #expect(loaded.data == bytes)
        #expect(place.loader.requests.first?.headers["Authorization"] == "Bearer 123")
    }

    @Test("Errors by code")
    func errors() async throws {
        let place = try SnippetPlace()
        defer { place.remove() }
        let manager = place.manager
        let screen = Screen()
        for address in ["https://example.org/gone.jpg", "https://example.org/photo.jpg"] {
            let request = ImageRequest(address)
            // snippet errors
            do {
                screen.show(try await manager.image(for: request).image)
            } catch {
                switch error.code {
                case .cancelled: break
                case .httpStatus where error.status == 404: screen.show("This picture is gone.")
                case .timeout, .cannotConnect, .connectionLost: screen.show("There is no connection.")
                default: screen.show(error.message)
                }
            }
            // end
        }
        #expect(screen.texts == ["This picture is gone."])
        #expect(screen.images.count == 1)
    }

    @Test("Retries, more transfers at once and a proxy are the loader's")
    func transfers() {
        // snippet transfers
        var http = HTTPLoaderConfiguration()
        http.retry = RetryPolicy(maximumAttempts: 3)
        http.maximumConcurrentLoads = 12
        http.headers["User-Agent"] = "MyProgram/1.0"
        let manager = ImageManager(.standard(http: http))
        // end
        #expect(manager.loader.canLoad(LoaderRequest("https://example.org/photo.jpg")))
    }

    @Test("A picture out of bytes, without a manager")
    func bytes() throws {
        let data = try SnippetPlace.sample("sunset.jpg")
        // snippet bytes
        let image = try CoderManager.standard.decode(data, context: DecodeContext())
        let small = try image.edited(by: .thumbnail(256))
        let png = try CoderManager.standard.encode(small, context: EncodeContext(format: .png))
        // end
        #expect(max(small.size.width, small.size.height) == 256)
        #expect(ContentKind(of: png) == .image(.png))
    }
}
