internal import Glibc

/// Tells addresses that a server must not be talked into asking: loopback, link-local, private and other special ranges
/// (RFC 6890, RFC 4193, RFC 6598).
enum AddressGuard {
    /// Whether a socket address is refused; one of an unknown family is.
    static func refuses(_ address: UnsafePointer<sockaddr>) -> Bool {
        let raw = UnsafeRawPointer(address)
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            // `sin_addr` stands 4 bytes into `sockaddr_in`, in network order.
            return refuses(ipv4: UInt32(bigEndian: raw.loadUnaligned(fromByteOffset: 4, as: UInt32.self)))
        case AF_INET6:
            // `sin6_addr` stands 8 bytes into `sockaddr_in6`.
            return refuses(ipv6: (0..<16).map { raw.load(fromByteOffset: 8 + $0, as: UInt8.self) })
        default: return true
        }
    }

    /// Whether an address in text form is refused; text that is no address is.
    static func refuses(text: String) -> Bool {
        var ipv4 = in_addr()
        if inet_pton(AF_INET, text, &ipv4) == 1 { return refuses(ipv4: UInt32(bigEndian: ipv4.s_addr)) }
        var ipv6 = in6_addr()
        // A zone after % (fe80::1%eth0) is no part of the address.
        guard inet_pton(AF_INET6, String(text.prefix { $0 != "%" }), &ipv6) == 1 else { return true }
        return refuses(ipv6: withUnsafeBytes(of: &ipv6) { Array($0) })
    }

    static func refuses(ipv4 address: UInt32) -> Bool {
        func isIn(_ network: UInt32, _ bits: UInt32) -> Bool { address >> (32 - bits) == network >> (32 - bits) }
        return isIn(0x0000_0000, 8)  // 0/8: this network
            || isIn(0x0a00_0000, 8)  // 10/8: private
            || isIn(0x6440_0000, 10)  // 100.64/10: carrier-grade NAT
            || isIn(0x7f00_0000, 8)  // 127/8: loopback
            || isIn(0xa9fe_0000, 16)  // 169.254/16: link-local, cloud metadata
            || isIn(0xac10_0000, 12)  // 172.16/12: private
            || isIn(0xc000_0000, 24)  // 192.0.0/24: protocol assignments
            || isIn(0xc000_0200, 24)  // 192.0.2/24: documentation
            || isIn(0xc0a8_0000, 16)  // 192.168/16: private
            || isIn(0xc612_0000, 15)  // 198.18/15: benchmarks
            || isIn(0xc633_6400, 24)  // 198.51.100/24: documentation
            || isIn(0xcb00_7100, 24)  // 203.0.113/24: documentation
            || isIn(0xe000_0000, 3)  // 224/4 multicast, 240/4 reserved, broadcast
    }

    static func refuses(ipv6 bytes: [UInt8]) -> Bool {
        guard bytes.count == 16 else { return true }
        func ipv4(at offset: Int) -> UInt32 { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        let startsWithZeros = bytes[..<10].allSatisfy { $0 == 0 }
        // ::ffff:a.b.c.d is IPv4 in disguise; ::a.b.c.d (with :: and ::1) is the old form of it.
        if startsWithZeros, bytes[10] == 0xff, bytes[11] == 0xff { return refuses(ipv4: ipv4(at: 12)) }
        if startsWithZeros, bytes[10] == 0, bytes[11] == 0 { return true }
        // 64:ff9b::a.b.c.d leads to IPv4 through NAT64 (RFC 6052), 2002:a.b.c.d:: through 6to4 (RFC 3056).
        if bytes.starts(with: [0, 0x64, 0xff, 0x9b]) {
            return bytes[4..<12].contains { $0 != 0 } || refuses(ipv4: ipv4(at: 12))
        }
        if bytes.starts(with: [0x20, 0x02]) { return refuses(ipv4: ipv4(at: 2)) }
        return bytes[0] == 0xff  // ff00::/8: multicast
            || bytes[0] & 0xfe == 0xfc  // fc00::/7: unique local
            || bytes[0] == 0xfe && bytes[1] & 0x80 == 0x80  // fe80::/10 link-local, fec0::/10 site-local
            || bytes.starts(with: [0x20, 0x01, 0x0d, 0xb8])  // 2001:db8::/32: documentation
            || bytes.starts(with: [0x20, 0x01, 0x00, 0x00])  // 2001::/32: Teredo
            || bytes.starts(with: [0x01, 0x00])  // 100::/64: discard
    }
}
