import FoundationEssentials
import Glibc
import Testing
import WebImageCore
import WebImageTesting

/// What the command may take is bounded by the system.
@Suite(
    .timeLimit(.minutes(5)), .enabled(if: Sanitizer.isOff, "a sanitizer's own memory is far over the bound"))
struct MemoryBoundTests {
    /// Less than one decoded picture of 8000 × 6250 pixels (200 MB), in KiB as `ulimit` takes it.
    private static let limit = 160_000

    private let folder = TemporaryFolder()

    /// Runs `get` over eight pictures of 50 megapixels with no more than ``limit`` of data.
    private func get(_ edit: String) async throws -> (status: Int32, text: String) {
        let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let fixture = "/\(root)/Tests/Fixtures/Large/halves.png"
        let picture = [UInt8](try #require(FileManager.default.contents(atPath: fixture)))
        for index in 0..<8 { folder.write(picture, to: "\(index).png") }
        let command = """
            ulimit -d \(Self.limit) && cd \(folder.path) \
            && \(Tool.path) get [0-7].png \(edit) --no-cache -o out/
            """
        let process = try ChildProcess(
            "/bin/sh", ["-c", command], files: [1: .writing(folder("text")), 2: .writing(folder("errors"))])
        return (await process.end(), String(decoding: folder.read("errors"), as: UTF8.self))
    }

    @Test("A3-08 eight pictures of 50 megapixels made small, in less memory than one of them takes")
    func small() async throws {
        let (status, text) = try await get("--size 400")
        #expect(status == 0, "\(text)")
        #expect(folder.names("out").count == 8)
        let image = try Sample.image(folder.read("out/7.png"))
        #expect(image.size == PixelSize(width: 400, height: 313))
        #expect(image.bitmap[10, 150] == .black && image.bitmap[390, 150] == .white)
    }

    @Test("A3-08 without a size the same pictures don't fit, which is an error and no crash")
    func whole() async throws {
        let (status, text) = try await get("--flip h")
        #expect(status == 1 << 8)
        #expect(text.split(separator: "\n").count { $0.contains("[tooManyPixels]") } == 8, "\(text)")
    }
}
