import Testing

@testable import webimage

@Suite(.timeLimit(.minutes(5)))
struct SharedCacheAddressTests {
    @Test("all parts")
    func parts() throws {
        let address = try #require(SharedCacheAddress("redis://me:p%40ss@cache.local:7000/3"))
        #expect(address.user == "me")
        #expect(address.password == "p@ss")
        #expect(address.host == "cache.local")
        #expect(address.port == 7000)
        #expect(address.database == 3)
    }

    @Test("port and database have defaults")
    func defaults() throws {
        let address = try #require(SharedCacheAddress("redis://localhost"))
        #expect((address.port, address.database) == (6379, 0))
        #expect(address.user == nil && address.password == nil)
    }

    @Test("a password alone, and an IPv6 address")
    func variants() throws {
        let address = try #require(SharedCacheAddress("redis://:secret@[::1]:6380/0"))
        #expect(address.user == nil)
        #expect(address.password == "secret")
        #expect((address.host, address.port) == ("::1", 6380))
    }

    @Test(
        "what makes no sense",
        arguments: [
            "", "localhost", "http://localhost", "redis://", "redis://:6379", "redis://h:0", "redis://h:99999",
            "redis://h:x", "redis://h/x", "redis://h/-1", "redis://[::1", "redis://[::1]x",
        ])
    func bad(text: String) { #expect(SharedCacheAddress(text) == nil) }
}
