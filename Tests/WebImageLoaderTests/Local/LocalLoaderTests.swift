import FoundationEssentials
import Glibc
import Testing
import WebImageCore
import WebImageTesting

@testable import WebImageLoader

@Suite(.timeLimit(.minutes(5)))
struct LocalLoaderTests {
    let loader = LoaderManager([DataURLLoader(), FileLoader()])

    @Test(
        "HTTP-24 good data URLs",
        arguments: [
            ("data:image/png;base64,aGFsbG8=", "hallo", "image/png"),
            ("DATA:image/png;base64,aGFs\n bG8", "hallo", "image/png"),
            ("data:image/svg+xml,%3Csvg/%3E", "<svg/>", "image/svg+xml"),
            ("data:,a%20b+c", "a b+c", "text/plain"),
            ("data:image/svg+xml;charset=utf-8;BASE64,aGk_", "hi?", "image/svg+xml"),
            ("data:image/png;base64,aGFsbG8%3D", "hallo", "image/png"),
        ])
    func dataURLs(url: String, text: String, type: String) async throws {
        let answer = try await loader.load(url)
        #expect(String(decoding: answer.data, as: UTF8.self) == text)
        #expect(answer.headers["Content-Type"] == type)
        #expect(answer.origin == .data)
    }

    @Test("HTTP-24 a data URL of 3 MB")
    func largeDataURL() async throws {
        let bytes = pattern(3_000_000)
        let answer = try await loader.load("data:image/png;base64," + Data(bytes).base64EncodedString())
        #expect(Array(answer.data) == bytes)
    }

    @Test(
        "HTTP-24 broken data URLs",
        arguments: [
            "data:image/png;base64", "data:", "data:image/png;base64,a", "data:image/png;base64,a$==",
            "data:;base64,ab=c",
        ])
    func brokenDataURLs(url: String) async {
        #expect(await failure { try await loader.load(url) }?.code == .invalidURL)
    }

    @Test func anEmptyDataURL() async {
        #expect(await failure { try await loader.load("data:,") }?.code == .notAnImage)
    }

    @Test("DL-40 files by URL and by path")
    func files() async throws {
        let folder = TemporaryFolder()
        let bytes = pattern(2_500_000)
        let path = folder.write(bytes, to: "a ü#?.png")
        let recorder = Recorder()
        let answer = try await loader.load(path, context: recorder.context())
        #expect(Array(answer.data) == bytes)
        #expect(answer.origin == .file)
        #expect(Array(recorder.pieces.joined()) == bytes)
        #expect(recorder.progress.last == LoadProgress(received: 2_500_000, total: 2_500_000))
        let request = LoaderRequest(ImageURL(filePath: path))
        #expect(try await loader.load(request, context: LoaderContext()).data.count == bytes.count)
    }

    @Test func filesThatAreNotThere() async throws {
        let folder = TemporaryFolder()
        #expect(await failure { try await loader.load(folder.path + "/none.png") }?.code == .fileNotFound)
        #expect(await failure { try await loader.load(folder.path) }?.code == .fileNotFound)
        #expect(await failure { try await loader.load("file://elsewhere/a.png") }?.code == .fileNotFound)
    }

    @Test(.enabled(if: getuid() != 0, "root may read everything"))
    func filesThatMayNotBeRead() async throws {
        let folder = TemporaryFolder()
        let path = folder.write([1], to: "a")
        chmod(path, 0)
        #expect(await failure { try await loader.load(path) }?.code == .permissionDenied)
    }

    @Test func limitsOfFiles() async throws {
        let folder = TemporaryFolder()
        let path = folder.write(pattern(1000), to: "a")
        var options = TransferOptions()
        options.maximumBytes = 999
        #expect(await failure { try await loader.load(path, options) }?.code == .tooLarge)
        #expect(await failure { try await loader.load("/dev/zero", options) }?.code == .tooLarge)
        #expect(await failure { try await loader.load("/dev/null", options) }?.code == .notAnImage)
        options.maximumBytes = 1000
        #expect(try await loader.load(path, options).data.count == 1000)
    }

    @Test("LDR-02 no loader takes it, and an empty address")
    func refused() async {
        #expect(await failure { try await loader.load("") }?.code == .invalidURL)
        #expect(await failure { try await loader.load("gopher://h/a") }?.code == .unsupportedScheme)
        #expect(await failure { try await loader.load("http://h/a") }?.code == .unsupportedScheme)
    }

    @Test("LDR-02 the loader that was added last is asked first")
    func order() async throws {
        struct Fixed: ImageLoader {
            let text: String
            func canLoad(_ request: LoaderRequest) -> Bool { request.url.scheme == "data" }
            func load(_ request: LoaderRequest, context: LoaderContext) async throws -> LoadedData {
                LoadedData(data: Data(text.utf8), origin: .custom)
            }
        }
        let manager = LoaderManager.standard()
        manager.add(Fixed(text: "1"))
        manager.add(Fixed(text: "2"))
        #expect(String(decoding: try await manager.load("data:,x").data, as: UTF8.self) == "2")
        manager.loaders.removeLast()
        #expect(String(decoding: try await manager.load("data:,x").data, as: UTF8.self) == "1")
        #expect(manager.canLoad(LoaderRequest(ImageURL("https://h/a"))))
    }
}
