import Testing
import WebImageCore
import WebImageLoader
import WebImageTesting

@Suite(.timeLimit(.minutes(5)))
struct FailedURLStoreTests {
    let clock = ManualTimeSource()
    let url = ImageURL("http://h/a.png")

    @Test("HTTP-09 HTTP-10 a 404 is remembered for ten minutes")
    func expires() {
        let store = FailedURLStore(time: clock)
        store.record(WebImageError(.httpStatus, "no", status: 404), for: url)
        clock.advance(by: .seconds(599))
        let reason = store.reason(for: url)
        #expect(reason?.code == .failedBefore)
        #expect(reason?.status == 404)
        clock.advance(by: .seconds(1))
        #expect(store.reason(for: url) == nil)
        #expect(store.count == 0)
    }

    @Test(
        "BLK-02 the address's own faults",
        arguments: [.notAnImage, .corruptImage, .unsupportedFormat, .invalidURL, .unsupportedScheme]
            as [WebImageError.Code])
    func ownFaults(code: WebImageError.Code) {
        let store = FailedURLStore(time: clock)
        store.record(WebImageError(code, "no"), for: url)
        #expect(store.reason(for: url) != nil)
    }

    @Test(
        "HTTP-08 BLK-03 BLK-06 what passes is not remembered",
        arguments: [
            .timeout, .cannotConnect, .connectionLost, .tls, .cancelled, .truncated, .diskFull, .tooManyRedirects,
        ] as [WebImageError.Code])
    func passing(code: WebImageError.Code) {
        let store = FailedURLStore(time: clock)
        store.record(WebImageError(code, "no"), for: url)
        #expect(store.reason(for: url) == nil)
    }

    @Test(
        "statuses",
        arguments: [
            (400, true), (401, true), (404, true), (410, true), (408, false), (425, false), (429, false), (500, false),
            (503, false), (304, false),
        ])
    func statuses(status: Int, isRemembered: Bool) {
        #expect(FailedURLStore.isOwnFault(WebImageError(.httpStatus, "no", status: status)) == isRemembered)
    }

    @Test("BLK-07 HTTP-09 removal, success, and for ever")
    func removal() {
        let store = FailedURLStore(lifetime: nil, time: clock)
        let error = WebImageError(.corruptImage, "no")
        store.record(error, for: url)
        store.record(error, for: url, varyKey: "user=1")
        clock.advance(by: .seconds(1_000_000))
        #expect(store.reason(for: url) != nil)
        store.recordSuccess(for: url)
        #expect(store.reason(for: url) == nil)
        #expect(store.reason(for: url, varyKey: "user=1") != nil)
        store.remove(url)
        #expect(store.reason(for: url, varyKey: "user=1") == nil)
        store.record(error, for: url)
        store.removeAll()
        #expect(store.count == 0)
    }

    @Test("bounded: the oldest goes first")
    func bounded() {
        let store = FailedURLStore(limit: 10, time: clock)
        let error = WebImageError(.corruptImage, "no")
        for index in 0..<100 { store.record(error, for: ImageURL("http://h/\(index)")) }
        #expect(store.count <= 10)
        #expect(store.reason(for: ImageURL("http://h/99")) != nil)
        #expect(store.reason(for: ImageURL("http://h/0")) == nil)
        for _ in 0..<1000 { store.record(error, for: url) }
        #expect(store.reason(for: url) != nil)
        #expect(store.reason(for: ImageURL("http://h/99")) != nil)
    }

    @Test("an address that fails again is as new as one that fails for the first time")
    func again() {
        let store = FailedURLStore(limit: 3, time: clock)
        let error = WebImageError(.corruptImage, "no")
        for name in ["a", "b", "c", "a", "d"] { store.record(error, for: ImageURL("http://h/\(name)")) }
        #expect(
            ["a", "b", "c", "d"].filter { store.reason(for: ImageURL("http://h/\($0)")) != nil } == ["a", "c", "d"])
    }
}
