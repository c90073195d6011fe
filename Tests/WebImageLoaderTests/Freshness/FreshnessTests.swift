import FoundationEssentials
import Testing
import WebImageCore

@testable import WebImageLoader

@Suite(.timeLimit(.minutes(5)))
struct FreshnessTests {
    /// Sun, 06 Nov 1994 08:49:37 GMT, the example of RFC 9110, 5.6.7.
    static let received = Date(timeIntervalSince1970: 784_111_777)
    let request = LoaderRequest("http://h/a.png")

    private func metadata(_ headers: HTTPHeaders, _ request: LoaderRequest? = nil) -> CacheMetadata {
        var answer = LoadedData(data: Data([1]), origin: .network)
        answer.headers = headers
        return CacheMetadata(answer: answer, request: request ?? self.request, date: Self.received)
    }

    private func freshness(_ headers: HTTPHeaders, after seconds: Double, _ wish: String? = nil) -> Freshness {
        var request = request
        request.headers["Cache-Control"] = wish
        return Freshness.of(metadata(headers), request, at: Self.received + seconds)
    }

    @Test("RFC 9111, 4.2: max-age, Age and Date")
    func maxAge() {
        #expect(freshness(["Cache-Control": "max-age=60"], after: 59) == .fresh)
        #expect(freshness(["Cache-Control": "max-age=60"], after: 60) == .stale)
        #expect(freshness(["Cache-Control": "max-age=60", "Age": "50"], after: 9) == .fresh)
        #expect(freshness(["Cache-Control": "max-age=60", "Age": "50"], after: 10) == .stale)
        let late: HTTPHeaders = ["Cache-Control": "max-age=60", "Date": "Sun, 06 Nov 1994 08:48:57 GMT"]
        #expect(freshness(late, after: 19) == .fresh)
        #expect(freshness(late, after: 20) == .stale)
    }

    @Test("E-23 malformed values are stale; Expires counts without max-age")
    func expires() {
        #expect(freshness(["Cache-Control": "max-age=soon"], after: 0) == .stale)
        #expect(freshness(["Cache-Control": "MAX-AGE=\"60\""], after: 1) == .fresh)
        #expect(freshness(["Cache-Control": "max-age=99999999999999999999"], after: 1e6) == .fresh)
        #expect(freshness(["Expires": "Sun, 06 Nov 1994 08:50:37 GMT"], after: 59) == .fresh)
        #expect(freshness(["Expires": "Sun, 06 Nov 1994 08:50:37 GMT"], after: 60) == .stale)
        #expect(freshness(["Expires": "0"], after: 0) == .stale)
        #expect(
            freshness(["Expires": "Sun, 06 Nov 1994 08:50:37 GMT", "Cache-Control": "max-age=5"], after: 6) == .stale)
    }

    @Test("RFC 9111, 4.2.2: a tenth of the time since the last change, a day at most")
    func heuristic() {
        let day = "Sat, 05 Nov 1994 08:49:37 GMT"
        #expect(freshness(["Last-Modified": day], after: 8639) == .fresh)
        #expect(freshness(["Last-Modified": day], after: 8640) == .stale)
        #expect(freshness(["Last-Modified": "Sun, 06 Nov 1983 08:49:37 GMT"], after: 86_401) == .stale)
        #expect(freshness([:], after: 0) == .stale)
    }

    @Test("directives of the answer")
    func directives() {
        #expect(freshness(["Cache-Control": "no-cache, max-age=60"], after: 1) == .stale)
        #expect(freshness(["Pragma": "no-cache", "Expires": "Sun, 06 Nov 1994 09:50:37 GMT"], after: 1) == .stale)
        let window = "max-age=10, stale-while-revalidate=20"
        #expect(freshness(["Cache-Control": window], after: 9) == .fresh)
        #expect(freshness(["Cache-Control": window], after: 29) == .staleWhileRevalidate)
        #expect(freshness(["Cache-Control": window], after: 30) == .stale)
        #expect(freshness(["Cache-Control": window + ", must-revalidate"], after: 15) == .stale)
        #expect(!metadata(["Cache-Control": "private, no-store"]).isStorable(for: request))
        #expect(metadata(["Cache-Control": "private"]).isStorable(for: request))
    }

    @Test("directives of the request")
    func wishes() {
        let answer: HTTPHeaders = ["Cache-Control": "max-age=60"]
        #expect(freshness(answer, after: 1, "no-cache") == .stale)
        #expect(freshness(answer, after: 11, "max-age=10") == .stale)
        #expect(freshness(answer, after: 50, "min-fresh=10") == .stale)
        #expect(freshness(answer, after: 70, "max-stale=10") == .fresh)
        #expect(freshness(answer, after: 71, "max-stale=10") == .stale)
        #expect(freshness(answer, after: 1e6, "max-stale") == .fresh)
    }

    @Test("RFC 9111, 4.1: Vary")
    func vary() {
        let headers: HTTPHeaders = ["Vary": "Accept, Accept-Language", "Cache-Control": "max-age=60"]
        let webp = LoaderRequest("http://h/a", headers: ["accept": "image/webp, image/png"])
        let kept = metadata(headers, webp)
        let same = LoaderRequest("http://h/a", headers: ["Accept": "image/webp,image/png"])
        #expect(Freshness.of(kept, same, at: Self.received) == .fresh)
        #expect(Freshness.of(kept, LoaderRequest("http://h/a"), at: Self.received) == .stale)
        #expect(freshness(["Vary": "*", "Cache-Control": "max-age=60"], after: 0) == .stale)
        let secret = metadata(["Vary": "Cookie"], LoaderRequest("http://h/a", headers: ["Cookie": "s=secret"]))
        #expect(secret.varyingRequestHeaders["cookie"]?.contains("secret") == false)
    }

    @Test("HTTP-01 RFC 9111, 3.2: a 304 makes the entry fresh again and keeps what it doesn't name")
    func confirmed() {
        let old = metadata(["Cache-Control": "max-age=10", "ETag": "\"a\"", "Age": "5", "Content-Type": "image/png"])
        var answer = LoadedData(data: Data(), origin: .network)
        answer.headers = ["Cache-Control": "max-age=20"]
        let new = old.confirmed(by: answer, request: request, date: Self.received + 100)
        #expect(new.etag == "\"a\"")
        #expect(new.headers["content-type"] == "image/png")
        #expect(Freshness.of(new, request, at: Self.received + 119) == .fresh)
        #expect(Freshness.of(new, request, at: Self.received + 120) == .stale)
        #expect(old.validating(request).etag == "\"a\"")
    }

    @Test("the wall clock set back makes nothing young for ever")
    func clockSetBack() {
        #expect(freshness(["Cache-Control": "max-age=60", "Age": "60"], after: -1000) == .stale)
    }

    @Test(
        "RFC 9110, 5.6.7: the three forms of dates",
        arguments: [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        ])
    func dates(text: String) {
        #expect(HTTPDate.date(text) == Self.received)
        #expect(HTTPDate.text(Self.received) == "Sun, 06 Nov 1994 08:49:37 GMT")
    }

    @Test(arguments: [
        "", "0", "-1", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 99 Nov 1994 08:49:37 GMT", "tomorrow at noon or so ok",
    ])
    func noDates(text: String) { #expect(HTTPDate.date(text) == nil) }
}

extension LoaderRequest {
    fileprivate init(_ url: String, headers: HTTPHeaders = [:]) { self.init(ImageURL(url), headers: headers) }
}
