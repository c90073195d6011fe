import FoundationEssentials
import Glibc
import Testing
import WebImage
import WebImageCore
import WebImageTesting

/// The program that `webimage show --window` starts; what it shows is counted in the display's own memory.
@Suite(.timeLimit(.minutes(2)), .serialized, .enabled(if: TestHost.isAvailable, "Xvfb or the test host is missing"))
struct WindowProgramTests {
    private static let red: UInt32 = 0xFE0102

    /// A PNG of 200 by 100 pixels in one color that no theme has, removed at the end.
    private final class Picture {
        let path: String

        init() throws {
            var template = Array("/tmp/webimage-picture-XXXXXX".utf8CString)
            let file = try #require(mkstemp(&template) >= 0 ? template : nil)
            path = String(decoding: file.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            let bitmap = try Bitmap.drawn(200, 100) { _, _ in 0xFF00_0000 | WindowProgramTests.red }
            let image = DecodedImage(bitmap: bitmap, info: ImageInfo(format: .png, size: bitmap.size))
            let data = try CoderManager.standard.encode(image, context: EncodeContext(format: .png))
            try data.write(to: URL(filePath: path))
        }

        deinit { unlink(path) }
    }

    /// All that a program wrote, and its exit code.
    private func run(_ name: String, _ arguments: [String], onDisplay: Bool = false) async throws -> (String, Int32) {
        let path = try #require(TestHost.program(name))
        return try await WebImageCore.Thread.run {
            let display = onDisplay ? try VirtualDisplay(TestHost.xvfb) : nil
            defer { display?.stop() }
            let environment = display.map(TestHost.environment) ?? TestHost.environmentWithoutDisplays
            let (text, status) = try Subprocess.run(path, arguments, environment: environment)
            return (text, status & 0x7F == 0 ? status >> 8 : -1)
        }
    }

    /// Waits until another program has drawn; gives up after 30 s.
    private static func pixels(of display: VirtualDisplay, until isReached: (Int) -> Bool) -> Int {
        let deadline = ContinuousClock.now + .seconds(30)
        while true {
            let count = display.count(of: red)
            if isReached(count) || ContinuousClock.now > deadline { return count }
            usleep(5000)
        }
    }

    @Test("`webimage show --window` shows every pixel, and closes the window when it is told to end")
    func window() async throws {
        let picture = try Picture()
        let tool = try #require(TestHost.program("webimage"))
        let path = picture.path
        let (shown, status, left) = try await WebImageCore.Thread.run {
            guard let display = try VirtualDisplay(TestHost.xvfb) else { throw CancellationError() }
            defer { display.stop() }
            let process = try ChildProcess(
                tool, ["show", "--no-cache", "--window", path], environment: TestHost.environment(of: display))
            let shown = Self.pixels(of: display) { $0 == 20_000 }
            process.signal(SIGTERM)
            let status = process.waitForEnd()
            return (shown, status, Self.pixels(of: display) { $0 == 0 })
        }
        #expect(shown == 20_000)
        #expect(status == (128 + SIGTERM) << 8, "it ends itself, with the exit code of a program that was told to")
        #expect(left == 0)
        withExtendedLifetime(picture) {}
    }

    @Test("a picture that isn't there, alone, is told, and no window stays")
    func missing() async throws {
        let (text, code) = try await run("webimage-window", ["/nowhere/picture.png"], onDisplay: true)
        #expect(code == 1)
        #expect(text.contains("webimage-window: ") && text.contains("/nowhere/picture.png"), "\(text)")
    }

    @Test("without a display both programs say what is missing")
    func noDisplay() async throws {
        let picture = try Picture()
        for (name, arguments) in [("webimage-window", []), ("webimage", ["show", "--no-cache", "--window"])] {
            let (text, code) = try await run(name, arguments + [picture.path])
            #expect(code == 1, "\(name)")
            #expect(text.contains("DISPLAY"), "\(name): \(text)")
        }
        withExtendedLifetime(picture) {}
    }

    @Test("the window program's words: help, and wrong usage", arguments: ["", "--nope", "--help"])
    func usage(_ word: String) async throws {
        let (text, code) = try await run("webimage-window", word.isEmpty ? [] : [word])
        let isHelp = word == "--help"
        #expect(code == (isHelp ? 0 : 2))
        #expect(text.contains(isHelp ? "Usage: webimage-window" : "See `webimage-window --help`."), "\(text)")
    }
}
