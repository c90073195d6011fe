#if Redis
    public import WebImageCore

    /// Where a Redis or Valkey server is, and who asks.
    ///
    /// Texts are `redis://[[user]:password@]host[:port][/database]` and `unix:///path/of/socket[?db=database]`; user
    /// and password are percent-encoded (RFC 3986, 2.1).
    public struct RedisEndpoint: Sendable, Hashable, CustomStringConvertible {
        /// A place that a server listens at.
        public enum Address: Sendable, Hashable {
            /// A name or an address, and a TCP port.
            case host(String, port: Int)
            /// The path of a Unix domain socket.
            case socket(String)
        }

        /// Where the server listens.
        public var address: Address
        /// The user of an access list (Redis 6); nil is the default user.
        public var user: String?
        /// The password; nil asks without one.
        public var password: String?
        /// The number of the database. Default: 0.
        public var database: Int

        /// Makes an endpoint of its parts.
        public init(_ address: Address, user: String? = nil, password: String? = nil, database: Int = 0) {
            self.address = address
            self.user = user
            self.password = password
            self.database = database
        }

        /// Reads a text.
        ///
        /// - Throws: ``WebImageError/Code/invalidURL``, for `rediss://` too: TLS is not supported.
        public init(_ text: String) throws(WebImageError) {
            guard let end = text.firstRange(of: ":") else { throw Self.invalid("it has no scheme") }
            let scheme = text[..<end.lowerBound].lowercased()
            let rest = text[end.upperBound...]
            switch scheme {
            case "redis", "valkey":
                guard rest.hasPrefix("//") else { throw Self.invalid("\"//\" is missing after the scheme") }
                self = try Self.server(rest.dropFirst(2))
            case "unix":
                self = try Self.socket(rest.hasPrefix("//") ? rest.dropFirst(2) : rest)
            case "rediss", "valkeys":
                throw WebImageError(
                    .invalidURL,
                    "TLS to a Redis server is not supported. Use redis:// inside a trusted network or through a tunnel."
                )
            default: throw Self.invalid("the scheme \"\(scheme)\" is not redis or unix")
            }
        }

        /// The address and the database, without user and password: for messages and statistics.
        public var description: String {
            switch address {
            case .host(let host, let port): "redis://\(host.contains(":") ? "[\(host)]" : host):\(port)/\(database)"
            case .socket(let path): "unix://\(path)" + (database == 0 ? "" : "?db=\(database)")
            }
        }

        private static func server(_ text: Substring) throws(WebImageError) -> RedisEndpoint {
            // A password may hold an unencoded "@": the last one counts.
            let at = text.lastIndex(of: "@")
            var endpoint = RedisEndpoint(.host("", port: 6379))
            if let at { (endpoint.user, endpoint.password) = try credentials(text[..<at]) }
            var rest = at.map { text[text.index(after: $0)...] } ?? text
            guard !rest.contains("?"), !rest.contains("#") else { throw invalid("it has a query or a fragment") }
            if let slash = rest.firstIndex(of: "/") {
                endpoint.database = try database(rest[rest.index(after: slash)...])
                rest = rest[..<slash]
            }
            var host = rest
            var port = 6379
            let isBracketed = rest.hasPrefix("[")
            let portMark = isBracketed ? rest.firstRange(of: "]:")?.upperBound : rest.firstRange(of: ":")?.upperBound
            if let portMark {
                guard let number = number(rest[portMark...]), (1...65_535).contains(number) else {
                    throw invalid("the port is no number from 1 to 65535")
                }
                port = number
                host = rest[..<rest.index(before: portMark)]
            }
            if isBracketed {
                guard host.hasSuffix("]") else { throw invalid("the IPv6 address is not closed by \"]\"") }
                host = host.dropFirst().dropLast()
            }
            guard !host.isEmpty else { throw invalid("it names no host") }
            endpoint.address = .host(String(host), port: port)
            return endpoint
        }

        private static func socket(_ text: Substring) throws(WebImageError) -> RedisEndpoint {
            let mark = text.firstIndex(of: "?")
            let path = PercentEncoding.decode(text[..<(mark ?? text.endIndex)])
            guard path.hasPrefix("/") else { throw invalid("the socket's path is not absolute") }
            var endpoint = RedisEndpoint(.socket(path))
            for field in mark.map({ text[text.index(after: $0)...].split(separator: "&") }) ?? [] {
                let pair = field.split(separator: "=", maxSplits: 1)
                let value = pair.count > 1 ? pair[1] : ""
                switch pair.first {
                case "db": endpoint.database = try database(value)
                case "user": endpoint.user = PercentEncoding.decode(value)
                case "password": endpoint.password = PercentEncoding.decode(value)
                default: throw invalid("\"\(field)\" is not known; use db, user or password")
                }
            }
            return endpoint
        }

        private static func credentials(_ text: Substring) throws(WebImageError) -> (user: String?, password: String) {
            guard let colon = text.firstIndex(of: ":") else { throw invalid("the user has no password") }
            let user = PercentEncoding.decode(text[..<colon])
            return (user.isEmpty ? nil : user, PercentEncoding.decode(text[text.index(after: colon)...]))
        }

        private static func database(_ text: Substring) throws(WebImageError) -> Int {
            guard !text.isEmpty else { return 0 }
            guard let number = number(text) else { throw invalid("the database is no number") }
            return number
        }

        private static func number(_ text: Substring) -> Int? {
            guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
            return Int(text)
        }

        /// The text itself is not told: it may hold a password.
        private static func invalid(_ reason: String) -> WebImageError {
            WebImageError(
                .invalidURL,
                "The address of the shared cache can't be read: \(reason). Write redis://[user:password@]host:port/db."
            )
        }
    }
#endif
