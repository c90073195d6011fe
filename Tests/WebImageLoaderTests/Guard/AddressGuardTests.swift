import Testing
import WebImageCore
import WebImageTesting

@testable import WebImageLoader

@Suite(.timeLimit(.minutes(5)))
struct AddressGuardTests {
    @Test(arguments: [
        "127.0.0.1", "127.255.0.9", "0.0.0.0", "10.1.2.3", "100.64.0.1", "169.254.169.254", "172.16.0.1",
        "172.31.255.255", "192.168.0.1", "192.0.2.1", "198.18.0.1", "224.0.0.1", "255.255.255.255", "::", "::1",
        "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::127.0.0.1", "2002:7f00:1::", "fe80::1",
        "fe80::1%eth0", "fec0::1", "fc00::1", "fd12::1", "ff02::1", "2001:db8::1", "2001::1", "100::1", "nonsense", "",
    ])
    func refused(address: String) { #expect(AddressGuard.refuses(text: address)) }

    @Test(arguments: [
        "1.1.1.1", "93.184.216.34", "172.15.0.1", "172.32.0.1", "100.63.0.1", "100.128.0.1", "192.167.0.1",
        "223.255.0.1",
        "2606:4700::1111", "2001:4860:4860::8888", "::ffff:1.1.1.1", "64:ff9b::1.1.1.1", "2002:101:101::",
    ])
    func allowed(address: String) { #expect(!AddressGuard.refuses(text: address)) }

    @Test(
        "the guard refuses this machine, however it is written",
        arguments: ["127.0.0.1", "localhost", "0.0.0.0", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]", "[::1]"])
    func loopback(host: String) async throws {
        let server = try LoopbackServer()
        server.handleOthers { request, connection in connection.send(LoopbackResponse(text: "x"), to: request) }
        var options = TransferOptions()
        options.refusesPrivateAddresses = true
        let error = await failure { try await HTTPLoader().load("http://\(host):\(server.port)/a", options) }
        #expect(error?.code == .addressRefused)
        #expect(server.requests.isEmpty)
        #expect(server.connectionCount == 0)
    }

    @Test("a connection that an unguarded request has opened is not used")
    func reusedConnection() async throws {
        let server = try LoopbackServer()
        server.serve("/a", LoopbackResponse(text: "x"))
        let loader = HTTPLoader()
        _ = try await loader.load(server.url("/a"))
        var options = TransferOptions()
        options.refusesPrivateAddresses = true
        let error = await failure { try await loader.load(server.url("/a"), options) }
        #expect(error?.code == .addressRefused)
        #expect(server.count("/a") == 1)
    }
}
