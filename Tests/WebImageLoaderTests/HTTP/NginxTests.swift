import FoundationEssentials
import Testing
import WebImageCore
import WebImageTesting

@testable import WebImageLoader

@Suite(.timeLimit(.minutes(5)), .enabled(if: NginxServer.isInstalled, "nginx and openssl are needed"))
struct NginxTests {
    static let picture = pattern(300_000)
    static let drawing = Array(String(repeating: "<svg xmlns='http://www.w3.org/2000/svg'/>\n", count: 5000).utf8)
    let nginx: NginxServer
    let loader = HTTPLoader()

    init() throws {
        nginx = try NginxServer(files: ["a.png": Self.picture, "b.svg": Self.drawing, "ä b.png": [1, 2, 3]])
    }

    private func trusting() -> TransferOptions {
        var options = TransferOptions()
        options.certificateAuthorityFile = nginx.certificateFile
        return options
    }

    @Test("keep-alive: many loads, few connections")
    func keepAlive() async throws {
        let url = nginx.url("/a.png")
        var reused = 0
        for _ in 0..<20 {
            let answer = try await loader.load(url)
            #expect(Array(answer.data) == Self.picture)
            if answer.metrics.reusedConnection { reused += 1 }
        }
        #expect(reused == 19)
        #expect(try await loader.load(nginx.url("/old/a.png")).data.count == Self.picture.count)
    }

    @Test("HTTP-22 names of files as people write them")
    func names() async throws {
        #expect(try await loader.load(nginx.url("/ä b.png")).data.count == 3)
        #expect(await failure { try await loader.load(nginx.url("/none.png")) }?.status == 404)
    }

    @Test("HTTP-01 nginx confirms by its ETag and by its date")
    func notModified() async throws {
        let first = try await loader.load(nginx.url("/a.png"))
        let metadata = CacheMetadata(answer: first, request: LoaderRequest(ImageURL(nginx.url("/a.png"))), date: Date())
        #expect(metadata.etag != nil && metadata.lastModified != nil)
        var request = LoaderRequest(ImageURL(nginx.url("/a.png")))
        #expect(try await loader.load(metadata.validating(request), context: LoaderContext()).isNotModified)
        request.lastModified = metadata.lastModified
        #expect(try await loader.load(request, context: LoaderContext()).isNotModified)
        request.etag = "\"other\""
        #expect(try await loader.load(request, context: LoaderContext()).data.count == Self.picture.count)
    }

    @Test("HTTP-12 gzip: unpacked once, progress with an unknown total until the end")
    func gzip() async throws {
        let recorder = Recorder()
        let answer = try await loader.load(nginx.url("/b.svg"), context: recorder.context())
        #expect(Array(answer.data) == Self.drawing)
        #expect(answer.headers["Content-Encoding"] == "gzip")
        #expect(answer.metrics.receivedBytes < Self.drawing.count / 10)
        #expect(recorder.progress.dropLast().allSatisfy { $0.total == nil })
        #expect(recorder.progress.last == LoadProgress(received: Self.drawing.count, total: Self.drawing.count))
        var options = TransferOptions()
        options.maximumBytes = Self.drawing.count - 1
        #expect(await failure { try await loader.load(nginx.url("/b.svg"), options) }?.code == .tooLarge)
    }

    @Test("E-16 a cancelled transfer goes on by nginx's ranges")
    func resumes() async throws {
        let url = nginx.url("/slow/a.png")
        let some = LoopbackGate()
        let context = LoaderContext(onProgress: { if $0.received > 0 { some.open() } })
        // So slow that it can't end before it is cancelled; the second request names no rate.
        let slow = LoaderRequest(ImageURL(url), headers: ["X-Rate": "5k"])
        let task = Task { try await loader.load(slow, context: context) }
        await some.opened()
        task.cancel()
        _ = await failure { try await task.value }
        // The call ends at once; the end of the transfer, on the engine's thread, puts the bytes away.
        while loader.configuration.resumeStore?.memoryBytes == 0 { await Task.yield() }
        let answer = try await loader.load(url)
        #expect(Array(answer.data) == Self.picture)
        #expect(answer.metrics.resumedBytes > 0)
        #expect(answer.metrics.resumedBytes + answer.metrics.receivedBytes == Self.picture.count)
        #expect(nginx.log.contains { $0.contains(" 206 ") })
    }

    @Test("DL:test08 Basic auth, by options and in the address")
    func basicAuth() async throws {
        var options = TransferOptions()
        #expect(await failure { try await loader.load(nginx.url("/private/a.png")) }?.status == 401)
        options.credentials = .password(user: "user", password: "wrong")
        #expect(await failure { try await loader.load(nginx.url("/private/a.png"), options) }?.status == 401)
        options.credentials = .password(user: "user", password: "secret")
        #expect(try await loader.load(nginx.url("/private/a.png"), options).data.count == Self.picture.count)
        let url = "http://user:secret@127.0.0.1:\(nginx.port)/private/a.png"
        #expect(try await loader.load(url).data.count == Self.picture.count)
    }

    @Test("TLS: a certificate that nobody knows is refused; an authority, a trusted host and an option let it pass")
    func trust() async throws {
        let url = nginx.secureURL("/a.png")
        #expect(await failure { try await loader.load(url) }?.code == .tls)
        let answer = try await loader.load(url, trusting())
        #expect(Array(answer.data) == Self.picture)
        #expect(answer.metrics.httpVersion == "2")
        #expect(answer.metrics.secureConnect > .zero)
        var insecure = TransferOptions()
        insecure.allowsInsecureTLS = true
        #expect(try await loader.load(url, insecure).data.count == Self.picture.count)
        #expect(await failure { try await loader.load(url) }?.code == .tls, "trust isn't kept for others")
        var configuration = HTTPLoaderConfiguration()
        configuration.trustedHosts = ["127.0.0.1"]
        #expect(try await HTTPLoader(configuration).load(url).data.count == Self.picture.count)
        configuration.trustedHosts = ["other.example"]
        #expect(await failure { try await HTTPLoader(configuration).load(url) }?.code == .tls)
    }

    @Test("HTTP/2: many loads at once on one connection")
    func multiplexed() async throws {
        let url = nginx.secureURL("/a.png")
        let options = trusting()
        let fresh = try await withThrowingTaskGroup { group in
            for index in 0..<30 {
                group.addTask {
                    let answer = try await loader.load("\(url)?\(index)", options)
                    #expect(Array(answer.data) == Self.picture)
                    return answer.metrics.reusedConnection ? 0 : 1
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(fresh == 1)
    }

    @Test("a client certificate")
    func clientCertificate() async throws {
        var options = trusting()
        #expect(await failure { try await loader.load(nginx.secureURL("/client/a.png"), options) }?.status == 403)
        options.clientCertificateFile = nginx.clientCertificateFile
        options.clientKeyFile = nginx.clientKeyFile
        #expect(try await loader.load(nginx.secureURL("/client/a.png"), options).data.count == Self.picture.count)
    }

    @Test("https leads to http only where that is allowed")
    func downgrade() async throws {
        let url = nginx.secureURL("/down/")
        #expect(await failure { try await loader.load(url, trusting()) }?.code == .tls)
        var configuration = HTTPLoaderConfiguration()
        configuration.allowsInsecureRedirects = true
        #expect(try await HTTPLoader(configuration).load(url, trusting()).data.count == Self.picture.count)
    }

    @Test("plain HTTP to a TLS port, and TLS to a plain one")
    func wrongScheme() async throws {
        #expect(await failure { try await loader.load("http://127.0.0.1:\(nginx.securePort)/a.png") }?.status == 400)
        #expect(await failure { try await loader.load("https://127.0.0.1:\(nginx.port)/a.png") }?.code == .tls)
    }

    @Test("a reader of pieces over HTTP/2")
    func stream() async throws {
        var request = LoaderRequest(ImageURL(nginx.secureURL("/a.png")))
        request.options = trusting()
        var seen: [UInt8] = []
        for try await piece in try await loader.bytes(for: request) { seen += piece }
        #expect(seen == Self.picture)
    }
}
