import Testing
import WebImageCore
import WebImageTesting

@testable import WebImageLoader

@Suite(.timeLimit(.minutes(5)))
struct AuthTests {
    @Test("Digest (RFC 7616): a challenge is answered, and the body of the 401 is nobody's")
    func digest() async throws {
        let server = try LoopbackServer()
        server.handle("/a") { request, connection in
            let answer = request.headers["Authorization"] ?? ""
            if answer.hasPrefix("Digest "), answer.contains("username=\"u\""), answer.contains("nonce=\"n1\"") {
                return _ = connection.send(LoopbackResponse(text: "picture"), to: request)
            }
            let challenge: HTTPHeaders = [
                "WWW-Authenticate": "Digest realm=\"r\", nonce=\"n1\", qop=\"auth\", algorithm=MD5"
            ]
            connection.send(LoopbackResponse(status: 401, headers: challenge, text: "who are you?"), to: request)
        }
        var options = TransferOptions()
        options.credentials = .password(user: "u", password: "p")
        let recorder = Recorder()
        let answer = try await HTTPLoader().load(server.url("/a"), options, context: recorder.context())
        #expect(String(decoding: answer.data, as: UTF8.self) == "picture")
        #expect(String(decoding: recorder.pieces.joined(), as: UTF8.self) == "picture")
        #expect(await failure { try await HTTPLoader().load(server.url("/a")) }?.status == 401)
    }

    @Test("RFC 6750: a bearer token")
    func bearer() async throws {
        let server = try LoopbackServer()
        server.serve("/a", LoopbackResponse(text: "x"))
        var options = TransferOptions()
        options.credentials = .bearer("t0k3n")
        _ = try await HTTPLoader().load(server.url("/a"), options)
        #expect(server.requests("/a")[0].headers["Authorization"] == "Bearer t0k3n")
    }

    @Test("HTTP-23 a host that isn't ASCII is punycode on the wire")
    func internationalHost() async throws {
        let proxy = try LoopbackServer()
        proxy.handleOthers { request, connection in connection.send(LoopbackResponse(text: "x"), to: request) }
        var options = TransferOptions()
        options.proxy = proxy.url("")
        for host in ["bücher.test", "xn--bcher-kva.test"] {
            _ = try await HTTPLoader().load("http://\(host):81/i.png", options)
        }
        #expect(proxy.requests.map(\.target) == Array(repeating: "http://xn--bcher-kva.test:81/i.png", count: 2))
        #expect(proxy.requests.allSatisfy { $0.headers["Host"] == "xn--bcher-kva.test:81" })
    }

    @Test("a proxy that was named, and none")
    func proxy() async throws {
        let proxy = try LoopbackServer()
        proxy.handle("http://example.invalid/a.png") { request, connection in
            connection.send(LoopbackResponse(text: "through the proxy"), to: request)
        }
        var options = TransferOptions()
        options.proxy = proxy.url("")
        let answer = try await HTTPLoader().load("http://example.invalid/a.png", options)
        #expect(String(decoding: answer.data, as: UTF8.self) == "through the proxy")
        options.proxy = ""
        #expect(
            await failure { try await HTTPLoader().load("http://example.invalid/a.png", options) }?.code
                == .cannotConnect)
        options.proxy = "http://127.0.0.1:1"
        #expect(
            await failure { try await HTTPLoader().load("http://example.invalid/a.png", options) }?.code
                == .cannotConnect)
    }
}
