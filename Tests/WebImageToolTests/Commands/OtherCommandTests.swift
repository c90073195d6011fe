import Testing
import WebImageTesting

/// Runs the built command: everything but `get`.
@Suite(.timeLimit(.minutes(5)))
struct OtherCommandTests {
    private struct Info: Decodable {
        var source: String
        var format: String
        var width: Int
        var height: Int
        var storedWidth: Int
        var storedHeight: Int
        var orientation: Int
        var frames: Int
        var loopCount: Int
        var durations: [Double]
        var hasAlpha: Bool
        var bitDepth: Int
        var colorModel: String
        var profile: String?
        var isProgressive: Bool
        var bytes: Int
    }

    private struct Summary: Decodable, Equatable {
        var total: Int
        var finished: Int
        var skipped: Int
        var failed: Int
        var bytes: Int
    }

    private struct Statistics: Decodable {
        var path: String
        var entries: Int
        var bytes: Int
        var inlineEntries: Int
        var fileEntries: Int
    }

    private struct Entry: Decodable {
        var key: String
        var url: String?
        var bytes: Int
        var created: String
        var lastAccess: String
        var etag: String?
    }

    private let folder = TemporaryFolder()
    private let png = Sample.bytes("blossom-palette.png")

    @Test("info tells what files say")
    func info() async throws {
        let names = ["dusk-rotated.jpg", "juggler.gif", "valley-progressive.jpg", "blossom-alpha.png"]
        let answer = await Tool.run(["info"] + names.map(Sample.path) + ["--json"])
        let lines = try answer.lines(Info.self)
        #expect(answer.code == 0 && lines.map(\.source) == names.map(Sample.path))
        #expect(lines[0].orientation != 1)
        #expect(lines[1].frames > 1 && lines[1].durations.count == lines[1].frames)
        #expect(lines[2].isProgressive)
        #expect(lines[3].hasAlpha && lines[3].bytes == Sample.bytes("blossom-alpha.png").count)
        let text = await Tool.run("info", Sample.path("juggler.gif"))
        #expect(text.text.contains("loopCount") && !text.text.contains("\u{1B}"))
        #expect(await Tool.run("info", folder("none.png"), Sample.path("sunset.jpg")).code == 1)
    }

    @Test("prefetch counts what it did and names failures")
    func prefetch() async throws {
        let server = try LoopbackServer()
        for index in 0..<5 { server.serve("/\(index).png", LoopbackResponse(body: png)) }
        let list = "# pictures\n" + (0..<5).map { server.url("/\($0).png") + "\n" }.joined() + server.url("/none.png")
        func run() async throws -> (code: Int32, summary: Summary, text: String) {
            let answer = await Tool.run(
                "prefetch", "-f", "-", "--json", "--cache", folder("cache"), "--jobs", "2", "--progress", "never",
                input: list)
            let last = answer.text.split(separator: "\n").last.map(String.init) ?? ""
            let summary = try Tool.Answer(code: 0, output: Array(last.utf8), errors: "").lines(Summary.self)[0]
            return (answer.code, summary, answer.text)
        }
        let first = try await run()
        #expect(first.code == 1 && first.text.contains("/none.png"))
        #expect(first.summary == Summary(total: 6, finished: 5, skipped: 0, failed: 1, bytes: 5 * png.count))
        #expect(try await run().summary == Summary(total: 6, finished: 0, skipped: 5, failed: 1, bytes: 0))
    }

    @Test("cache: path, stats, list, remove, trim, clear, verify")
    func cache() async throws {
        let server = try LoopbackServer()
        for index in 0..<3 { server.serve("/\(index).png", LoopbackResponse(body: png)) }
        let urls = (0..<3).map { server.url("/\($0).png") }
        let cache = ["--cache", folder("cache")]
        #expect(await Tool.run(["get"] + urls + cache).code == 0)
        #expect(await Tool.run(["cache", "path"] + cache).text == folder("cache") + "\n")
        func entries() async throws -> Int {
            try await Tool.run(["cache", "stats", "--json"] + cache).lines(Statistics.self)[0].entries
        }
        #expect(try await entries() == 3)
        let list = try await Tool.run(["cache", "list", "--json"] + cache).lines(Entry.self)
        #expect(Set(list.map(\.url)) == Set(urls) && list.allSatisfy { $0.bytes == png.count })
        #expect(await Tool.run(["cache", "remove", urls[0]] + cache).code == 0)
        #expect(await Tool.run(["cache", "remove", urls[0]] + cache).code == 1)
        #expect(await Tool.run(["cache", "trim", "--max-age", "3600"] + cache).code == 0)
        #expect(try await entries() == 2)
        #expect(await Tool.run(["cache", "trim", "--max-bytes", "40000"] + cache).code == 0)
        #expect(try await entries() == 1)
        #expect(await Tool.run(["cache", "verify"] + cache).code == 0)
        #expect(await Tool.run(["cache", "clear"] + cache).code == 0)
        #expect(try await entries() == 0)
        #expect(await Tool.run("cache", "list", "--cache", folder("cache")).text.isEmpty)
    }

    @Test("the default cache folder is below XDG_CACHE_HOME")
    func cachePath() async {
        #expect(await Tool.run("cache", "path", environment: ["XDG_CACHE_HOME": "/x/y"]).text == "/x/y/webimage\n")
        let relative = await Tool.run("cache", "path", environment: ["XDG_CACHE_HOME": "x", "HOME": "/home/me"])
        #expect(relative.text == "/home/me/.cache/webimage\n")
    }

    @Test("show in a pipe: one still, no cursor control", arguments: ["juggler.gif", "blossom-alpha.png"])
    func show(name: String) async throws {
        let answer = await Tool.run("show", Sample.path(name), "--size", "20x10", "--no-cache")
        #expect(answer.code == 0 && !answer.output.isEmpty)
        let control = try Regex("\u{1B}\\[[0-9;?]*[A-HJKSTfhlsu]")
        #expect(answer.text.firstMatch(of: control) == nil)
        #expect(answer.text.split(separator: "\n").count <= 10)
        #expect(await Tool.run("show", folder("none.png")).code == 1)
    }

    @Test(
        "show --protocol: what each terminal understands",
        arguments: [("sixel", "\u{1B}P"), ("kitty", "\u{1B}_G"), ("iterm", "\u{1B}]1337;")])
    func protocols(name: String, start: String) async {
        let answer = await Tool.run(
            "show", Sample.path("sunset.jpg"), "--protocol", name, "--size", "10x5", "--no-cache")
        #expect(answer.code == 0 && answer.text.contains(start))
    }

    @Test("help goes to standard output, wrong usage to standard error")
    func usage() async {
        let commands = [
            [], ["get"], ["info"], ["show"], ["prefetch"], ["cache"], ["cache", "trim"], ["completions"], ["manual"],
        ]
        for command in commands {
            let answer = await Tool.run(command + ["--help"])
            #expect(answer.code == 0 && answer.output.count > 200 && answer.errors.isEmpty)
        }
        for wrong in [
            [], ["frobnicate"], ["get"], ["cache"], ["cache", "burn"], ["cache", "trim"], ["cache", "remove"],
            ["cache", "stats", "x"], ["completions", "tcsh"], ["show", "a", "--size", "10"], ["--versio"],
        ] {
            let answer = await Tool.run(wrong)
            #expect(answer.code == 2 && answer.output.isEmpty && !answer.errors.isEmpty, "\(wrong)")
        }
        #expect(await Tool.run("--version").text.hasPrefix("webimage "))
        #expect(await Tool.run("get", "x.png", "--sise", "3").errors.contains("--size"))
    }

    @Test("completions and the manual", arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) async {
        let answer = await Tool.run("completions", shell)
        #expect(answer.code == 0 && answer.text.contains("webimage"))
        #expect(await Tool.run("manual").text.hasPrefix(".TH WEBIMAGE 1"))
    }
}
