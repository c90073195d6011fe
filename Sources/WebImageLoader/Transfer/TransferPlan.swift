internal import WebImageCore

/// Everything that one request over the wire needs.
struct TransferPlan: Sendable {
    var address: HTTPAddress
    var method: String
    /// All fields to send. `Cookie` lines are joined into one (RFC 6265, 5.4).
    var headers: HTTPHeaders
    var options: TransferOptions
    /// Nil once a redirect has led to another origin.
    var credentials: TransferOptions.Credentials?
    /// Whether the server's certificate must be good.
    var verifiesServer = true
    /// What is left of the time for the whole load.
    var remainingTime: Duration?
    /// Whether packed bodies are asked for; not where bytes at an offset are.
    var acceptsEncodings = true
    var cookies: CookieJar?

    /// A plan that many hold: one count of references instead of one for each of its parts.
    final class Shared: Sendable {
        let plan: TransferPlan

        init(_ plan: TransferPlan) { self.plan = plan }
    }

    /// Options that most transfers don't need, and that libcurl keeps for the next one.
    struct SpecialOptions: Equatable {
        var method: String
        var cookieLine: String?
        var acceptsEncodings: Bool
        /// User and password, no token.
        var credentials: TransferOptions.Credentials?
        var verifiesServer: Bool
        var certificateAuthorityFile: String?
        var clientCertificateFile: String?
        var clientKeyFile: String?
        var proxy: String?
        var refusesPrivateAddresses: Bool
        var hasCookies: Bool
    }

    /// The special options, or nil where there are none.
    var specialOptions: SpecialOptions? {
        var password: TransferOptions.Credentials?
        // A bearer token is a line of the head.
        if case .password = credentials { password = credentials }
        guard
            password != nil || !verifiesServer || cookies != nil || options.proxy != nil || method != "GET"
                || options.certificateAuthorityFile != nil || options.clientCertificateFile != nil
                || options.refusesPrivateAddresses || headers["Cookie"] != nil || !acceptsEncodings
        else { return nil }
        return SpecialOptions(
            method: method, cookieLine: cookieLine, acceptsEncodings: acceptsEncodings, credentials: password,
            verifiesServer: verifiesServer, certificateAuthorityFile: options.certificateAuthorityFile,
            clientCertificateFile: options.clientCertificateFile, clientKeyFile: options.clientKeyFile,
            proxy: options.proxy, refusesPrivateAddresses: options.refusesPrivateAddresses,
            hasCookies: cookies != nil)
    }

    /// The lines of the request's head; a field without a value is written `Name;` for libcurl.
    var headerLines: [String] {
        var lines = headers.fields.compactMap { field -> String? in
            if field.name.utf8.count == 6, field.name.lowercased() == "cookie" { return nil }
            return field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
        }
        if case .bearer(let token) = credentials, headers["Authorization"] == nil {
            lines.append("Authorization: Bearer \(token)")
        }
        return lines
    }

    /// The value of the one Cookie line, or nil.
    var cookieLine: String? {
        let values = headers.fields.filter { $0.name.lowercased() == "cookie" }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: "; ")
    }
}
