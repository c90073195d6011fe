import FoundationEssentials
import Glibc
import Testing
import WebImageCore
import WebImageTesting

/// Runs the built command; every option of `get` stands in one of these.
@Suite(.timeLimit(.minutes(5)))
struct GetCommandTests {
    private let folder = TemporaryFolder()
    private let png = Sample.bytes("blossom-palette.png")

    private func get(_ arguments: String...) async throws -> (code: Int32, lines: [GetLine]) {
        let answer = await Tool.run(["get"] + arguments + ["--json"])
        return (answer.code, try answer.lines())
    }

    @Test("network, then disk, then offline; the bytes as they came")
    func tiers() async throws {
        let server = try LoopbackServer()
        server.serve("/a.png", LoopbackResponse(headers: ["Content-Type": "image/png"], body: png))
        let arguments = [server.url("/a.png"), "--cache", folder("cache"), "-o", folder("a.png")]
        for (extra, from) in [([], "network"), ([], "disk"), (["--offline"], "disk")] as [([String], String)] {
            let answer = await Tool.run(["get"] + arguments + extra + ["--json"])
            let line = try #require(try answer.lines().first)
            #expect(answer.code == 0)
            #expect(line.from == from)
            #expect(line.output == folder("a.png"))
            #expect(line.bytes == png.count)
            #expect(folder.read("a.png") == png)
        }
        #expect(server.count("/a.png") == 1)
        server.stop()
        let (code, lines) = try await get(server.url("/b.png"), "--offline", "--cache", folder("cache"))
        #expect(code == 1 && lines.first?.error?.code == "notCached")
    }

    @Test("--no-cache neither reads nor writes")
    func noCache() async throws {
        let server = try LoopbackServer()
        server.serve("/a.png", LoopbackResponse(body: png))
        for _ in 0..<2 {
            #expect(try await get(server.url("/a.png"), "--no-cache", "--cache", folder("cache")).code == 0)
        }
        #expect(server.count("/a.png") == 2)
        #expect(folder.names("cache").isEmpty)
    }

    @Test("--refresh: a 304 confirms what is cached")
    func refresh() async throws {
        let server = try LoopbackServer()
        let response = LoopbackResponse(headers: ["Content-Type": "image/png"], body: png)
        server.handle("/a.png") { request, connection in
            connection.send(response.answer(to: request, etag: "\"1\""), to: request)
        }
        let first = try await get(server.url("/a.png"), "--cache", folder("cache")).lines.first
        #expect(first?.revalidated == false)
        let second = try await get(server.url("/a.png"), "--cache", folder("cache"), "--refresh").lines.first
        #expect(second?.revalidated == true && second?.from == "disk")
        #expect(server.count("/a.png") == 2)
        server.stop()
        let third = try await get(server.url("/a.png"), "--cache", folder("cache"), "--refresh")
        #expect(third.code == 0 && third.lines.first?.from == "disk")
    }

    @Test("equal sources are loaded once, reports keep the order")
    func merging() async throws {
        let server = try LoopbackServer()
        let names = (0..<10).map { "/\($0).png" }
        for name in names { server.serve(name, LoopbackResponse(body: png)) }
        let sources = (names + names.reversed() + names).map { server.url($0) }
        let answer = await Tool.run(["get"] + sources + ["--no-cache", "--json", "-o", folder("out") + "/"])
        #expect(try answer.lines().map(\.source) == sources)
        #expect(names.allSatisfy { server.count($0) == 1 })
        #expect(folder.names("out").count == 30)
        #expect(folder.names("out").contains("0-2.png"))
    }

    @Test("a failure has its code, and the others are done")
    func failures() async throws {
        let server = try LoopbackServer()
        server.serve("/a.png", LoopbackResponse(body: png))
        server.serve("/gone.png", LoopbackResponse(status: 404, text: "no"))
        server.serve("/page.png", LoopbackResponse(text: "<html><body>Sign in</body></html>"))
        let sources = [
            server.url("/gone.png"), server.url("/page.png"), "ftp://h/x.png", folder("none.png"), server.url("/a.png"),
        ]
        let answer = await Tool.run(["get"] + sources + ["--no-cache", "--json"])
        let lines = try answer.lines()
        #expect(answer.code == 1)
        #expect(lines.map(\.error?.code) == ["httpStatus", "notAnImage", "unsupportedScheme", "fileNotFound", nil])
        #expect(lines.first?.error?.status == 404)
        #expect(lines.last?.ok == true)
    }

    @Test("limits of a transfer: --max-bytes, --max-time, --timeout")
    func limits() async throws {
        let server = try LoopbackServer()
        server.serve("/a.png", LoopbackResponse(body: png))
        server.handle("/stall.png") { _, connection in connection.waitForClientToLeave() }
        #expect(
            try await get(server.url("/a.png"), "--no-cache", "--max-bytes", "100").lines[0].error?.code == "tooLarge")
        for option in ["--max-time", "--timeout"] {
            let line = try await get(server.url("/stall.png"), "--no-cache", option, "0.3").lines[0]
            #expect(line.error?.code == "timeout")
        }
    }

    @Test("--retries: what may pass by itself is tried again, other failures are not")
    func retries() async throws {
        let server = try LoopbackServer()
        server.serve("/flaky.png", [LoopbackResponse(status: 503, text: "busy"), LoopbackResponse(body: png)])
        server.serve("/gone.png", LoopbackResponse(status: 404, text: "no"))
        #expect(try await get(server.url("/flaky.png"), "--no-cache", "--retries", "2").code == 0)
        #expect(server.count("/flaky.png") == 2)
        #expect(try await get(server.url("/gone.png"), "--no-cache", "--retries", "2").code == 1)
        #expect(server.count("/gone.png") == 1)
    }

    @Test("--header, --user, --jobs and --insecure reach the request")
    func request() async throws {
        let server = try LoopbackServer()
        server.serve("/a.png", LoopbackResponse(body: png))
        let (code, _) = try await get(
            server.url("/a.png"), "--no-cache", "--header", "X-One: 1", "--header", "Accept: image/png", "--jobs", "2",
            "--insecure", "--follow-http")
        #expect(code == 2)
        let answer = try await get(
            server.url("/a.png"), "--no-cache", "--header", "X-One: 1", "--header", "Accept: image/png", "--jobs", "2",
            "--insecure")
        #expect(answer.code == 0)
        let headers = try #require(server.requests("/a.png").first?.headers)
        #expect(headers["X-One"] == "1")
        #expect(headers["Accept"] == "image/png")
    }

    @Test("encoders: --format, --quality, --lossless, the extension", arguments: ["jpeg", "png", "webp", "gif", "bmp"])
    func formats(format: String) async throws {
        let (code, lines) = try await get(
            Sample.path("blossom-palette.png"), "--no-cache", "--format", format, "--quality", "90", "-o", folder("x"))
        #expect(code == 0)
        #expect(lines.first?.format == format)
        #expect(try Sample.image(folder.read("x")).info.format.rawValue == format)
        let other = await Tool.run(
            "get", Sample.path("blossom-palette.png"), "--no-cache", "--lossless", "-o", folder("y." + format))
        #expect(other.code == 0)
        #expect(try Sample.image(folder.read("y." + format)).info.format.rawValue == format)
    }

    @Test("edits are applied in the order written")
    func edits() async throws {
        let (code, lines) = try await get(
            Sample.path("sunset.jpg"), "--no-cache", "--size", "200x100", "--fit", "fill", "--enlarge", "--crop",
            "0,0,100,40",
            "--rotate", "90", "--flip", "h", "--round", "4", "--border", "2,red", "--background", "#fff", "--blur", "1",
            "--tint", "#00f8", "--grayscale", "-o", folder("x.png"))
        #expect(code == 0)
        #expect(lines.first?.width == 40 && lines.first?.height == 100)
        let image = try Sample.image(folder.read("x.png"))
        #expect(image.size == PixelSize(width: 40, height: 100))
        let pixel = image.bitmap[20, 50]
        #expect(pixel.red == pixel.green && pixel.green == pixel.blue)
    }

    #if SVG
        @Test("THUMB-06 --size makes a drawing larger only with --enlarge, as everything else")
        func drawings() async throws {
            let text =
                "<svg xmlns='http://www.w3.org/2000/svg' width='24' height='12'><rect width='24' height='12'/></svg>"
            folder.write([UInt8](text.utf8), to: "a.svg")
            for (extra, width) in [([], 24), (["--enlarge"], 200)] as [([String], Int)] {
                let arguments = ["get", folder("a.svg"), "--no-cache", "--size", "200", "-o", folder("x.png")] + extra
                #expect(await Tool.run(arguments).code == 0)
                let size = try Sample.image(folder.read("x.png")).size
                #expect(size == PixelSize(width: width, height: width / 2))
            }
        }
    #endif

    @Test("short times survive: the player's 100 ms aren't written")
    func shortTimes() async throws {
        // Each graphic control extension gets a delay of one hundredth.
        var bytes = Sample.bytes("juggler.gif")
        for index in bytes.indices.dropLast(6) where Array(bytes[index..<index + 3]) == [0x21, 0xF9, 4] {
            bytes[index + 4] = 1
            bytes[index + 5] = 0
        }
        folder.write(bytes, to: "a.gif")
        for name in ["x.gif", "x.webp", "x.png"] {
            _ = try await get(folder("a.gif"), "--no-cache", "--size", "20", "-o", folder(name))
            let copy = try Sample.image(folder.read(name))
            #expect(copy.info.durations.allSatisfy { $0 == .milliseconds(10) } && copy.info.frameCount > 1)
            #expect(copy.animation?.durations.first == .milliseconds(100))
        }
    }

    @Test("animations: frames, plays and times stay; stills on demand")
    func animations() async throws {
        let source = Sample.path("juggler.gif")
        let original = try Sample.image(Sample.bytes("juggler.gif"))
        let count = try #require(original.animation?.frameCount)
        _ = try await get(source, "--no-cache", "--size", "20", "-o", folder("x.webp"))
        let small = try Sample.image(folder.read("x.webp"))
        #expect(small.animation?.frameCount == count)
        #expect(small.animation?.durations == original.animation?.durations)
        #expect(small.animation?.loopCount == original.animation?.loopCount)
        _ = try await get(source, "--no-cache", "-o", folder("x.jpg"))
        #expect(try Sample.image(folder.read("x.jpg")).isAnimated == false)
        for option in [["--first-frame"], ["--frame", "1"]] {
            let answer = await Tool.run(["get", source, "--no-cache", "-o", folder("f.png")] + option)
            #expect(answer.code == 0)
            #expect(try Sample.image(folder.read("f.png")).isAnimated == false)
        }
        for option in [["--first-frame"], ["--frame", "0"]] {
            let answer = await Tool.run(["get", source, "--no-cache", "-o", folder("one.gif")] + option)
            #expect(answer.code == 0)
            #expect(try Sample.image(folder.read("one.gif")).isAnimated == false)
        }
        let expected = try #require(try original.animation?.frame(at: 1, token: CancellationToken()))
        #expect(try Sample.image(folder.read("f.png")).bitmap.hasSamePixels(as: expected))
        let all = try await get(source, "--no-cache", "--all-frames", "-o", folder("all-%02d.png"))
        #expect(all.lines.first?.frames == count)
        #expect(folder.names().filter { $0.hasPrefix("all-") }.count == count)
        let late = try await get(source, "--no-cache", "--frame", "9999", "-o", folder("late.png"))
        #expect(late.code == 1 && !folder.names().contains("late.png"))
    }

    @Test("outputs are whole or not at all")
    func outputs() async throws {
        folder.write([1, 2, 3], to: "old.png")
        let answer = await Tool.run(
            "get", folder("none.png"), Sample.path("sunset.jpg"), "--no-cache", "-o", folder("new") + "/")
        #expect(answer.code == 1 && folder.names("new") == ["sunset.jpg"])
        #expect(await Tool.run("get", folder("none.png"), "--no-cache", "-o", folder("old.png")).code == 1)
        #expect(folder.read("old.png") == [1, 2, 3])
        #expect(folder.names() == ["new", "old.png"])
        let nowhere = try await get(Sample.path("sunset.jpg"), "--no-cache", "-o", folder("no/such/x.jpg"))
        #expect(nowhere.code == 1 && nowhere.lines.first?.error?.code == "fileNotFound")
    }

    @Test("-o - writes the bytes and nothing else; -f - reads sources")
    func streams() async throws {
        let path = Sample.path("blossom-palette.png")
        let answer = await Tool.run("get", "-f", "-", "--no-cache", "-o", "-", input: "# list\n\n\(path)\n")
        #expect(answer.code == 0 && answer.output == png)
        let list = await Tool.run(["get", "-f", folder("l"), "--no-cache", "--json"])
        #expect(list.code == 2)
    }

    @Test("Ctrl-C ends it and leaves nothing", arguments: [SIGINT, SIGTERM])
    func interruption(number: Int32) async throws {
        let server = try LoopbackServer()
        server.handle("/a.png") { _, connection in connection.waitForClientToLeave() }
        let tool = Tool.start(["get", server.url("/a.png"), "-o", folder("a.png"), "--cache", folder("cache")])
        await server.waitForRequests("/a.png")
        tool.signal(number)
        let answer = await tool.answer
        #expect(answer.code == 128 + number)
        #expect(folder.names().filter { $0 != "cache" }.isEmpty)
        #expect(await Tool.run("cache", "verify", "--cache", folder("cache")).code == 0)
    }

    @Test("--progress: no escape codes unless they are wanted")
    func progress() async {
        let path = Sample.path("sunset.jpg")
        for mode in ["auto", "never"] {
            let answer = await Tool.run("get", path, "--no-cache", "--progress", mode)
            #expect(answer.code == 0 && !answer.errors.contains("\u{1B}") && answer.output.isEmpty)
        }
        #expect(await Tool.run("get", path, "--no-cache", "--progress", "always").code == 0)
    }
}
