import Testing
import WebImage
import WebImageCore

@testable import webimage

@Suite(.timeLimit(.minutes(5)))
struct GetSettingsTests {
    private func settings(_ arguments: String...) throws -> GetSettings {
        try GetSettings(try ArgumentParser(definition: GetCommand.definition).parse(arguments))
    }

    @Test("edits keep the order written")
    func edits() throws {
        let first = try settings("a.png", "--flip", "h", "--rotate", "90", "--crop", "0,0,10,10")
        let second = try settings("a.png", "--crop", "0,0,10,10", "--rotate", "90", "--flip", "h")
        #expect(first.editor?.steps.count == 3)
        #expect(first.editor?.key != second.editor?.key)
        #expect(first.editor?.steps.map(\.key) == second.editor?.steps.reversed().map(\.key))
    }

    @Test("a size as the first edit is decoded at that size")
    func size() throws {
        let editor = try #require(try settings("a.png", "--size", "64x32", "--fit", "cover").editor)
        let expected = ThumbnailSize(PixelSize(width: 64, height: 32), fit: .cover, enlargesDrawings: false)
        #expect(editor.steps.first?.thumbnail == expected)
    }

    @Test("the format comes from --format, else from the path")
    func format() throws {
        #expect(try settings("a.png", "-o", "b.webp").format == .webp)
        #expect(try settings("a.png", "-o", "b.JPG").format == .jpeg)
        #expect(try settings("a.png", "-o", "b.webp", "--format", "gif").format == .gif)
        #expect(try settings("a.png", "-o", "b").format == nil)
        #expect(try settings("a.png", "-o", "folder/").format == nil)
        #expect(try settings("a.png", "-o", "-").format == nil)
        #expect(try settings("a.gif", "--all-frames", "-o", "f-%03d.png").format == .png)
    }

    @Test("bytes are copied only where nothing would change them")
    func copying() throws {
        #expect(try settings("a.png", "-o", "b.png").mayCopy)
        #expect(try settings("a.png", "-o", "b.png", "--first-frame").mayCopy)
        #expect(try !settings("a.png").mayCopy)
        #expect(try !settings("a.png", "-o", "b.png", "--quality", "80").mayCopy)
        #expect(try !settings("a.png", "-o", "b.png", "--lossless").mayCopy)
        #expect(try !settings("a.png", "-o", "b.png", "--size", "9").mayCopy)
        #expect(try !settings("a.png", "-o", "%d.png", "--all-frames").mayCopy)
    }

    @Test("options of caches become policies")
    func policies() throws {
        #expect(try settings("a").load.policy == .useCached)
        #expect(try settings("a", "--refresh").load.policy == .refreshCached)
        #expect(try settings("a", "--offline").load.policy == .cacheOnly)
        #expect(try settings("a", "--follow-http").load.policy == .followHTTPCaching)
        #expect(try settings("a", "--no-cache").load.policy == .bypass)
        #expect(try settings("a", "--no-cache").load.cachePath == nil)
        #expect(try settings("a", "--cache", "/x").load.cachePath == "/x")
    }

    @Test("options of transfers reach the request")
    func transfer() throws {
        let load = try settings(
            "http://h/a", "--header", "A: 1", "--header", "B: 2", "--user", "u:p", "--insecure", "--timeout", "1.5",
            "--max-time", "9", "--retries", "3", "--max-bytes", "1000", "--jobs", "2"
        ).load
        let request = load.request(for: "http://h/a")
        #expect(request.headers.fields == [.init("A", "1"), .init("B", "2")])
        #expect(request.options.transfer.credentials == .password(user: "u", password: "p"))
        #expect(request.options.transfer.allowsInsecureTLS)
        #expect(request.options.transfer.connectTimeout == .milliseconds(1500))
        #expect(request.options.transfer.idleTimeout == .milliseconds(1500))
        #expect(request.options.transfer.totalTimeout == .seconds(9))
        #expect(request.options.transfer.maximumBytes == 1000)
        #expect((load.retries, load.jobs) == (3, 2))
    }

    @Test(
        "what makes no sense together is wrong usage",
        arguments: [
            ["a", "--no-cache", "--offline"], ["a", "--refresh", "--follow-http"], ["a", "b", "-o", "c.png"],
            ["a", "b", "-o", "-"], ["a", "--json", "-o", "-"], ["a", "--all-frames", "-o", "c.png"],
            ["a", "--all-frames", "-o", "-"], ["a", "--frame", "1", "--all-frames"], ["a", "--frame", "-1"],
            ["a", "b", "--all-frames", "-o", "%d.png"], ["a", "--quality", "0"], ["a", "--quality", "101"],
            ["a", "--jobs", "0"], ["a", "--format", "xyz"], ["a", "--fit", "round"], ["a", "--flip", "d"],
            ["a", "--progress", "maybe"], ["a", "--max-bytes", "0"], ["a", "--retries", "-1"], ["a", "--shared", "x"],
            ["a", "-o", ""], [],
        ])
    func wrong(arguments: [String]) {
        #expect(throws: UsageError.self) {
            try GetSettings(try ArgumentParser(definition: GetCommand.definition).parse(arguments))
        }
    }

    @Test("equal sources are one piece of work with a file for each")
    func units() throws {
        let units = GetUnit.units(
            of: try settings("http://h/a.png", "http://h/b.png", "http://h/a.png", "-o", "out/"))
        #expect(units.map(\.source) == ["http://h/a.png", "http://h/b.png"])
        #expect(units[0].places.map(\.index) == [0, 2])
        #expect(units[0].places.map(\.path) == ["out/a.png", "out/a-1.png"])
    }
}
