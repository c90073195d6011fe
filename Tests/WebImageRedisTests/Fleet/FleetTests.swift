#if Redis
    import FoundationEssentials
    import Glibc
    import Testing
    import WebImage
    import WebImageCache
    import WebImageCoders
    import WebImageCore
    import WebImageEditing
    import WebImageTesting

    @testable import WebImageRedis

    /// Whole managers, each with a disk of its own as if on a machine of its own, over a real origin.
    @Suite(.timeLimit(.minutes(5)), .enabled(if: RedisTestServer.isInstalled, "redis-server is not installed"))
    struct FleetTests {
        private func png(_ number: Int) throws -> [UInt8] {
            let color = PixelColor(red: UInt8(number & 255), green: UInt8(number >> 8), blue: 77)
            let size = PixelSize(width: 12, height: 8)
            let image = DecodedImage(
                bitmap: try Bitmap(size, color: color), info: ImageInfo(format: .png, size: size))
            return Array(try CoderManager.standard.encode(image, context: EncodeContext(format: .png)))
        }

        private func manager(_ server: RedisTestServer, _ folder: TemporaryFolder, _ name: String) -> ImageManager {
            ImageManager(
                .shared(
                    .forTests(server.endpoint),
                    behind: StandardImageCache(memory: nil, disk: DiskCache(path: folder.path + "/" + name))))
        }

        private func request(_ url: String, editor: ImageEditor? = nil) -> ImageRequest {
            var request = ImageRequest(url: ImageURL(url), editor: editor)
            request.options.waitsForStore = true
            return request
        }

        @Test("four machines over the same 300 pictures make 300 requests, and all have all")
        func threeHundred() async throws {
            let (server, origin, folder) = (try RedisTestServer(), try LoopbackServer(), TemporaryFolder())
            for number in 0..<300 {
                origin.serve(
                    "/\(number).png", LoopbackResponse(headers: ["Content-Type": "image/png"], body: try png(number)))
            }
            let managers = (0..<4).map { manager(server, folder, "\($0)") }
            let sources = try await withThrowingTaskGroup(of: [LoadedImage.Source].self) { group in
                for (machine, manager) in managers.enumerated() {
                    group.addTask {
                        var tasks: [LoadTask] = []
                        // Each machine has an order of its own.
                        for step in 0..<300 {
                            let number = step * [7, 11, 13, 17][machine] % 300
                            tasks.append(manager.load(request(origin.url("/\(number).png"))))
                        }
                        var sources: [LoadedImage.Source] = []
                        for task in tasks { sources.append(try await task.result.get().source) }
                        return sources
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(origin.requests.count == 300)
            #expect(Set(origin.requests.map(\.path)).count == 300)
            #expect(sources.count { $0 == .network } == 300 && sources.count { $0 == .shared } == 900)
        }

        @Test("what comes from the shared cache is kept on the machine's own disk")
        func disk() async throws {
            let (server, origin, folder) = (try RedisTestServer(), try LoopbackServer(), TemporaryFolder())
            origin.serve("/a.png", LoopbackResponse(headers: ["ETag": "\"e\""], body: try png(1)))
            let url = origin.url("/a.png")
            #expect(try await manager(server, folder, "a").load(request(url)).result.get().source == .network)
            let other = manager(server, folder, "b")
            #expect(try await other.load(request(url)).result.get().source == .shared)
            #expect(try await other.load(request(url)).result.get().source == .disk)
            server.kill()
            #expect(try await manager(server, folder, "b").load(request(url)).result.get().source == .disk)
            #expect(origin.requests.count == 1)
        }

        @Test("an original out of the shared cache is revalidated with its own validators")
        func revalidation() async throws {
            let (server, origin, folder) = (try RedisTestServer(), try LoopbackServer(), TemporaryFolder())
            let response = LoopbackResponse(body: try png(2))
            origin.handle("/a.png") { request, connection in
                connection.send(response.answer(to: request, etag: "\"v1\""), to: request)
            }
            _ = try await manager(server, folder, "a").load(request(origin.url("/a.png"))).result.get()
            var refresh = request(origin.url("/a.png"))
            refresh.options.cachePolicy = .refreshCached
            let loaded = try await manager(server, folder, "b").load(refresh).result.get()
            #expect(loaded.source == .shared && loaded.isRevalidated)
            #expect(origin.requests.last?.headers["If-None-Match"] == "\"v1\"")
        }

        @Test("an edited picture is shared in encoded form, and edited once")
        func edited() async throws {
            let (server, origin, folder) = (try RedisTestServer(), try LoopbackServer(), TemporaryFolder())
            origin.serve("/a.png", LoopbackResponse(body: try png(3)))
            var wanted = request(origin.url("/a.png"), editor: .thumbnail(6))
            wanted.options.storeTiers = [.shared]
            wanted.options.storeFormat = .png
            let (first, second) = (manager(server, folder, "a"), manager(server, folder, "b"))
            let made = try await first.load(wanted).result.get()
            let found = try await second.load(wanted).result.get()
            #expect(found.source == .shared && found.image.size == made.image.size)
            #expect(found.image.bitmap.hasSamePixels(as: made.image.bitmap))
            #expect(found.image.editKey == made.image.editKey)
            #expect(origin.requests.count == 1)
        }

        @Test("a reload asks the origin, and gives the fleet what it got")
        func reload() async throws {
            let (server, origin, folder) = (try RedisTestServer(), try LoopbackServer(), TemporaryFolder())
            origin.serve("/a.png", [LoopbackResponse(body: try png(4)), LoopbackResponse(body: try png(5))])
            let url = origin.url("/a.png")
            _ = try await manager(server, folder, "a").load(request(url)).result.get()
            var again = request(url)
            again.options.cachePolicy = .reload
            let new = try await manager(server, folder, "a").load(again).result.get()
            #expect(new.source == .network)
            let other = try await manager(server, folder, "b").load(request(url)).result.get()
            #expect(other.source == .shared && other.image.bitmap.hasSamePixels(as: new.image.bitmap))
            #expect(origin.requests.count == 2)
        }

        @Test("a server that is down fails no load")
        func down() async throws {
            let (server, origin, folder) = (try RedisTestServer(), try LoopbackServer(), TemporaryFolder())
            server.kill()
            origin.serve("/a.png", LoopbackResponse(body: try png(6)))
            #expect(
                try await manager(server, folder, "a").load(request(origin.url("/a.png"))).result.get().source
                    == .network)
        }
    }
#endif
