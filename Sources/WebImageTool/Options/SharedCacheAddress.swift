internal import WebImageCore

/// Where a shared cache is: `redis://[USER:PASSWORD@]HOST[:PORT][/DB]`.
struct SharedCacheAddress: Sendable, Equatable {
    /// The address as it was given.
    let text: String
    let host: String
    let port: Int
    let database: Int
    let user: String?
    let password: String?

    init?(_ text: String) {
        let scheme = "redis://"
        guard text.lowercased().hasPrefix(scheme) else { return nil }
        self.text = text
        var rest = text.dropFirst(scheme.count)
        (user, password) = Self.takeCredentials(&rest)
        let path = rest.firstIndex(of: "/").map { rest[rest.index(after: $0)...] } ?? ""
        guard let database = path.isEmpty ? 0 : ValueText.wholeNumber(path, in: 0...65_535) else { return nil }
        self.database = database
        rest = rest.prefix { $0 != "/" }
        guard let (host, port) = Self.hostAndPort(rest) else { return nil }
        self.host = host
        self.port = port
    }

    /// Takes `USER:PASSWORD@` off the front; either part may be percent-encoded.
    private static func takeCredentials(_ rest: inout Substring) -> (user: String?, password: String?) {
        let authority = rest.prefix { $0 != "/" }
        guard let at = authority.lastIndex(of: "@") else { return (nil, nil) }
        let credentials = authority[..<at]
        rest = rest[rest.index(after: at)...]
        guard let colon = credentials.firstIndex(of: ":") else {
            return (PercentEncoding.decode(credentials), nil)
        }
        let user = PercentEncoding.decode(credentials[..<colon])
        return (user.isEmpty ? nil : user, PercentEncoding.decode(credentials[credentials.index(after: colon)...]))
    }

    private static func hostAndPort(_ text: Substring) -> (String, Int)? {
        var host = text
        var portText: Substring = "6379"
        if text.hasPrefix("[") {
            // An IPv6 address holds colons itself.
            guard let end = text.firstIndex(of: "]") else { return nil }
            host = text[text.index(after: text.startIndex)..<end]
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
            if !rest.isEmpty { portText = rest.dropFirst() }
        } else if let colon = text.firstIndex(of: ":") {
            host = text[..<colon]
            portText = text[text.index(after: colon)...]
        }
        guard !host.isEmpty, !host.contains(where: \.isWhitespace),
            let port = ValueText.wholeNumber(portText, in: 1...65_535)
        else { return nil }
        return (String(host), port)
    }
}
