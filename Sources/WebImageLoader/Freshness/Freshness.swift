public import FoundationEssentials
public import WebImageCore

/// Whether a cached answer may be used without asking its server (RFC 9111, 4.2, for a private cache).
public enum Freshness: Sendable, Hashable {
    /// It may be used.
    case fresh
    /// It may be used once more while the server is asked (RFC 5861, 3).
    case staleWhileRevalidate
    /// The server must be asked first.
    case stale

    /// The freshness of an entry for a request.
    ///
    /// An entry that Vary keeps from this request is ``stale``, as is one that was made without an answer of HTTP.
    /// O(length of the header fields).
    ///
    /// - Parameters:
    ///   - request: Its own `Cache-Control` counts too: `no-cache`, `max-age`, `min-fresh`, `max-stale`.
    ///   - date: The time now.
    public static func of(_ metadata: CacheMetadata, _ request: LoaderRequest, at date: Date) -> Freshness {
        guard let received = metadata.responseDate, metadata.varies(from: request) == false else { return .stale }
        let answer = CacheControl(metadata.headers["cache-control"])
        let wish = CacheControl(request.headers["Cache-Control"])
        let pragma = request.headers["Cache-Control"] == nil ? request.headers["Pragma"]?.lowercased() : nil
        if answer.has("no-cache") || wish.has("no-cache") || pragma?.contains("no-cache") == true { return .stale }
        // Without any Cache-Control an old server may say the same by Pragma.
        if metadata.headers["cache-control"] == nil,
            metadata.headers["pragma"]?.lowercased().contains("no-cache") == true
        {
            return .stale
        }
        let age = metadata.age(received: received, at: date)
        var lifetime = metadata.freshnessLifetime(answer)
        if let limit = wish.seconds("max-age") { lifetime = min(lifetime, limit) }
        if age + (wish.seconds("min-fresh") ?? 0) < lifetime { return .fresh }
        guard !answer.has("must-revalidate") else { return .stale }
        // `max-stale` without a number accepts any age.
        if wish.has("max-stale"), wish.seconds("max-stale").map({ $0 == 0 || age - lifetime <= $0 }) == true {
            return .fresh
        }
        if let window = answer.seconds("stale-while-revalidate"), age - lifetime < window {
            return .staleWhileRevalidate
        }
        return .stale
    }
}

extension CacheMetadata {
    /// The age of the answer in seconds (RFC 9111, 4.2.3).
    func age(received: Date, at date: Date) -> Double {
        let sent = headers["date"].flatMap(HTTPDate.date) ?? received
        let apparent = max(0, received.timeIntervalSince(sent))
        let told = headers["age"].flatMap { Double($0.filter { !$0.isWhitespace }) } ?? 0
        // A clock that was set back must not make an answer young for ever: negative time counts as none.
        return max(apparent, told) + max(0, date.timeIntervalSince(received))
    }

    /// For how many seconds the answer is fresh (RFC 9111, 4.2.1 and 4.2.2).
    func freshnessLifetime(_ control: CacheControl) -> Double {
        if let seconds = control.seconds("max-age") { return seconds }
        let sent = headers["date"].flatMap(HTTPDate.date) ?? responseDate
        guard let sent else { return 0 }
        if let expires = headers["expires"] {
            // A malformed date, above all "0", means expired (RFC 9111, 5.3).
            return max(0, HTTPDate.date(expires)?.timeIntervalSince(sent) ?? 0)
        }
        // A tenth of the time since the last change, at most a day.
        guard let changed = (lastModified ?? headers["last-modified"]).flatMap(HTTPDate.date) else { return 0 }
        return min(86_400, max(0, sent.timeIntervalSince(changed) / 10))
    }

    /// Whether the answer was chosen by header fields that the request has otherwise (RFC 9111, 4.1).
    func varies(from request: LoaderRequest) -> Bool {
        guard let vary = headers["vary"] else { return false }
        for name in Self.varyNames(vary) {
            if name == "*" { return true }
            if varyingRequestHeaders[name] != Self.varyValue(of: name, in: request) { return true }
        }
        return false
    }

    static func varyNames(_ field: String) -> [String] {
        field.split(separator: ",").map { $0.filter { !$0.isWhitespace }.lowercased() }.filter { !$0.isEmpty }
    }

    /// What is kept of a request's field; secrets as a hash, since this is written to disk.
    static func varyValue(of name: String, in request: LoaderRequest) -> String? {
        switch name {
        case "authorization", "cookie":
            let value = request.headers[name] ?? ""
            let credentials = name == "authorization" ? request.options.credentials : nil
            guard !value.isEmpty || credentials != nil else { return nil }
            return StableHash.hexadecimal(value + (credentials == nil ? "" : request.varyKey))
        default:
            // Blanks around commas and at the ends mean nothing.
            return request.headers[name]?.split(separator: ",").map { part in
                part.split(separator: " ").joined(separator: " ")
            }.joined(separator: ",")
        }
    }
}
