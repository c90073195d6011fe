import Testing
import WebImageCore
import WebImageTesting

@testable import WebImageLoader

@Suite(.timeLimit(.minutes(5)))
struct HTTPAddressTests {
    @Test(
        "HTTP-21 HTTP-22 what people write is encoded exactly once",
        arguments: [
            ("http://h/截图.png", "http://h/%E6%88%AA%E5%9B%BE.png"),
            ("http://h/день6.jpg", "http://h/%D0%B4%D0%B5%D0%BD%D1%8C6.jpg"),
            ("http://h/a b.png", "http://h/a%20b.png"),
            ("http://h/tea%20tree.jpg", "http://h/tea%20tree.jpg"),
            ("http://h/x.jpg ", "http://h/x.jpg"),
            ("http://h/i.png?name=[%D1%82%D0%B5", "http://h/i.png?name=[%D1%82%D0%B5"),
            ("http://h/100%.png", "http://h/100%25.png"),
            ("http://h/a?q=ü b&c=%20", "http://h/a?q=%C3%BC%20b&c=%20"),
            ("http://h/a/../b/./c.png", "http://h/b/c.png"),
            ("HTTP://h/a.png#part", "http://h/a.png"),
            ("http://h/a\nb", "http://h/a%0Ab"),
            ("http://h", "http://h/"),
            ("http://h?x=1", "http://h/?x=1"),
            ("http://[::1]:8080/a", "http://[::1]:8080/a"),
        ])
    func encoding(written: String, sent: String) throws {
        #expect(try HTTPAddress(ImageURL(written)).text == sent)
    }

    @Test("HTTP-23 a host that isn't ASCII goes as punycode")
    func internationalHosts() throws {
        let written = try HTTPAddress(ImageURL("http://bücher.test:81/ü.png"))
        #expect(written.host == "xn--bcher-kva.test")
        #expect(written.text == "http://xn--bcher-kva.test:81/%C3%BC.png")
        #expect(written == (try HTTPAddress(ImageURL("http://xn--bcher-kva.test:81/ü.png"))))
    }

    @Test(
        "HTTP-22 HTTP-23 an impossible address is an error",
        arguments: [
            "http://", "http:///a.png", "http://h:99999/", "http://h:x/", "http://a b/", "http://[::1/", "//h/a",
        ])
    func impossible(text: String) {
        #expect(throws: WebImageError.self) { try HTTPAddress(ImageURL(text)) }
    }

    @Test func emptyAndForeign() {
        #expect { try HTTPAddress(ImageURL("")) } throws: { ($0 as? WebImageError)?.code == .invalidURL }
        #expect { try HTTPAddress(ImageURL("ftp://h/a")) } throws: {
            ($0 as? WebImageError)?.code == .unsupportedScheme
        }
    }

    @Test func origins() throws {
        let base = try HTTPAddress(ImageURL("http://h:80/a"))
        #expect(base.isSameOrigin(as: try HTTPAddress(ImageURL("http://H/b"))))
        #expect(!base.isSameOrigin(as: try HTTPAddress(ImageURL("https://h/b"))))
        #expect(!base.isSameOrigin(as: try HTTPAddress(ImageURL("http://h:81/b"))))
        #expect(!base.isSameOrigin(as: try HTTPAddress(ImageURL("http://h.example/b"))))
    }

    @Test("HTTP-21 the request line carries what was encoded once")
    func onTheWire() async throws {
        let server = try LoopbackServer()
        server.handleOthers { request, connection in connection.send(LoopbackResponse(text: "x"), to: request) }
        let loader = HTTPLoader()
        _ = try await loader.load(server.url("/i.png?name=[%D1%82%D0%B5%D1%81%D1%82"))
        _ = try await loader.load(server.url("/截图 1.png"))
        let targets = server.requests.map(\.target)
        #expect(targets == ["/i.png?name=[%D1%82%D0%B5%D1%81%D1%82", "/%E6%88%AA%E5%9B%BE%201.png"])
    }
}
