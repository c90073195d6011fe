import FoundationEssentials
import Testing
import WebImageCore
import WebImageTesting

@testable import WebImageLoader

@Suite(.timeLimit(.minutes(5)))
struct RedirectTests {
    let server: LoopbackServer
    let loader = HTTPLoader()

    init() throws { server = try LoopbackServer() }

    @Test("HTTP-17 a relative Location keeps the port", arguments: ["/b.png", "//127.0.0.1:PORT/b.png", "../b.png"])
    func relative(location: String) async throws {
        server.serve("/b.png", LoopbackResponse(text: "x"))
        server.serve("/x/a", .redirect(to: location.replacing("PORT", with: "\(server.port)")))
        let answer = try await loader.load(server.url("/x/a"))
        #expect(answer.data.count == 1)
        #expect(answer.finalURL?.string == server.url("/b.png"))
        #expect(answer.metrics.redirects == 1)
    }

    @Test("HTTP-19 a loop and a chain that is too long end with an error")
    func loops() async throws {
        server.serve("/a", .redirect(to: "/b"))
        server.serve("/b", .redirect(to: "/a"))
        let error = await failure { try await loader.load(server.url("/a")) }
        #expect(error?.code == .tooManyRedirects)
        #expect(server.requests.count == 11)
        for index in 0..<25 { server.serve("/c\(index)", .redirect(to: "/c\(index + 1)")) }
        let chain = await failure { try await loader.load(server.url("/c0")) }
        #expect(chain?.code == .tooManyRedirects)
        server.serve("/c12", LoopbackResponse(text: "x"))
        var options = TransferOptions()
        options.maximumRedirects = 12
        #expect(try await loader.load(server.url("/c0"), options).metrics.redirects == 12)
    }

    @Test("redirects lead to http and https only", arguments: ["file:///etc/passwd", "ftp://127.0.0.1/a", "data:,x"])
    func schemes(location: String) async throws {
        server.serve("/a", .redirect(to: location))
        let error = await failure { try await loader.load(server.url("/a")) }
        #expect(error?.code == .unsupportedScheme)
    }

    @Test("HTTP-14 credentials and cookies stay with their origin")
    func credentials() async throws {
        let other = try LoopbackServer()
        other.handleOthers { request, connection in
            let leaks = request.headers["Authorization"] != nil || request.headers["Cookie"] != nil
            connection.send(LoopbackResponse(status: leaks ? 400 : 200, text: "x"), to: request)
        }
        server.handle("/a") { [server] request, connection in
            let knows = request.headers["Authorization"] == "Bearer t" && request.headers["Cookie"] == "s=1"
            connection.send(knows ? .redirect(to: server.url("/b")) : LoopbackResponse(status: 401), to: request)
        }
        server.handle("/b") { request, connection in
            let knows = request.headers["Authorization"] == "Bearer t"
            connection.send(knows ? .redirect(to: other.url("/c")) : LoopbackResponse(status: 401), to: request)
        }
        var request = LoaderRequest(ImageURL(server.url("/a")), headers: ["Cookie": "s=1"])
        request.options.credentials = .bearer("t")
        #expect(try await loader.load(request, context: LoaderContext()).data.count == 1)
        request.options.credentials = nil
        request.headers["Authorization"] = "Bearer t"
        #expect(try await loader.load(request, context: LoaderContext()).data.count == 1)
        #expect(other.count("/c") == 2)
    }

    @Test("HTTP-25 dot segments and a redirect to the clean path")
    func dotSegments() async throws {
        server.serve("/a/b/x.jpg", LoopbackResponse(text: "x"))
        for _ in 0..<2 {
            #expect(try await loader.load(server.url("/a/b/../b/x.jpg")).data.count == 1)
        }
    }

    @Test func aLocationWithBlanksAndUmlautsIsEncoded() async throws {
        server.serve("/sch%C3%B6n%20da.png", LoopbackResponse(text: "x"))
        server.serve("/a", .redirect(to: "/schön da.png"))
        #expect(try await loader.load(server.url("/a")).data.count == 1)
    }

    @Test func aRedirectWithoutALocationIsAnError() async throws {
        server.serve("/a", LoopbackResponse(status: 302, text: "where?"))
        let error = await failure { try await loader.load(server.url("/a")) }
        #expect(error?.code == .httpStatus)
        #expect(error?.status == 302)
    }
}
