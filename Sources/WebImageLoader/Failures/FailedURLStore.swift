public import WebImageCore

/// Remembers addresses that failed by a fault of their own, so that they aren't asked again and again.
///
/// Remembered are data that can't be decoded, statuses 400…499 except 408, 425 and 429, and addresses that can't be
/// loaded at all; never what passes: no network, timeouts, broken connections, name look-up, TLS, 500…599,
/// cancellation.
public final class FailedURLStore: Sendable {
    private struct Entry {
        var error: WebImageError
        /// When it is forgotten; nil is never.
        var expiry: Duration?
        /// The number of its last record.
        var order: Int
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        /// How many records there were.
        var records = 0
    }

    private struct Key: Hashable {
        var url: ImageURL
        var varyKey: String
    }

    private let state = Lock(State())
    private let lifetime: Duration?
    private let limit: Int
    private let time: any TimeSource

    /// Makes a store that remembers nothing yet.
    ///
    /// - Parameters:
    ///   - lifetime: How long an address is remembered; nil is for ever. Default: 10 minutes.
    ///   - limit: How many are remembered; the oldest goes first.
    public init(lifetime: Duration? = .seconds(600), limit: Int = 10_000, time: any TimeSource = .system) {
        self.lifetime = lifetime
        self.limit = max(1, limit)
        self.time = time
    }

    /// Whether an error is the address's own fault.
    public static func isOwnFault(_ error: WebImageError) -> Bool {
        switch error.code {
        case .invalidURL, .unsupportedScheme, .notAnImage, .corruptImage, .unsupportedFormat, .tooManyPixels: true
        case .httpStatus:
            error.status.map { (400...499).contains($0) && $0 != 408 && $0 != 425 && $0 != 429 } ?? false
        default: false
        }
    }

    /// The error to end a load with, without a request; nil where the address may be asked. O(1).
    ///
    /// - Parameter varyKey: ``LoaderRequest/varyKey`` of the request: what one's credentials are refused isn't refused
    ///   to everybody.
    public func reason(for url: ImageURL, varyKey: String = "") -> WebImageError? {
        let key = Key(url: url, varyKey: varyKey)
        let now = time.uptime
        let error = state.withLock { state -> WebImageError? in
            guard let entry = state.entries[key] else { return nil }
            guard entry.expiry.map({ $0 <= now }) != true else {
                state.entries[key] = nil
                return nil
            }
            return entry.error
        }
        guard let error else { return nil }
        return WebImageError(
            .failedBefore,
            "The address failed a short while ago and isn't asked again yet. Retry explicitly, or later.", url: url,
            status: error.status, underlying: error.description)
    }

    /// Remembers an address if the error is its own fault.
    ///
    /// - Parameter isForced: Whether the caller has decided so itself.
    public func record(_ error: WebImageError, for url: ImageURL, varyKey: String = "", isForced: Bool = false) {
        guard isForced || Self.isOwnFault(error) else { return }
        let key = Key(url: url, varyKey: varyKey)
        let expiry = lifetime.map { time.uptime + $0 }
        state.withLock { state in
            state.records += 1
            state.entries[key] = Entry(error: error, expiry: expiry, order: state.records)
            Self.trim(&state, limit: limit)
        }
    }

    /// Forgets an address, whatever its vary key.
    public func remove(_ url: ImageURL) {
        state.withLock { state in
            for key in state.entries.keys.filter({ $0.url == url }) { state.entries[key] = nil }
        }
    }

    /// Forgets an address that was loaded. O(1).
    public func recordSuccess(for url: ImageURL, varyKey: String = "") {
        state.withLock { $0.entries[Key(url: url, varyKey: varyKey)] = nil }
    }

    /// Forgets all addresses.
    public func removeAll() { state.withLock { $0 = State() } }

    /// How many addresses are remembered, those included whose time is up but that nobody asked for.
    public var count: Int { state.withLock { $0.entries.count } }

    private static func trim(_ state: inout State, limit: Int) {
        guard state.entries.count > limit else { return }
        // A tenth more than needed, so that the next records cost nothing.
        let surplus = state.entries.count - limit + limit / 10
        for (key, _) in state.entries.sorted(by: { $0.value.order < $1.value.order }).prefix(surplus) {
            state.entries[key] = nil
        }
    }
}
