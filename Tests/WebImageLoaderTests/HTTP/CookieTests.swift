import Testing
import WebImageCore
import WebImageTesting

@testable import WebImageLoader

@Suite(.timeLimit(.minutes(5)))
struct CookieTests {
    let server: LoopbackServer

    init() throws {
        server = try LoopbackServer()
        server.serve("/a", .redirect(to: "/b", headers: ["Set-Cookie": "s=1; Path=/"]))
        server.handle("/b") { request, connection in
            let status = request.headers["Cookie"] == "s=1" ? 200 : 403
            connection.send(LoopbackResponse(status: status, text: "x"), to: request)
        }
    }

    @Test("HTTP-15 a cookie that a redirect sets is sent where it leads, with cookies on")
    func redirect() async throws {
        let loader = HTTPLoader()
        var options = TransferOptions()
        options.handlesCookies = true
        #expect(try await loader.load(server.url("/a"), options).data.count == 1)
        #expect(try await loader.load(server.url("/b"), options).data.count == 1, "the jar keeps it")
    }

    @Test("HTTP-15 B-28 cookies are off by default: 403")
    func off() async throws {
        let loader = HTTPLoader()
        #expect(await failure { try await loader.load(server.url("/a")) }?.status == 403)
    }

    @Test("HTTP-16 three cookies given by hand go in one line")
    func byHand() async throws {
        server.serve("/c", LoopbackResponse(text: "x"))
        var headers = HTTPHeaders()
        for cookie in ["a=1", "b=2", "c=3"] { headers.append("Cookie", cookie) }
        let request = LoaderRequest(ImageURL(server.url("/c")), headers: headers)
        _ = try await HTTPLoader().load(request, context: LoaderContext())
        let sent = server.requests("/c")[0].headers.fields.filter { $0.name == "Cookie" }.map(\.value)
        #expect(sent == ["a=1; b=2; c=3"])
    }

    @Test func aJarIsSharedReadAndCleared() async throws {
        let jar = try #require(CookieJar())
        var configuration = HTTPLoaderConfiguration()
        configuration.cookieJar = jar
        var options = TransferOptions()
        options.handlesCookies = true
        _ = try await HTTPLoader(configuration).load(server.url("/a"), options)
        #expect(jar.cookies.count == 1)
        #expect(jar.cookies.first?.hasSuffix("s\t1") == true)
        #expect(try await HTTPLoader(configuration).load(server.url("/b"), options).data.count == 1)
        jar.removeAll()
        #expect(jar.cookies.isEmpty)
        jar.insert("127.0.0.1\tFALSE\t/\tFALSE\t0\ts\t1")
        #expect(try await HTTPLoader(configuration).load(server.url("/b"), options).data.count == 1)
    }
}
