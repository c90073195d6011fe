import Testing
import WebImageCore

@Suite(.timeLimit(.minutes(5)))
struct HTTPHeadersTests {
    @Test("HTTP-18 names are compared without regard to case; several lines are joined (RFC 9110, 5.3)")
    func names() {
        var headers: HTTPHeaders = ["etag": "\"a\"", "Vary": "Accept"]
        headers.append("VARY", "Cookie")
        #expect(headers["ETag"] == "\"a\"")
        #expect(headers["vary"] == "Accept, Cookie")
        headers["vary"] = nil
        #expect(headers["Vary"] == nil && headers.fields.count == 1)
        #expect(headers["E[ag"] == nil)
    }

    @Test("merging replaces fields of the same name")
    func merging() {
        let merged = (["Accept": "a", "X": "1"] as HTTPHeaders).merging(["accept": "b"])
        #expect(merged["Accept"] == "b" && merged["X"] == "1" && merged.fields.count == 2)
    }

    @Test("SHA-256 of the examples in FIPS 180-4, as sha256sum prints them")
    func digest() {
        func hex(_ text: String) -> String {
            StableHash.digest(text).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        #expect(hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(
            hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
                == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
        #expect(
            hex(String(repeating: "a", count: 1000))
                == "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3")
    }

    @Test("secrets stand in keys as a hash only")
    func varyKey() {
        var request = LoaderRequest("http://a/b", headers: ["Authorization": "Bearer secret", "Cookie": "s=1"])
        request.options.credentials = .password(user: "me", password: "secret")
        #expect(!request.varyKey.contains("secret") && !request.varyKey.contains("s=1"))
        #expect(LoaderRequest("http://a/b").varyKey.isEmpty)
    }
}
