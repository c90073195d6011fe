import FoundationEssentials
import Testing
import WebImageCore

@Suite(.timeLimit(.minutes(5)))
struct ImageURLTests {
    @Test("HTTP-22 blanks around an address are taken off, those inside stay for the loader")
    func blanks() {
        #expect(ImageURL(" http://a/x y.jpg \n").string == "http://a/x y.jpg")
        #expect(ImageURL("  ").string.isEmpty)
    }

    @Test(
        "schemes by RFC 3986, 3.1",
        arguments: [
            ("http://a/b", "http"), ("HTTPS://a", "https"), ("DATA:image/png,x", "data"), ("a+b-c.d:x", "a+b-c.d"),
            ("/tmp/a:b.png", nil), ("./a.png", nil), ("1a:b", nil), (":x", nil), ("a/b:c", nil), ("", nil),
        ] as [(String, String?)])
    func scheme(text: String, scheme: String?) {
        #expect(ImageURL(text).scheme == scheme)
    }

    @Test(
        "paths of files (RFC 8089)",
        arguments: [
            ("/tmp/a b.png", "/tmp/a b.png"), ("a%20b.png", "a%20b.png"), ("file:///tmp/a%20b.png", "/tmp/a b.png"),
            ("file://localhost/x.png", "/x.png"), ("file:/x.png?q#f", "/x.png"), ("file://host/x.png", nil),
            ("http://a/x.png", nil), ("file:///%E6%88%AA.png", "/截.png"),
        ] as [(String, String?)])
    func filePath(text: String, path: String?) {
        #expect(ImageURL(text).filePath == path)
    }

    @Test("a path with any byte survives the way through a URL")
    func filePathRoundTrip() {
        for path in ["/tmp/a b#c?d%20.png", "/tmp/ü/截图.png", "/tmp/100%.png"] {
            #expect(ImageURL(filePath: path).filePath == path)
        }
    }

    @Test(
        "a relative path is taken from the current folder, and is no host",
        arguments: ["a b.png", "./x.png", "a/b.png"])
    func relativeFilePath(path: String) {
        let url = ImageURL(filePath: path)
        #expect(url.filePath == FileManager.default.currentDirectoryPath + "/" + path)
        #expect(url.string.hasPrefix("file:///") && url.isFile)
        // A name that looks like an address is a name.
        #expect(ImageURL(filePath: "http:/" + path).filePath?.hasSuffix("/http:/" + path) == true)
    }

    @Test(
        "names and extensions",
        arguments: [
            ("http://a/b/c.JPG?x=y.png#z", "c.JPG", "jpg"), ("http://a", "", nil), ("http://a/", "", nil),
            ("http://a/b/", "b", nil), ("http://a/%2e%2e%2fetc", "../etc", "/etc"), ("/tmp/.hidden", ".hidden", nil),
            ("data:image/png;base64,AAAA/b.png", "", nil), ("http://a/x.", "x.", nil),
        ] as [(String, String, String?)])
    func names(text: String, name: String, suffix: String?) {
        #expect(ImageURL(text).lastPathComponent == name)
        #expect(ImageURL(text).pathExtension == suffix)
    }

    @Test("HTTP-24 a long data URL is cut in messages")
    func description() {
        let url = ImageURL("data:image/png;base64," + String(repeating: "A", count: 3_000_000))
        #expect(url.description.count < 64)
    }
}
