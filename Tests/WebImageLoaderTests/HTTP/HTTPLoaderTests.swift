import FoundationEssentials
import Testing
import WebImageCore
import WebImageTesting

@testable import WebImageLoader

@Suite(.timeLimit(.minutes(5)))
struct HTTPLoaderTests {
    let server: LoopbackServer
    let loader = HTTPLoader()

    init() throws { server = try LoopbackServer() }

    @Test func aBodyArrivesWhole() async throws {
        let body = pattern(300_000)
        server.serve("/a.png", LoopbackResponse(headers: ["Content-Type": "image/png"], body: body))
        let answer = try await loader.load(server.url("/a.png"))
        #expect(Array(answer.data) == body)
        #expect(answer.origin == .network)
        #expect(answer.status == 200)
        #expect(answer.headers["content-type"] == "image/png")
        #expect(answer.metrics.httpVersion == "1.1")
        #expect(answer.metrics.receivedBytes == 300_000)
        #expect(answer.metrics.total > .zero)
    }

    @Test("DL-11 B-28 the default header fields are sent, and a request's own replace them")
    func headers() async throws {
        server.serve("/a", LoopbackResponse(text: "x"))
        _ = try await loader.load(server.url("/a"))
        _ = try await loader.load(
            LoaderRequest(ImageURL(server.url("/a")), headers: ["accept": "image/webp", "X-Mine": "1"]),
            context: LoaderContext())
        let requests = server.requests("/a")
        #expect(requests[0].headers["Accept"] == "image/*,*/*;q=0.8")
        #expect(requests[0].headers["User-Agent"] == "swift-web-image")
        #expect(requests[0].headers["Accept-Encoding"]?.contains("gzip") == true)
        #expect(requests[1].headers["Accept"] == "image/webp")
        #expect(requests[1].headers["X-Mine"] == "1")
    }

    @Test func connectionsAreKept() async throws {
        server.serve("/a", LoopbackResponse(text: "x"))
        _ = try await loader.load(server.url("/a"))
        let second = try await loader.load(server.url("/a"))
        #expect(second.metrics.reusedConnection)
        #expect(server.connectionCount == 1)
    }

    @Test(
        "DL:test10 a status that is no success is an error with that status", arguments: [400, 403, 404, 410, 500, 503])
    func statuses(status: Int) async throws {
        server.serve("/a", LoopbackResponse(status: status, text: "no"))
        let error = await failure { try await loader.load(server.url("/a")) }
        #expect(error?.code == .httpStatus)
        #expect(error?.status == status)
        #expect(error?.url?.string == server.url("/a"))
    }

    @Test func retryAfterIsTold() async throws {
        server.serve("/a", LoopbackResponse(status: 503, headers: ["Retry-After": "7"], text: "no"))
        let error = await failure { try await loader.load(server.url("/a")) }
        #expect(error?.retryAfter == .seconds(7))
    }

    @Test("B-39 DL-46 an empty body is an error", arguments: [200, 204, 205])
    func emptyBody(status: Int) async throws {
        server.serve("/a", LoopbackResponse(status: status))
        let error = await failure { try await loader.load(server.url("/a")) }
        #expect(error?.code == .notAnImage)
    }

    @Test("HTTP-01 the answer 304 to validators is no failure")
    func notModified() async throws {
        let picture = LoopbackResponse(body: pattern(100))
        server.handle("/a") { request, connection in
            connection.send(picture.answer(to: request, etag: "\"v1\""), to: request)
        }
        let first = try await loader.load(server.url("/a"))
        var request = LoaderRequest(ImageURL(server.url("/a")))
        request.etag = first.headers["ETag"]
        let second = try await loader.load(request, context: LoaderContext())
        #expect(second.isNotModified)
        #expect(second.data.isEmpty)
        #expect(second.status == 304)
        #expect(server.requests("/a").map { $0.headers["If-None-Match"] } == [nil, "\"v1\""])
    }

    @Test("B-36 the answer 304 without validators is an error")
    func unaskedNotModified() async throws {
        server.serve("/a", LoopbackResponse(status: 304))
        let error = await failure { try await loader.load(server.url("/a")) }
        #expect(error?.code == .httpStatus)
        #expect(error?.status == 304)
    }

    @Test func nobodyListensOnThePort() async throws {
        let port = server.port
        server.stop()
        let error = await failure { try await loader.load("http://127.0.0.1:\(port)/a") }
        #expect(error?.code == .cannotConnect)
    }

    @Test func theHostDoesNotExist() async throws {
        let error = await failure { try await loader.load("http://no-such-host.invalid/a") }
        #expect(error?.code == .cannotConnect)
    }

    @Test("DL-10 media types that are not accepted are refused by the head")
    func mediaTypes() async throws {
        server.serve("/html", LoopbackResponse(headers: ["Content-Type": "text/html; charset=utf-8"], text: "<html>"))
        server.serve("/png", LoopbackResponse(headers: ["Content-Type": "IMAGE/PNG"], text: "x"))
        var options = TransferOptions()
        options.acceptableMediaTypes = ["image/*"]
        let error = await failure { try await loader.load(server.url("/html"), options) }
        #expect(error?.code == .notAnImage)
        #expect(try await loader.load(server.url("/png"), options).data.count == 1)
    }

    @Test("HTTP-11 the media type alone refuses nothing by default")
    func wrongMediaTypes() async throws {
        for type in ["image/jpg", "image/pjpeg", "binary/octet-stream", "text/plain", nil] {
            var response = LoopbackResponse(text: "x")
            response.headers["Content-Type"] = type
            server.serve("/a", response)
            #expect(try await loader.load(server.url("/a")).data.count == 1)
        }
    }
}
